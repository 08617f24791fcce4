import { readAccountSettings } from '@/lib/features/account-settings/statements'
import { recordInEachAccount, toAuditEvent } from '@/lib/features/audit/audit'
import { clearSecondFactor, revokeSessionsOf } from '@/lib/features/auth/statements/sessions'
import {
  countActiveOwners,
  findMember,
  inAccountsOf,
  listMembershipsOf,
} from '@/lib/features/members/statements/members'
import type { MemberTable } from '@/lib/features/members/tables'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { type AccountTx, lockedAccountsOf } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import { hasSecondFactor } from './factors'
import { stepDepsOf } from './proof-handlers'
import { deleteAuthenticatorApp } from './statements/authenticator-apps'
import { deletePasskeysOf } from './statements/passkeys'
import { clearProofFailures } from './statements/proof-failures'
import { deleteRecoveryCodes } from './statements/recovery-codes'

/**
 * Removes all factors except the password and ends all sessions of the person. False if there was none. Call it within
 * a transaction.
 */
export async function resetSecondFactor(db: Db, userId: string, at: string): Promise<boolean> {
  const hadApp = await deleteAuthenticatorApp(db, userId)
  const passkeys = await deletePasskeysOf(db, userId)
  await deleteRecoveryCodes(db, userId)
  await clearProofFailures(db, { user_id: userId, kind: 'code' })
  const isChanged = hadApp || passkeys > 0
  if (isChanged) await revokeSessionsOf(db, { userId }, at)
  return isChanged
}

/**
 * Removes a factor of the caller. Removing the last one also deletes the recovery codes and the sessions' second-factor
 * state. Refused if the account requires a factor and the caller is its only owner, because no other owner could lift
 * the requirement.
 */
export function removeFactor(context: PanelContext, remove: (tx: AccountTx) => Promise<boolean>): Promise<boolean> {
  const { storage, user } = context
  return inAccountsOf(storage, user.id, async (tx) => {
    if (!(await remove(tx))) return false
    if (await hasSecondFactor(tx, user.id)) return true
    for (const membership of await listMembershipsOf(tx, user.id)) await requireNotSoleOwner(tx, membership)
    await deleteRecoveryCodes(tx, user.id)
    await clearSecondFactor(tx, user.id)
    return true
  })
}

async function requireNotSoleOwner(db: Db, { account_id, role, disabled_at }: MemberTable): Promise<void> {
  if (role !== 'owner' || disabled_at !== null) return
  const { second_factor_required_at: requiredAt } = await readAccountSettings(db, account_id)
  if (requiredAt === null || (await countActiveOwners(db, account_id)) > 1) return
  throw new HttpError(
    'second_factor_kept',
    'The only owner of an account that requires a second factor cannot remove it',
  )
}

/** Removing a factor affects all accounts of the member, so the caller must own each of them. */
async function requireOwnerEverywhere(tx: AccountTx, ownerId: string): Promise<void> {
  for (const accountId of lockedAccountsOf(tx)) {
    const membership = await findMember(tx, accountId, ownerId)
    if (membership?.role === 'owner' && membership.disabled_at === null) continue
    throw new HttpError('other_accounts', 'This person works in other accounts too; the operator can do it')
  }
}

/** `id`: the member's user id. Users remove their own factors in their settings. */
export const resetMembersSecondFactor: PanelHandler<'members.resetSecondFactor'> = async ({ params }, context) => {
  const { storage, account, user, now } = context
  const { id } = params
  if (id === user.id) throw new HttpError('conflict', 'Remove your own second factor in Security')
  const isChanged = await inAccountsOf(storage, id, async (tx) => {
    if ((await findMember(tx, account.id, id)) === undefined)
      throw new HttpError('not_found', 'There is no such member')
    await requireOwnerEverywhere(tx, user.id)
    if (!(await resetSecondFactor(tx, id, now.toISOString()))) return false
    await recordInEachAccount(tx, toAuditEvent(context, { action: 'members.resetSecondFactor', target: id }))
    return true
  })
  if (isChanged) stepDepsOf(context).notify(id, 'reset', now)
}
