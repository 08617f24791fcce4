import { sql } from 'kysely'

import { chunksOf } from '@/lib/domain/collections/chunks'
import type { IdentifierType } from '@/lib/domain/identifiers/identifiers'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { contains, containsWords } from '@/lib/storage/engine/like'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows, returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { MonitorRecordTable } from '../tables'
import { changeMonitorCount } from './monitor-counts'

type NameRow = Pick<MonitorRecordTable, 'id' | 'identifier_type' | 'identifier_value' | 'label' | 'subject_name'>

/** Monitors of a company by any of its numbers, in all accounts. */
export async function listMonitorsOf(db: Db, companyId: string): Promise<NameRow[]> {
  const company = await db
    .selectFrom('subjects')
    .select(['id', 'krs', 'nip'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) return []
  const companyNumbers = [
    ['subject_id', company.id],
    ['krs', company.krs],
    ['nip', company.nip],
  ] as const
  const found: NameRow[] = []
  // One query per number: with an `or`, SQLite would scan all monitors.
  for (const [type, value] of companyNumbers) {
    if (value === null) continue
    const rows = db
      .selectFrom('monitors')
      .select(['id', 'identifier_type', 'identifier_value', 'label', 'subject_name'])
      .where('identifier_type', '=', type)
      .where('identifier_value', '=', value)
    found.push(...(await rows.execute()))
  }
  return found
}

export async function renameMonitored(
  db: Db,
  id: string,
  { name, search_text }: { name: string; search_text: string },
): Promise<void> {
  await db.updateTable('monitors').set({ subject_name: name, search_text }).where('id', '=', id).execute()
}

export type MonitorQuery = {
  accountId: string
  tags: readonly string[]
  untagged: boolean
  filterId: string | undefined
  identifierType: IdentifierType | undefined
  search: MonitorSelection | undefined
}
/**
 * `texts` are folded spellings; the words of one of them must occur in names, labels and numbers as displayed. `pesel`
 * is a whole number, watched or in a label.
 */
export type MonitorSelection = { texts: readonly string[]; digits: string | undefined; pesel: string | undefined }

function selectMatching(db: Db, query: MonitorQuery) {
  let rows = db.selectFrom('monitors').where('monitors.account_id', '=', query.accountId)
  if (query.filterId !== undefined) rows = rows.where('filter_id', '=', query.filterId)
  if (query.identifierType) rows = rows.where('identifier_type', '=', query.identifierType)
  for (const tag of new Set(query.tags)) {
    rows = rows.where('monitors.id', 'in', (eb) =>
      eb
        .selectFrom('monitor_tags')
        .select('monitor_id')
        .where('monitor_tags.account_id', '=', query.accountId)
        .where('tag', '=', tag),
    )
  }
  if (query.untagged) {
    rows = rows.where((eb) =>
      eb.not(eb.exists(eb.selectFrom('monitor_tags').select('tag').whereRef('monitor_id', '=', 'monitors.id'))),
    )
  }
  return query.search ? narrowToSearch(rows, query.search) : rows
}

type Rows = ReturnType<typeof allRows>
const allRows = (db: Db) => db.selectFrom('monitors')

function narrowToSearch(rows: Rows, { texts, digits, pesel }: MonitorSelection): Rows {
  return rows.where((eb) => {
    const column = eb.ref('search_text')
    const conditions = texts.map((text) => containsWords(column, text))
    if (digits !== undefined) conditions.push(contains(column, digits))
    if (pesel !== undefined) {
      conditions.push(eb.and([eb('identifier_type', '=', 'pesel'), eb('identifier_value', '=', pesel)]))
      conditions.push(contains(sql<string>`coalesce(${eb.ref('label')}, '')`, pesel))
    }
    return eb.or(conditions)
  })
}

/** Newest first; `before` is a position, exclusive. */
export async function listMonitors(
  db: Db,
  query: MonitorQuery & { before: number | undefined; limit: number },
): Promise<MonitorRecordTable[]> {
  let rows = selectMatching(db, query)
  if (query.before !== undefined) rows = rows.where('position', '<', query.before)
  return rows.selectAll('monitors').orderBy('position', 'desc').limit(query.limit).execute()
}

export const countMonitors = (db: Db, query: MonitorQuery): Promise<number> =>
  selectMatching(db, query).$call(countRows)

const monitorKey = (accountId: string, id: string) => ({ account_id: accountId, id })

export const findMonitor = (db: Db, accountId: string, id: string): Promise<MonitorRecordTable | undefined> =>
  db
    .selectFrom('monitors')
    .selectAll()
    .where((eb) => eb.and(monitorKey(accountId, id)))
    .executeTakeFirst()

export async function updateMonitorLabel(
  db: Db,
  monitor: Pick<MonitorRecordTable, 'account_id' | 'id' | 'label' | 'search_text'>,
): Promise<void> {
  const { account_id: accountId, id, label, search_text } = monitor
  await db
    .updateTable('monitors')
    .set({ label, search_text })
    .where((eb) => eb.and(monitorKey(accountId, id)))
    .execute()
}

/** Deletes a monitor of the account with its tags. */
export async function deleteMonitor(db: Db, accountId: string, id: string): Promise<void> {
  await db
    .deleteFrom('monitors')
    .where((eb) => eb.and(monitorKey(accountId, id)))
    .execute()
  await changeMonitorCount(db, accountId, -1)
}

/** All monitors must belong to one account. */
export async function insertMonitors(db: Db, monitors: readonly MonitorRecordTable[]): Promise<void> {
  await insertAll(db, 'monitors', monitors)
  const [first] = monitors
  if (first) await changeMonitorCount(db, first.account_id, monitors.length)
}

export async function findWatchedValues(
  db: Db,
  accountId: string,
  { type, values }: { type: IdentifierType; values: readonly string[] },
): Promise<string[]> {
  const found: string[] = []
  for (const chunk of chunksOf(values, LOOKUP_CHUNK)) {
    const rows = await ofAccount(db, 'monitors', accountId)
      .select('identifier_value')
      .where('identifier_type', '=', type)
      .where('identifier_value', 'in', chunk)
      .execute()
    for (const row of rows) if (row.identifier_value !== null) found.push(row.identifier_value)
  }
  return found
}

export const isFilterWatched = (db: Db, accountId: string, filterId: string): Promise<boolean> =>
  ofAccount(db, 'monitors', accountId).select('id').where('filter_id', '=', filterId).$call(returnsRow)

/** The oldest of these monitors whose filter was deleted. */
export async function findSilentMonitor(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; filter_id: string } | undefined> {
  const found: { id: string; filter_id: string | null; position: number }[] = []
  for (const chunk of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = await ofAccount(db, 'monitors', accountId)
      .select(['id', 'filter_id', 'position'])
      .where('filter_id', 'is not', null)
      .where('id', 'in', chunk)
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('filters').select('filters.id').whereRef('filters.id', '=', 'monitors.filter_id')),
        ),
      )
      .orderBy('position')
      .limit(1)
      .execute()
    found.push(...rows)
  }
  const [oldest] = found.sort((a, b) => a.position - b.position)
  return oldest?.filter_id == null ? undefined : { id: oldest.id, filter_id: oldest.filter_id }
}

export async function setMonitorFilter(
  db: Db,
  accountId: string,
  { id, filterId }: { id: string; filterId: string },
): Promise<void> {
  await db
    .updateTable('monitors')
    .set({ filter_id: filterId })
    .where((eb) => eb.and(monitorKey(accountId, id)))
    .execute()
}
