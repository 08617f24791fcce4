interface FoldableEvent {
  readonly source?: string | null | undefined
  readonly announcement_id?: string | null | undefined
  readonly subject_name?: string | null | undefined
  readonly identifier_type?: string | null | undefined
  readonly identifier_value?: string | null | undefined
}

/** Numbers of which one subject has exactly one. A name or a signature may have several spellings. */
const OWN_NUMBERS: readonly (string | null | undefined)[] = ['krs', 'nip', 'regon', 'pesel', 'subject_id']

/**
 * Groups events of one announcement about one subject that come from several monitors (a company watched by NIP and by
 * KRS); the first of each group represents it. Different numbers of one kind mean two subjects, and events without an
 * announcement or a subject are not grouped.
 */
export function foldEvents<E extends FoldableEvent>(events: readonly E[]): [E, ...E[]][] {
  const groups: [E, ...E[]][] = []
  const byAnnouncement = new Map<string, [E, ...E[]][]>()
  for (const event of events) {
    const key = keyOf(event)
    const sameAnnouncement = key === undefined ? [] : (byAnnouncement.get(key) ?? [])
    const group = sameAnnouncement.find((members) => members.every((member) => mayShareSubject(member, event)))
    if (group) {
      group.push(event)
      continue
    }
    const newGroup: [E, ...E[]] = [event]
    groups.push(newGroup)
    if (key !== undefined) byAnnouncement.set(key, [...sameAnnouncement, newGroup])
  }
  return groups
}

function keyOf({ source, announcement_id: announcement, subject_name: name }: FoldableEvent): string | undefined {
  return source && announcement && name ? JSON.stringify([source, announcement, name]) : undefined
}

const mayShareSubject = (one: FoldableEvent, other: FoldableEvent): boolean =>
  one.identifier_type !== other.identifier_type ||
  one.identifier_value === other.identifier_value ||
  !OWN_NUMBERS.includes(one.identifier_type)
