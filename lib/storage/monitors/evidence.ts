import type { Insertable, Selectable } from 'kysely'

import { countValues, diffKeptLists, type KeptLists } from '@/lib/domain/kept-lists'

import { findMeta } from '../meta'
import type { Db } from '../storage'
import { EVIDENCE_KEY, hashOfLists, type Keeper, keeperFor } from './kept-values'
import type { DeletedMonitorTable, FilterVersionTable, PublicationGapTable } from './tables'

export type FilterVersionRow = Selectable<FilterVersionTable>

/** How values of an account are kept in the record. */
export async function findKeeper(db: Db, accountId: string): Promise<Keeper> {
  const key = await findMeta(db, EVIDENCE_KEY)
  if (key === undefined) throw new Error('the store has no key for the hashes of its record')
  return keeperFor(key, accountId)
}

type NewFilterVersion = Omit<Insertable<FilterVersionTable>, 'added' | 'removed' | 'item_count' | 'sha256'>
type HeldValues = { readonly before: KeptLists; readonly after: KeptLists }

/** Another version of a filter, by what it held before and after. */
export async function insertFilterVersion(db: Db, row: NewFilterVersion, { before, after }: HeldValues): Promise<void> {
  const { added, removed } = diffKeptLists(before, after)
  const values = {
    ...row,
    added: JSON.stringify(added),
    removed: JSON.stringify(removed),
    item_count: countValues(after),
    sha256: hashOfLists(after),
  }
  await db.insertInto('filter_versions').values(values).execute()
}

/** Oldest first. */
export const listFilterVersions = (db: Db, accountId: string, filterId: string): Promise<FilterVersionRow[]> =>
  db
    .selectFrom('filter_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('filter_id', '=', filterId)
    .orderBy('id')
    .execute()

/** The newest version of each filter of the account. */
export async function listLatestVersions(
  db: Db,
  accountId: string,
): Promise<Pick<FilterVersionRow, 'id' | 'filter_id' | 'kind' | 'witness'>[]> {
  const latest = db
    .selectFrom('filter_versions')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('account_id', '=', accountId)
    .groupBy('filter_id')
  return db
    .selectFrom('filter_versions')
    .select(['id', 'filter_id', 'kind', 'witness'])
    .where('id', 'in', latest)
    .execute()
}

/** It was still so then. */
export async function confirmFilterVersion(db: Db, id: number, seenUntil: string): Promise<void> {
  await db.updateTable('filter_versions').set({ seen_until: seenUntil }).where('id', '=', id).execute()
}

export async function insertDeletedMonitor(db: Db, row: DeletedMonitorTable): Promise<void> {
  await db.insertInto('deleted_monitors').values(row).execute()
}

export const findDeletedMonitor = (db: Db, accountId: string, id: string): Promise<DeletedMonitorTable | undefined> =>
  db
    .selectFrom('deleted_monitors')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertPublicationGap(db: Db, gap: PublicationGapTable): Promise<void> {
  await db
    .insertInto('publication_gaps')
    .values(gap)
    .onConflict((conflict) => conflict.column('from_at').doNothing())
    .execute()
}

/** Those that meet the time between two instants, oldest first. */
export const listPublicationGaps = (db: Db, from: string, until: string): Promise<PublicationGapTable[]> =>
  db
    .selectFrom('publication_gaps')
    .selectAll()
    .where('from_at', '<', until)
    .where('until_at', '>', from)
    .orderBy('from_at')
    .execute()

/** Since when a store that is older than its record keeps one; undefined where nothing is older. */
export const findEvidenceSince = (db: Db): Promise<string | undefined> => findMeta(db, 'evidence_since')
