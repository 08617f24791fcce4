import type { Insertable } from 'kysely'

import type { AccountTx } from '@/lib/storage/engine/account-lock'
import { insertNew } from '@/lib/storage/engine/insert-new'
import { isFree, type Lease, leaseOf } from '@/lib/storage/engine/lease'
import { ofAccount } from '@/lib/storage/engine/of-account'
import { countRows, countWritten, wroteRow } from '@/lib/storage/engine/outcome'
import type { Db } from '@/lib/storage/storage'

import type { ArchivedReportTable } from '../tables'

/** False if this edition already exists. */
export const insertArchivedReport = (db: Db, report: Insertable<ArchivedReportTable>): Promise<boolean> =>
  insertNew(db, 'archived_reports', report, ['account_id', 'report_id', 'generated_at'])

/** Stored editions as `<report id> <generated at>`, from a report date on. */
export async function listKnownEditions(db: Db, accountId: string, from: string): Promise<ReadonlySet<string>> {
  const rows = await ofAccount(db, 'archived_reports', accountId)
    .select(['report_id', 'generated_at'])
    .where('report_date', '>=', from)
    .execute()
  return new Set(rows.map(({ report_id, generated_at }) => `${report_id} ${generated_at}`))
}

/** States of reports that are neither stored nor lost. */
export const unfinishedStates = ['waiting', 'failed'] as const

export const archiveLease = leaseOf('archived_reports')

export const claimArchivedReport = (db: Db, lease: Lease): Promise<ArchivedReportTable | undefined> =>
  archiveLease
    .claim(db, lease)
    .where('state', 'in', unfinishedStates)
    .where('next_at', '<=', lease.now)
    .returningAll()
    .executeTakeFirst()

export const listUnfinished = (db: Db, accountId: string): Promise<ArchivedReportTable[]> =>
  ofAccount(db, 'archived_reports', accountId)
    .selectAll()
    .where('state', 'in', unfinishedStates)
    .orderBy('report_date')
    .orderBy('id')
    .execute()

/** False if a process has claimed the report or finished it. */
export const markReportLost = (
  db: AccountTx,
  { id, failure, now }: { readonly id: string; readonly failure: string; readonly now: string },
): Promise<boolean> =>
  db
    .updateTable('archived_reports')
    .set({ state: 'lost', failure, claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('state', 'in', unfinishedStates)
    .where(isFree(now))
    .$call(wroteRow)

/** Makes all unfinished reports due now. */
export const retryArchiveNow = (db: AccountTx, accountId: string, now: string): Promise<number> =>
  db
    .updateTable('archived_reports')
    .set({ next_at: now })
    .where('account_id', '=', accountId)
    .where('state', 'in', unfinishedStates)
    .$call(countWritten)

export const listStoredBefore = (
  db: Db,
  { accountId, before, location, limit }: StoredBefore,
): Promise<ArchivedReportTable[]> =>
  ofAccount(db, 'archived_reports', accountId)
    .selectAll()
    .where('state', '=', 'stored')
    .where('location', '=', location)
    .where('stored_at', '<', before)
    .orderBy('stored_at')
    .orderBy('id')
    .limit(limit)
    .execute()

type StoredBefore = {
  readonly accountId: string
  readonly before: string
  readonly location: string
  readonly limit: number
}

export const countStoredBefore = (
  db: Db,
  { accountId, before, location }: Omit<StoredBefore, 'limit'>,
): Promise<number> =>
  ofAccount(db, 'archived_reports', accountId)
    .where('state', '=', 'stored')
    .where('location', '=', location)
    .where('stored_at', '<', before)
    .$call(countRows)

export async function markRemoved(db: AccountTx, ids: readonly string[], now: string): Promise<void> {
  await db
    .updateTable('archived_reports')
    .set({ state: 'removed', removed_at: now, is_unlisted: 1 })
    .where('id', 'in', [...ids])
    .where('state', '=', 'stored')
    .execute()
}

/** Days of one location whose manifest is out of date. */
export const listUnlistedDays = (db: Db, accountId: string, location: string): Promise<{ report_date: string }[]> =>
  ofAccount(db, 'archived_reports', accountId)
    .select('report_date')
    .distinct()
    .where('location', '=', location)
    .where('is_unlisted', '=', 1)
    .orderBy('report_date')
    .execute()

/** Reports of a day, including those that its manifest has to drop. */
export const listDayReports = (
  db: Db,
  { accountId, location, day }: { readonly accountId: string; readonly location: string; readonly day: string },
): Promise<ArchivedReportTable[]> =>
  ofAccount(db, 'archived_reports', accountId)
    .selectAll()
    .where('location', '=', location)
    .where('report_date', '=', day)
    .where('state', 'in', ['stored', 'removed', 'lost'])
    .orderBy('name')
    .execute()

export async function markListed(db: Db, rows: readonly Pick<ArchivedReportTable, 'id' | 'state'>[]): Promise<void> {
  for (const { id, state } of rows) {
    await db
      .updateTable('archived_reports')
      .set({ is_unlisted: 0 })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute()
  }
}

export const findArchivedReport = (db: Db, accountId: string, id: string): Promise<ArchivedReportTable | undefined> =>
  ofAccount(db, 'archived_reports', accountId).selectAll().where('id', '=', id).executeTakeFirst()

export async function changeArchivedReport(
  db: Db,
  id: string,
  change: Partial<Pick<ArchivedReportTable, 'state' | 'failure' | 'verified_at' | 'is_unlisted'>>,
): Promise<void> {
  await db.updateTable('archived_reports').set(change).where('id', '=', id).where('state', '=', 'stored').execute()
}

export const findByName = (db: Db, accountId: string, name: string): Promise<ArchivedReportTable | undefined> =>
  ofAccount(db, 'archived_reports', accountId).selectAll().where('name', '=', name).executeTakeFirst()
