import { HttpError } from '@/lib/http/errors'
import { readAccountSettings } from '@/lib/storage/people/account-settings'
import { countActiveOwners, findMember } from '@/lib/storage/people/members'
import { deleteRecoveryCodes } from '@/lib/storage/people/recovery-codes'
import { forgetSecondFactorShown } from '@/lib/storage/people/sessions'
import type { MemberTable } from '@/lib/storage/people/tables'
import type { Db, Storage } from '@/lib/storage/storage'

import { type AuditEvent, recordAuditIn, toAuditEvent } from '../audit/audit'
import type { PanelContext, PanelHandler } from '../context'
import { hasSecondFactor } from './factors'
import { lockMemberships, type PersonsEvent } from './persons-log'
import { stepDepsOf } from './proofs'
import { resetSecondFactor } from './reset-factors'

type PersonsTransaction = {
  readonly db: Db
  readonly memberships: readonly MemberTable[]
  /** In every account that the person is a member of. */
  readonly record: (event: PersonsEvent) => Promise<void>
}

/** A change of how the caller signs in and its entries in the log, together or not at all. */
export function inPersonsTransaction<T>(
  { storage: { db, engine }, user }: PanelContext,
  change: (trx: PersonsTransaction) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (on) => {
    const memberships = await lockMemberships({ db: on, engine }, user.id)
    const record = (event: PersonsEvent) => recordInEach({ db: on, engine }, memberships, event)
    return change({ db: on, memberships, record })
  })
}

async function recordInEach(
  store: Pick<Storage, 'db' | 'engine'>,
  memberships: readonly MemberTable[],
  event: PersonsEvent,
): Promise<void> {
  for (const { account_id: accountId } of memberships) {
    // Its request id is of the account that the caller works in; the entry is of each.
    const entry: AuditEvent = { ...event, accountId }
    await recordAuditIn(store, entry)
  }
}

/**
 * Takes a factor off the caller. With the last one go the recovery codes, and no session counts any more as one that showed it. Refused
 * where the account wants one and the caller is its only owner, who could then lower it for nobody.
 */
export function removeFactor(
  context: PanelContext,
  remove: (trx: PersonsTransaction) => Promise<boolean>,
): Promise<boolean> {
  const { user } = context
  return inPersonsTransaction(context, async (trx) => {
    if (!(await remove(trx))) return false
    if (await hasSecondFactor(trx.db, user.id)) return true
    for (const membership of trx.memberships) await requireNotSoleOwner(trx.db, membership)
    await deleteRecoveryCodes(trx.db, user.id)
    await forgetSecondFactorShown(trx.db, user.id)
    return true
  })
}

async function requireNotSoleOwner(db: Db, { account_id, role, disabled_at }: MemberTable): Promise<void> {
  if (role !== 'owner' || disabled_at !== null) return
  const { second_factor_required_at: requiredAt } = await readAccountSettings(db, account_id)
  if (requiredAt === null || (await countActiveOwners(db, account_id)) > 1) return
  throw new HttpError('second_factor_kept', 'The only owner of an account that requires a second factor keeps it')
}

/** What is taken off somebody is taken off in every account: nobody does that to an account of others. */
async function requireOwnerEverywhere(db: Db, memberships: readonly MemberTable[], ownerId: string): Promise<void> {
  for (const { account_id } of memberships) {
    const own = await findMember(db, account_id, ownerId)
    if (own?.role === 'owner' && own.disabled_at === null) continue
    throw new HttpError('other_accounts', 'This person works in other accounts too; the operator can do it')
  }
}

/** `id`: the member's user. Of oneself one removes it in one's own settings. */
export const resetMembersSecondFactor: PanelHandler<'members.resetSecondFactor'> = async ({ params }, context) => {
  const { storage, account, user, now } = context
  const { id } = params
  if (id === user.id) throw new HttpError('conflict', 'Remove your own second factor in Security')
  const isChanged = await storage.db.transaction().execute(async (db) => {
    const store = { db, engine: storage.engine }
    const memberships = await lockMemberships(store, id)
    if ((await findMember(db, account.id, id)) === undefined)
      throw new HttpError('not_found', 'There is no such member')
    await requireOwnerEverywhere(db, memberships, user.id)
    if (!(await resetSecondFactor(db, id, now.toISOString()))) return false
    const event = toAuditEvent(context, { action: 'members.resetSecondFactor', target: id })
    await recordInEach(store, memberships, event)
    return true
  })
  if (isChanged) stepDepsOf(context).tell(id, 'reset', now)
}
