import type { Db } from '@/lib/storage/storage'

/** Days from `from` (inclusive) to `before` (exclusive). */
export type IssueQuery = { readonly from: string; readonly before: string }
export type IssueRow = {
  readonly day: string
  readonly positions: number
  /** JSON of the report row of one of its positions. */
  readonly row: string
}

const selectMatching = (db: Db, { from, before }: IssueQuery) =>
  db.selectFrom('announcements').where('source', '=', 'msig').where('day', '>=', from).where('day', '<', before)

/** Days of the gazette, newest first. */
export async function listIssues(db: Db, query: IssueQuery, limit: number): Promise<IssueRow[]> {
  const days = await selectMatching(db, query)
    .select((eb) => ['day', eb.fn.min('id').as('id'), eb.fn.countAll<number>().as('positions')])
    .groupBy('day')
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()
  if (days.length === 0) return []
  const ids = days.map(({ id }) => id)
  const rows = await db.selectFrom('announcements').select(['day', 'row']).where('id', 'in', ids).execute()
  const rowByDay = new Map(rows.map(({ day, row }) => [day, row]))
  return days.flatMap(({ day, positions }) => {
    const row = rowByDay.get(day)
    // The day's announcements may have been deleted since the list was read.
    return row === undefined ? [] : [{ day, positions, row }]
  })
}

export async function countIssues(db: Db, query: IssueQuery): Promise<number> {
  const { count } = await selectMatching(db, query)
    .select((eb) => eb.fn.count<number>('day').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
