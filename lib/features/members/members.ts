import type { Locale } from '@/lib/domain/format/locales'
import type { Role } from '@/lib/domain/roles'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import { revokeSessionsOf } from '@/lib/features/auth/statements/sessions'
import { deleteMemberMarks } from '@/lib/features/bzp/statements/readings'
import { channelRows } from '@/lib/features/channels/statements'
import { clearConsoleCalls } from '@/lib/features/console/statements'
import { clearAssignee } from '@/lib/features/events/statements/event-reviews'
import { reportScheduleRows } from '@/lib/features/report-schedules/statements/schedules'
import { deleteRulesOf } from '@/lib/features/rules/statements/rules'
import { HttpError } from '@/lib/http/errors'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { type MemberChange, membersMail, notifyOtherOwners } from './people-mail'
import { countActiveOwners, deleteMember, findMember, updateMember } from './statements/members'
import { findUser } from './statements/users'
import type { MemberTable } from './tables'

/** One person in one account. */
export type MemberKey = { readonly accountId: string; readonly userId: string }
/** The author of the change, for the audit log. */
export type ChangeAuthor = Pick<AuditEvent, 'actor' | 'address' | 'requestId' | 'now'> & {
  /** True if an SMTP server is configured to notify the other owners. */
  readonly sendsMail: boolean
}
type Store = Pick<Storage, 'db'>
type LockedMember = { readonly db: AccountTx; readonly member: MemberTable; readonly email: string }

/** Changes an account's members one at a time, on current data, so that two owners cannot demote each other. */
function withMember<T>(
  store: Store,
  { accountId, userId }: MemberKey,
  work: (lockedMember: LockedMember) => Promise<T>,
) {
  return inAccounts(store, [accountId], async (db) => {
    const member = await findMember(db, accountId, userId)
    const user = member && (await findUser(db, userId))
    if (!member || !user) throw new HttpError('not_found', 'There is no such member')
    return work({ db, member, email: user.email })
  })
}

/** Throws if the account would be left without an owner. */
async function requireAnotherOwner(db: Db, member: MemberTable): Promise<void> {
  if (member.role !== 'owner' || member.disabled_at !== null) return
  if ((await countActiveOwners(db, member.account_id)) > 1) return
  throw new HttpError('last_owner', 'The last owner cannot be removed: make somebody else an owner first')
}

type RecordedChange = {
  readonly action: MemberChange | 'members.endSessions'
  readonly before?: AuditDetails
  readonly after?: AuditDetails
  /** Named in the mail. */
  readonly newRole?: Role
}

async function recordAndNotify(
  { db, member, email }: LockedMember,
  { sendsMail, ...author }: ChangeAuthor,
  { newRole, ...change }: RecordedChange,
): Promise<void> {
  const accountId = member.account_id
  const after = { email, ...change.after }
  await recordAudit(db, { ...author, ...change, accountId, target: member.user_id, after })
  const { action } = change
  if (!sendsMail || action === 'members.endSessions') return
  const account = (await findAccount(db, accountId))?.name ?? ''
  const facts = { account, email, newRole, actor: author.actor, at: author.now.toISOString() }
  const words = (locale: Locale) => membersMail(locale, action, facts)
  await notifyOtherOwners(db, { accountId, actor: author.actor, now: author.now, words })
}

/** Throws 404, and 409 `last_owner`. */
export const setMemberRole = (
  store: Store,
  key: MemberKey,
  { role, ...author }: ChangeAuthor & { readonly role: Role },
) =>
  withMember(store, key, async (lockedMember) => {
    const { db, member } = lockedMember
    if (member.role === role) return
    if (role !== 'owner') await requireAnotherOwner(db, member)
    await updateMember(db, member, { role })
    await recordAndNotify(lockedMember, author, {
      action: 'members.setRole',
      before: { role: member.role },
      after: { role },
      newRole: role,
    })
  })

/**
 * Disables a member, ending all their sessions in the account, or enables them again. Throws 404, and 409 `last_owner`.
 */
export const setMemberDisabled = (
  store: Store,
  key: MemberKey,
  { disabled, ...author }: ChangeAuthor & { readonly disabled: boolean },
) =>
  withMember(store, key, async (lockedMember) => {
    const { db, member } = lockedMember
    if ((member.disabled_at !== null) === disabled) return
    if (disabled) await requireAnotherOwner(db, member)
    const at = author.now.toISOString()
    await updateMember(db, member, { disabled_at: disabled ? at : null })
    if (disabled) await revokeSessionsOf(db, key, at)
    await recordAndNotify(lockedMember, author, { action: disabled ? 'members.disable' : 'members.enable' })
  })

/** Throws 404, and 409 `last_owner`. The person's other memberships stay. */
export const removeMember = (
  store: Store,
  key: MemberKey,
  { action, ...author }: ChangeAuthor & { readonly action: 'members.remove' | 'members.leave' },
) =>
  withMember(store, key, async (lockedMember) => {
    const { db, member } = lockedMember
    await requireAnotherOwner(db, member)
    await deleteMember(db, member.account_id, member.user_id)
    await deleteRulesOf(db, key)
    await deleteMemberMarks(db, key)
    await clearAssignee(db, key)
    await reportScheduleRows.deleteOf(db, key)
    await channelRows.deleteOf(db, key)
    await clearConsoleCalls(db, key)
    await revokeSessionsOf(db, key, author.now.toISOString())
    await recordAndNotify(lockedMember, author, { action, before: { role: member.role } })
  })

/** Returns how many sessions of the member in this account were ended. Throws 404. */
export const endMemberSessions = (store: Store, key: MemberKey, author: ChangeAuthor): Promise<number> =>
  withMember(store, key, async (lockedMember) => {
    const ended = await revokeSessionsOf(lockedMember.db, key, author.now.toISOString())
    if (ended > 0)
      await recordAndNotify(lockedMember, author, { action: 'members.endSessions', after: { sessions: ended } })
    return ended
  })
