import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

import { contains } from '@/lib/storage/engine/like'
import { countRows } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import { type WhiteListGroup, whiteListGroups, type WhiteListOrder } from '../domain/groups'
import type { WhiteListNumberTable, WhiteListRowTable } from '../tables'

export type WhiteListResultRow = Pick<WhiteListRowTable, 'position' | 'line' | 'account' | 'day' | 'verdict'> &
  Omit<WhiteListNumberTable, 'run_id' | 'account_id' | 'position' | 'answer' | 'folded'>

const selectJoined = (db: Db, runId: string) =>
  db
    .selectFrom('white_list_rows as r')
    .innerJoin('white_list_numbers as n', (join) =>
      join.onRef('n.run_id', '=', 'r.run_id').onRef('n.position', '=', 'r.number'),
    )
    .where('r.run_id', '=', runId)

type ResultFilter = { readonly group?: WhiteListGroup | undefined; readonly q?: string | undefined }

const conditions: Readonly<Record<WhiteListGroup, Expression<SqlBool>>> = {
  active: sql<SqlBool>`n.status = 'active'`,
  exempt: sql<SqlBool>`n.status = 'exempt'`,
  unregistered: sql<SqlBool>`n.status = 'unregistered'`,
  not_found: sql<SqlBool>`n.status = 'not_found'`,
  account_listed: sql<SqlBool>`r.verdict = 'listed'`,
  account_not_listed: sql<SqlBool>`r.verdict = 'not_listed'`,
  account_cannot_tell: sql<SqlBool>`r.verdict = 'cannot_tell'`,
  error: sql<SqlBool>`n.state = 'error'`,
  unsure: sql<SqlBool>`n.state = 'unsure'`,
  waiting: sql<SqlBool>`n.state in ('waiting', 'asked')`,
}

const selectNarrowed = (db: Db, runId: string, { group, q }: ResultFilter) =>
  selectJoined(db, runId)
    .$if(group !== undefined, (query) => query.where(conditions[group ?? 'waiting']))
    .$if(q !== undefined && q !== '', (query) => query.where(contains(sql<string>`n.folded`, q ?? '')))

type Page = ResultFilter & {
  readonly order: WhiteListOrder
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

const orderings: Readonly<Record<WhiteListOrder, RawBuilder<unknown>>> = {
  attention: sql`case
    when r.verdict = 'not_listed' or n.status in ('unregistered', 'not_found') or n.state in ('error', 'unsure') then 0
    when r.verdict = 'cannot_tell' then 1
    else 2
  end`,
  line: sql.ref('r.position'),
  number: sql.ref('n.value'),
  name: sql.ref('n.folded'),
  status: sql.ref('n.status'),
}

export const listResultRows = (
  db: Db,
  runId: string,
  { order, isDescending, limit, offset, ...narrowing }: Page,
): Promise<WhiteListResultRow[]> =>
  selectNarrowed(db, runId, narrowing)
    .select([
      'r.position',
      'r.line',
      'r.account',
      'r.day',
      'r.verdict',
      'n.kind',
      'n.value',
      'n.state',
      'n.status',
      'n.removed_on',
      'n.name',
      'n.nip',
      'n.request_id',
      'n.answered_at',
      'n.sha256',
      'n.fault',
    ])
    // Rows without a value come last on both engines.
    .orderBy(sql`case when ${orderings[order]} is null then 1 else 0 end`)
    .orderBy(orderings[order], isDescending ? 'desc' : 'asc')
    .orderBy('r.position')
    .limit(limit)
    .offset(offset)
    .execute()

export const countResultRows = (db: Db, runId: string, narrowing: ResultFilter): Promise<number> =>
  selectNarrowed(db, runId, narrowing).$call(countRows)

export async function countGroups(db: Db, runId: string): Promise<Record<WhiteListGroup, number>> {
  const row = await selectJoined(db, runId)
    .select(
      whiteListGroups.map((group) => sql<number>`sum(case when ${conditions[group]} then 1 else 0 end)`.as(group)),
    )
    .executeTakeFirst()
  const counts = { ...NO_COUNTS }
  for (const group of whiteListGroups) counts[group] = row?.[group] ?? 0
  return counts
}

const NO_COUNTS: Record<WhiteListGroup, number> = {
  active: 0,
  exempt: 0,
  unregistered: 0,
  not_found: 0,
  account_listed: 0,
  account_not_listed: 0,
  account_cannot_tell: 0,
  error: 0,
  unsure: 0,
  waiting: 0,
}

export type NumberStates = Record<WhiteListNumberTable['state'], number>

export async function countNumberStates(db: Db, runIds: readonly string[]): Promise<Map<string, NumberStates>> {
  const counts = new Map(runIds.map((id) => [id, { waiting: 0, asked: 0, answered: 0, unsure: 0, error: 0 }]))
  if (runIds.length === 0) return counts
  const rows = await db
    .selectFrom('white_list_numbers')
    .select((e) => ['run_id', 'state', e.fn.countAll<number>().as('count')])
    .where('run_id', 'in', runIds)
    .groupBy(['run_id', 'state'])
    .execute()
  for (const { run_id, state, count } of rows) {
    const runCounts = counts.get(run_id)
    if (runCounts) runCounts[state] = count
  }
  return counts
}
