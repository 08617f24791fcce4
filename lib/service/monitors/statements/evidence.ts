import type { Insertable, Selectable } from 'kysely'

import { countValues, diffStoredLists, type StoredLists } from '@/lib/domain/stored-lists'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { storeKey } from '@/lib/storage/engine/store-key'
import { findMeta } from '@/lib/storage/meta'
import type { Db } from '@/lib/storage/storage'

import type { DeletedMonitorTable, FilterVersionTable, MonitorAttachmentTable, PublicationGapTable } from '../tables'
import { hashOfLists, type RecordedValues, createRecordedValues } from './recorded-values'

/**
 * `attached`: what the filter held when a monitor was attached to it; it is not a table row, but part of that monitor's
 * history.
 */
export type FilterVersionRow = Omit<Selectable<FilterVersionTable>, 'kind'> & {
  kind: FilterVersionTable['kind'] | 'attached'
}

const evidenceKey = storeKey('evidence-key', 'The store was opened without the key for the hashes of its record')
export const setEvidenceKey = evidenceKey.set

/** How values of an account are stored in the record. */
export const recordedValuesOf = (db: Db, accountId: string): Promise<RecordedValues> =>
  Promise.resolve(createRecordedValues(evidenceKey.of(db), accountId))

type NewFilterVersion = Omit<Insertable<FilterVersionTable>, 'added' | 'removed' | 'item_count' | 'sha256'>
type FilterValueChange = { readonly before: StoredLists; readonly after: StoredLists }

/** Inserts a version of a filter with the difference between its values before and after. */
export async function insertFilterVersion(
  db: Db,
  row: NewFilterVersion,
  { before, after }: FilterValueChange,
): Promise<void> {
  const { added, removed } = diffStoredLists(before, after)
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
  ofAccount(db, 'filter_versions', accountId).selectAll().where('filter_id', '=', filterId).orderBy('id').execute()

export async function listLatestVersions(
  db: Db,
  accountId: string,
): Promise<Pick<FilterVersionRow, 'id' | 'filter_id' | 'kind' | 'witness'>[]> {
  const latest = ofAccount(db, 'filter_versions', accountId)
    .select((eb) => eb.fn.max('id').as('id'))
    .groupBy('filter_id')
  return db
    .selectFrom('filter_versions')
    .select(['id', 'filter_id', 'kind', 'witness'])
    .where('id', 'in', latest)
    .execute()
}

type DeletedFilterRow = Pick<FilterVersionRow, 'filter_id' | 'at' | 'name'> & {
  /** Number of versions, including the deletion. */
  readonly versions: number
  /** Number of values before the deletion; null if no earlier version exists. */
  readonly held: number | null
}

/** Deleted filters, latest deletion first. */
export function listDeletedFilters(db: Db, accountId: string): Promise<DeletedFilterRow[]> {
  const ends = ofAccount(db, 'filter_versions', accountId)
    .select((eb) => [eb.fn.max('id').as('id'), eb.fn.countAll<number>().as('versions')])
    .groupBy('filter_id')
    .as('ends')
  return db
    .selectFrom('filter_versions as end')
    .innerJoin(ends, 'ends.id', 'end.id')
    .select(['end.filter_id', 'end.at', 'end.name', 'ends.versions'])
    .select((eb) =>
      eb
        .selectFrom('filter_versions as before')
        .select('before.item_count')
        .where('before.account_id', '=', accountId)
        .whereRef('before.filter_id', '=', 'end.filter_id')
        .whereRef('before.id', '<', 'end.id')
        .orderBy('before.id', 'desc')
        .limit(1)
        .as('held'),
    )
    .where('end.kind', 'in', ['deleted', 'gone', 'missing'])
    .orderBy('end.at', 'desc')
    .orderBy('end.id', 'desc')
    .execute()
}

/** Records that the version was still current at `seenUntil`. */
export async function confirmFilterVersion(db: Db, id: number, seenUntil: string): Promise<void> {
  await db.updateTable('filter_versions').set({ seen_until: seenUntil }).where('id', '=', id).execute()
}

export async function insertDeletedMonitor(db: Db, row: DeletedMonitorTable): Promise<void> {
  await db.insertInto('deleted_monitors').values(row).execute()
}

export const findDeletedMonitor = (db: Db, accountId: string, id: string): Promise<DeletedMonitorTable | undefined> =>
  ofAccount(db, 'deleted_monitors', accountId).selectAll().where('id', '=', id).executeTakeFirst()

/** From `at` on, the monitor uses another filter instead of the deleted one. */
export async function insertAttachment(db: Db, row: Insertable<MonitorAttachmentTable>): Promise<void> {
  await db.insertInto('monitor_attachments').values(row).execute()
}

/** Attachments of one monitor, oldest first. */
export const listAttachments = (
  db: Db,
  accountId: string,
  monitorId: string,
): Promise<Selectable<MonitorAttachmentTable>[]> =>
  ofAccount(db, 'monitor_attachments', accountId)
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .orderBy('id')
    .execute()

export async function insertPublicationGap(db: Db, gap: PublicationGapTable): Promise<void> {
  await insertNew(db, 'publication_gaps', gap, ['from_at'])
}

/** Gaps that overlap the time range, oldest first. */
export const listPublicationGaps = (db: Db, from: string, until: string): Promise<PublicationGapTable[]> =>
  db
    .selectFrom('publication_gaps')
    .selectAll()
    .where('from_at', '<', until)
    .where('until_at', '>', from)
    .orderBy('from_at')
    .execute()

/** When the record began in a store that is older than its record; undefined if the record covers everything. */
export const findEvidenceSince = (db: Db): Promise<string | undefined> => findMeta(db, 'evidence_since')
