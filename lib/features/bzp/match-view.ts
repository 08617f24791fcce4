import type { BzpNotice } from '@/lib/contract/bzp'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import type { RuleReader } from '@/lib/features/rules/statements/rules'
import type { OwnedRowsViewer } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import type { BzpMatch, Colleague } from './contract/alerts'
import { listFoundNotices, listHitsOf } from './statements/hits'
import { listFinders, type VisibleMatch } from './statements/matches'
import { listColleagues } from './statements/readings'
import type { BzpHitTable } from './tables'

export const toColleague = ({ user_id, email, name }: RuleReader): Colleague => ({ user_id, email, name })

export type FoundNotice = BzpMatch['notice']
type Change = BzpMatch['earlier'][number]['changes'][number]

export async function toMatches(db: Db, viewer: OwnedRowsViewer, rows: readonly VisibleMatch[]): Promise<BzpMatch[]> {
  if (rows.length === 0) return []
  const hits = await hitsByMatch(db, rows)
  const noticeIds = [...hits.values()].flatMap((each) => each.map(({ notice_id: id }) => id))
  const notices = await readStoredNotices(db, viewer.accountId, noticeIds)
  const tenders = [...new Set(rows.map(({ tender_id: id }) => id))]
  const [finders, colleagues] = [await listFinders(db, viewer, tenders), await listColleagues(db, viewer.accountId)]
  return rows.map((row) => {
    const assignee = colleagues.find(({ user_id }) => user_id === row.assignee)
    const others = finders.filter((each) => each.tender_id === row.tender_id && each.alert_id !== row.alert_id)
    return {
      ...stateOf(row),
      ...foldNotices(hits.get(keyOf(row)) ?? [], row, notices),
      assignee: assignee ? toColleague(assignee) : null,
      also_in: others.map(({ alert_id }) => alert_id),
    }
  })
}

const stateOf = (row: VisibleMatch) => ({
  alert_id: row.alert_id,
  tender_id: row.tender_id,
  number: row.number,
  found_at: row.found_at,
  is_new: row.is_new === 1,
  is_read: row.is_read === 1,
  is_starred: row.is_starred === 1,
  dismissed:
    row.dismissed_at === null ? null : { reason: row.dismissed_reason, by: row.dismissed_by, at: row.dismissed_at },
  note: row.note,
})

type MatchKeyColumns = { readonly alert_id: string; readonly tender_id: string }
const keyOf = ({ alert_id, tender_id }: MatchKeyColumns): string => `${alert_id} ${tender_id}`

async function hitsByMatch(db: Db, rows: readonly VisibleMatch[]): Promise<Map<string, BzpHitTable[]>> {
  const byAlert = groupBy(rows, ({ alert_id: id }) => id)
  const hits: BzpHitTable[] = []
  for (const [alertId, matches] of byAlert) {
    const tenders = matches.map(({ tender_id: id }) => id)
    hits.push(...(await listHitsOf(db, alertId, tenders)))
  }
  return groupBy(hits, keyOf)
}

export async function readStoredNotices(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundNotice>> {
  const rows = await listFoundNotices(db, accountId, ids)
  // Safe: only `recordAlertHits` writes this JSON.
  return new Map(rows.map(({ notice_id: id, content }) => [id, JSON.parse(content) as FoundNotice]))
}

/** Puts the match's current notice first and sorts the others by publication, newest first. */
function foldNotices(
  hits: readonly BzpHitTable[],
  row: VisibleMatch,
  notices: ReadonlyMap<string, FoundNotice>,
): Pick<BzpMatch, 'notice' | 'earlier'> {
  const newestFirst = hits.toSorted(
    (a, b) =>
      Number(b.notice_id === row.notice_id) - Number(a.notice_id === row.notice_id) ||
      compareValues(b.published_at, a.published_at) ||
      b.number - a.number,
  )
  const [notice = { id: row.notice_id }, ...earlier] = newestFirst.map(
    ({ notice_id: id }): FoundNotice => notices.get(id) ?? { id },
  )
  return {
    notice,
    earlier: earlier.map((before, index) => ({
      id: before.id,
      notice_number: before.notice_number ?? null,
      published_at: before.published_at ?? null,
      changes: changesBetween(before, index === 0 ? notice : (earlier[index - 1] ?? notice)),
    })),
  }
}

const comparedFields = [
  'title',
  'description',
  'offers_until',
  'estimated_value_pln',
  'cpv',
  'order_type',
  'notice_type',
] as const satisfies readonly (keyof BzpNotice)[]

/** A field that only one of the two notices has is not reported as changed. */
function changesBetween(before: FoundNotice, after: FoundNotice): Change[] {
  return comparedFields.flatMap((field) => {
    const [was, is] = [before[field], after[field]]
    if (was === undefined || is === undefined || textOf(was) === textOf(is)) return []
    return [{ field, before: textOf(was), after: textOf(is) }]
  })
}

const textOf = (value: string | number | readonly string[] | null): string | null =>
  value === null ? null : Array.isArray(value) ? value.join(', ') : String(value)
