import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import type { Db, Storage } from '@/lib/storage/storage'

import { countActiveOwners, findMember, inAccountsOf, listMembershipsOf } from './statements/members'
import { findUser, deletePerson } from './statements/users'
import type { MemberTable, UserTable } from './tables'

type Deletion = Pick<AuditEvent, 'actor' | 'address' | 'requestId' | 'now'> & { readonly userId: string }

/** `last_owner`: ids of accounts that would be left without an owner; another owner has to be appointed first. */
export type UserDeletion =
  | { readonly state: 'deleted'; readonly accounts: readonly string[] }
  | { readonly state: 'unknown' }
  | { readonly state: 'last_owner'; readonly accounts: readonly string[] }

/**
 * Deletes a person in one transaction: their credentials, sessions, memberships, marks, own views, and invitations that
 * they sent or received. Their actions stay in audit logs and histories under the recorded e-mail.
 */
export function deleteUser(storage: Pick<Storage, 'db'>, { userId, ...auditFields }: Deletion): Promise<UserDeletion> {
  return inAccountsOf(storage, userId, async (tx) => {
    const user = await findUser(tx, userId)
    if (!user) return { state: 'unknown' }
    const memberships = await listMembershipsOf(tx, userId)
    const orphaned = await accountsLeftWithout(tx, user, memberships)
    if (orphaned.length > 0) return { state: 'last_owner', accounts: orphaned }
    await deletePerson(tx, user)
    const accounts = memberships.map(({ account_id }) => account_id)
    for (const { account_id: accountId, role } of memberships) {
      const before = { email: user.email, role }
      await recordAudit(tx, { ...auditFields, accountId, action: 'users.delete', target: userId, before })
    }
    return { state: 'deleted', accounts }
  })
}

/** Accounts of which this person is the last owner who can sign in. */
async function accountsLeftWithout(db: Db, user: UserTable, memberships: readonly MemberTable[]): Promise<string[]> {
  if (user.disabled_at !== null) return []
  const orphanedAccounts: string[] = []
  for (const { account_id: accountId } of memberships) {
    // Read again, now that the account is locked.
    const member = await findMember(db, accountId, user.id)
    const isOwner = member?.role === 'owner' && member.disabled_at === null
    if (isOwner && (await countActiveOwners(db, accountId)) <= 1) orphanedAccounts.push(accountId)
  }
  return orphanedAccounts
}
