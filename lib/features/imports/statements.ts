import { sql } from 'kysely'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { returnsRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ImportMonitorTable, ImportTable, ImportRejectionTable } from './tables'

export type StoredImport = ImportTable

/** False if it exists: the step was submitted again. */
export const insertImport = (db: Db, row: ImportTable): Promise<boolean> => insertNew(db, 'imports', row, ['id'])

export const findImport = (db: Db, accountId: string, id: string): Promise<ImportTable | undefined> =>
  db.selectFrom('imports').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const listImports = (db: Db, accountId: string, limit: number): Promise<ImportTable[]> =>
  ofAccount(db, 'imports', accountId).selectAll().orderBy('started_at', 'desc').limit(limit).execute()

export async function updateImport(db: Db, id: string, change: Partial<ImportTable>): Promise<void> {
  await db.updateTable('imports').set(change).where('id', '=', id).execute()
}

/** False if it has ended before. */
export const endRunningImport = (db: AccountTx, id: string, finishedAt: string): Promise<boolean> =>
  leaveState(db, { id, state: 'running' }, { state: 'done', finished_at: finishedAt })

/** False if another process has closed its undo. */
export const closeImportUndo = (db: AccountTx, id: string, undoneAt: string): Promise<boolean> =>
  leaveState(db, { id, state: 'undoing' }, { state: 'undone', undone_at: undoneAt })

const leaveState = (
  db: AccountTx,
  { id, state }: Pick<ImportTable, 'id' | 'state'>,
  to: Partial<ImportTable>,
): Promise<boolean> =>
  db.updateTable('imports').set(to).where('id', '=', id).where('state', '=', state).returning('id').$call(returnsRow)

/** Existing rows stay unchanged. */
export const insertImportMonitors = (db: Db, rows: readonly ImportMonitorTable[]): Promise<void> =>
  insertAll(db, 'import_monitors', rows, ['import_id', 'monitor_id', 'effect'])

export type ImportCount = Pick<ImportMonitorTable, 'effect' | 'state'> & {
  readonly count: number
  /** Added ones whose subject the service did not name. */
  readonly unnamed: number
  /** Removed persons whose number is not stored. */
  readonly persons: number
}

export async function countImportMonitors(
  db: Db,
  ids: readonly string[],
): Promise<(ImportCount & { readonly import_id: string })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('import_monitors')
    .select(({ fn }) => [
      'import_id',
      'effect',
      'state',
      fn.countAll().as('count'),
      sql<number>`sum(case when named = 0 then 1 else 0 end)`.as('unnamed'),
      sql<number>`sum(case when effect = 'removed' and (identifier like '%•%' or label like '%•%') then 1 else 0 end)`.as(
        'persons',
      ),
    ])
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'effect', 'state'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

type Page = {
  readonly importId: string
  readonly effect?: ImportMonitorTable['effect'] | undefined
  readonly state?: ImportMonitorTable['state'] | undefined
  /** Only added ones without a name. */
  readonly unnamed?: boolean | undefined
  readonly after?: string | undefined
  readonly byLine?: boolean | undefined
  readonly limit: number
}

/** Ordered by id, or by the imported list. */
export function listImportMonitors(db: Db, page: Page): Promise<ImportMonitorTable[]> {
  let select = db.selectFrom('import_monitors').selectAll().where('import_id', '=', page.importId)
  if (page.effect !== undefined) select = select.where('effect', '=', page.effect)
  if (page.state !== undefined) select = select.where('state', '=', page.state)
  if (page.unnamed === true) select = select.where('named', '=', 0)
  if (page.after !== undefined) select = select.where('monitor_id', '>', page.after)
  if (page.byLine === true) select = select.orderBy('line')
  return select.orderBy('monitor_id').orderBy('effect').limit(page.limit).execute()
}

export async function updateImportMonitor(
  db: Db,
  row: Pick<ImportMonitorTable, 'import_id' | 'monitor_id' | 'effect'>,
  change: Partial<ImportMonitorTable>,
): Promise<void> {
  await db
    .updateTable('import_monitors')
    .set(change)
    .where('import_id', '=', row.import_id)
    .where('monitor_id', '=', row.monitor_id)
    .where('effect', '=', row.effect)
    .execute()
}

/** Marks all remaining effects of an import as undone. */
export async function markMonitorsUndone(db: Db, importId: string, undone: { at: string; by: string }): Promise<void> {
  await db
    .updateTable('import_monitors')
    .set({ state: 'undone', undone_at: undone.at, undone_by: undone.by })
    .where('import_id', '=', importId)
    .where('state', '=', 'kept')
    .execute()
}

export type MonitorImportRow = ImportTable &
  Pick<ImportMonitorTable, 'effect' | 'tags' | 'at'> & {
    readonly row_state: ImportMonitorTable['state']
    readonly row_undone_at: string | null
    readonly row_undone_by: string | null
  }

/** Imports of all accounts with a started undo. */
export const listUndoing = (db: Db): Promise<ImportTable[]> =>
  db.selectFrom('imports').selectAll().where('state', '=', 'undoing').orderBy('started_at').execute()

/** The imports that affected a monitor, newest first. */
export const listImportsOf = (
  db: Db,
  query: { accountId: string; monitorId: string; limit: number },
): Promise<MonitorImportRow[]> =>
  db
    .selectFrom('import_monitors as m')
    .innerJoin('imports as i', 'i.id', 'm.import_id')
    .selectAll('i')
    .select(['m.effect', 'm.tags', 'm.at', 'm.state as row_state'])
    .select(['m.undone_at as row_undone_at', 'm.undone_by as row_undone_by'])
    .where('m.account_id', '=', query.accountId)
    .where('m.monitor_id', '=', query.monitorId)
    .orderBy('m.at', 'desc')
    .limit(query.limit)
    .execute()

/** Existing rows stay unchanged. */
export const insertImportRejections = (db: Db, rows: readonly ImportRejectionTable[]): Promise<void> =>
  insertAll(db, 'import_rejections', rows, ['import_id', 'place'])

/** In the order of the list; rows that the service refused follow their own numbering. */
export const listImportRejections = (db: Db, importId: string): Promise<ImportRejectionTable[]> =>
  db
    .selectFrom('import_rejections')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('line')
    .orderBy('place')
    .execute()

export async function countServiceRefusals(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_rejections')
    .select(({ fn }) => ['import_id', fn.countAll().as('count')])
    .where('import_id', 'in', ids)
    .where('kind', '=', 'service')
    .groupBy('import_id')
    .execute()
  return new Map(rows.map(({ import_id: id, count }) => [id, Number(count)]))
}
