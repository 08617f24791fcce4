import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { archiveFolder } from '@/lib/features/archive/disk-place'
import { recordAudit } from '@/lib/features/audit/audit'
import { openLogForDeletion } from '@/lib/features/retention/delete-old-entries'
import { findAccountBySlug } from '@/lib/service/accounts/statements/accounts'
import {
  closeAccountRow,
  deleteAccountRow,
  deleteAccountRows,
} from '@/lib/service/accounts/statements/delete-account-rows'
import type { AccountTable } from '@/lib/service/accounts/tables'
import { listJobFilesOf } from '@/lib/service/reports/statements/report-jobs'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { listMembers, listMembershipsOf } from './statements/members'
import { findUser, deletePerson } from './statements/users'

type AccountDeletionInput = {
  readonly slug: string
  readonly actor: string
  readonly now: Date
  /** Also deletes the audit log, the ledger and the statements, so that no data of the account remains. */
  readonly withBooks: boolean
}

export type AccountDeletion = {
  readonly id: string
  readonly rows: Readonly<Record<string, number>>
  /** People who were members of no other account. */
  readonly people: readonly string[]
  readonly files: number
}

/**
 * Deletes an account: its monitors, filters, events, reports and their files, keys, members and settings, and people
 * who are members of no other account. Without `withBooks` the audit log, the ledger and the statements stay under a
 * row without sign-in and keys, whose name can be used again. Undefined if the account does not exist.
 */
export async function deleteAccount(
  storage: Pick<Storage, 'db'>,
  dataDir: string,
  deletion: AccountDeletionInput,
): Promise<AccountDeletion | undefined> {
  const account = await findAccountBySlug(storage.db, deletion.slug)
  if (!account) return undefined
  const deletedAccount = await inAccounts(storage, [account.id], async (db) => {
    const files = await listJobFilesOf(db, account.id)
    const people = await deletePeopleOf(db, account.id)
    const rows = await deleteRows(db, account, deletion)
    return { id: account.id, rows, people, files }
  })
  // Files are deleted after the rows: an unreferenced file is harmless, but a row without its file would be an error.
  for (const file of deletedAccount.files) await rm(join(dataDir, 'reports', file), { force: true })
  await rm(archiveFolder(dataDir, deletedAccount.id), { recursive: true, force: true })
  return { ...deletedAccount, files: deletedAccount.files.length }
}

/** Deletes people who are in no other account; the others only lose the membership, with the account's rows. */
async function deletePeopleOf(db: Db, accountId: string): Promise<string[]> {
  const deletedEmails: string[] = []
  for (const { user_id: userId } of await listMembers(db, accountId)) {
    const user = await findUser(db, userId)
    if (!user || (await listMembershipsOf(db, userId)).length > 1) continue
    await deletePerson(db, user)
    deletedEmails.push(user.email)
  }
  return deletedEmails
}

async function deleteRows(
  db: AccountTx,
  account: AccountTable,
  { actor, now, withBooks }: AccountDeletionInput,
): Promise<Record<string, number>> {
  if (withBooks) await openLogForDeletion(db, account.id)
  const rows = await deleteAccountRows(db, account.id, withBooks)
  if (withBooks) {
    await deleteAccountRow(db, account.id)
    return rows
  }
  const before = { slug: account.slug, name: account.name }
  await recordAudit(db, { accountId: account.id, actor, action: 'accounts.delete', before, now })
  await closeAccountRow(db, account.id)
  return rows
}
