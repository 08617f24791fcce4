import { activeMembers } from '@/lib/features/members/statements/members'
import { accountRow } from '@/lib/storage/engine/account-row'
import { isFree } from '@/lib/storage/engine/lease'
import type { Db } from '@/lib/storage/storage'

import { unfinishedStates } from './reports'

const settings = accountRow('archive_settings')
export const findArchiveSettings = settings.find
export const putArchiveSettings = settings.put
export const changeArchiveSettings = settings.update

const archivingAccounts = (db: Db) =>
  db
    .selectFrom('archive_settings')
    .innerJoin('accounts', 'accounts.id', 'archive_settings.account_id')
    .selectAll('archive_settings')
    .select(['accounts.slug', 'accounts.name', 'accounts.sealed_api_key'])

/** Accounts that collect reports or did so earlier, with their API keys. Stored reports are maintained after
 * collecting ends. */
export const listArchivingAccounts = (db: Db) => archivingAccounts(db).orderBy('archive_settings.account_id').execute()

export type ArchivingAccount = Awaited<ReturnType<typeof listArchivingAccounts>>[number]

export const findArchivingAccount = (db: Db, accountId: string): Promise<ArchivingAccount | undefined> =>
  archivingAccounts(db).where('archive_settings.account_id', '=', accountId).executeTakeFirst()

/** Owners and compliance staff, who are notified when collecting fails. */
export const listArchiveRecipients = (db: Db, accountId: string) =>
  activeMembers(db, accountId)
    .select(['users.email', 'users.locale'])
    .where('members.role', 'in', ['owner', 'compliance'])
    .orderBy('users.email')
    .execute()

/** Reports that are due and not claimed. */
const dueReports = (db: Db, now: string) =>
  db
    .selectFrom('archived_reports')
    .innerJoin('archive_settings', 'archive_settings.account_id', 'archived_reports.account_id')
    .where('archive_settings.enabled', '=', 1)
    .where('archived_reports.state', 'in', unfinishedStates)
    .where('archived_reports.next_at', '<=', now)
    .where(isFree(now, 'archived_reports.claimed_until'))

/** Due reports of one account; of equally due ones the first to expire comes first. */
export const listDueReports = (
  db: Db,
  { accountId, now, limit }: { readonly accountId: string; readonly now: string; readonly limit: number },
): Promise<{ id: string }[]> =>
  dueReports(db, now)
    .select('archived_reports.id')
    .where('archived_reports.account_id', '=', accountId)
    .orderBy('archived_reports.next_at')
    .orderBy('archived_reports.expires_at')
    .orderBy('archived_reports.id')
    .limit(limit)
    .execute()

export const listDueAccounts = (db: Db, now: string): Promise<{ account_id: string }[]> =>
  dueReports(db, now)
    .select('archived_reports.account_id')
    .groupBy('archived_reports.account_id')
    .orderBy((e) => e.fn.min('archived_reports.next_at'))
    .orderBy('archived_reports.account_id')
    .execute()
