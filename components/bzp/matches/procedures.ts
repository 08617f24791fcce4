import type { BzpMatch } from '@/lib/features/bzp/contract/alerts'

/**
 * Merges the matches of several alerts into one row per procedure. The team's match is preferred, because colleagues
 * see it; the marks of all matches are combined.
 */
export function onePerProcedure(
  matches: readonly BzpMatch[],
  isTeam: (match: BzpMatch) => boolean,
): readonly BzpMatch[] {
  const groups = new Map<string, BzpMatch[]>()
  for (const match of matches) {
    const group = groups.get(match.tender_id)
    if (group) group.push(match)
    else groups.set(match.tender_id, [match])
  }
  return [...groups.values()].flatMap((group) => {
    const match = group.find(isTeam) ?? group[0]
    return match === undefined ? [] : [group.length === 1 ? match : mergeMarks(match, group)]
  })
}

const mergeMarks = (match: BzpMatch, group: readonly BzpMatch[]): BzpMatch => ({
  ...match,
  ...newestOf(group),
  is_new: group.some(({ is_new: isNew }) => isNew),
  is_read: group.every(({ is_read: isRead }) => isRead),
  is_starred: group.some(({ is_starred: isStarred }) => isStarred),
  assignee: match.assignee ?? group.find(({ assignee }) => assignee !== null)?.assignee ?? null,
  note: match.note ?? group.find(({ note }) => note !== null)?.note ?? null,
})

/** One alert may have found an earlier or newer notice that another did not. */
function newestOf(group: readonly BzpMatch[]): Pick<BzpMatch, 'notice' | 'earlier'> {
  const publishedAt = ({ notice }: BzpMatch) => notice.published_at ?? ''
  const [newest] = group.toSorted(
    (a, b) =>
      Number(publishedAt(a) < publishedAt(b)) - Number(publishedAt(a) > publishedAt(b)) ||
      b.earlier.length - a.earlier.length,
  )
  return newest === undefined ? { notice: { id: '' }, earlier: [] } : { notice: newest.notice, earlier: newest.earlier }
}

export const countProcedures = (matches: readonly BzpMatch[]): number =>
  new Set(matches.map(({ tender_id: id }) => id)).size

export function matchesOf(procedures: readonly BzpMatch[], matches: readonly BzpMatch[]): readonly BzpMatch[] {
  const ids = new Set(procedures.map(({ tender_id: id }) => id))
  return matches.filter(({ tender_id: id }) => ids.has(id))
}

/** Adds the matches by other known alerts, which may be further down the list or outside it. */
export function withOtherAlerts(matches: readonly BzpMatch[], alerts: readonly { readonly id: string }[]): BzpMatch[] {
  const alertIds = new Set(alerts.map(({ id }) => id))
  const derived = matches.flatMap((match) =>
    match.also_in.filter((id) => alertIds.has(id)).map((id) => ({ ...match, alert_id: id })),
  )
  // Complete matches come last, so that they overwrite the derived ones.
  return [...new Map([...derived, ...matches].map((match) => [`${match.alert_id} ${match.tender_id}`, match])).values()]
}
