import { randomBytes, randomUUID, createHash } from 'node:crypto'

import type { Role } from '@/lib/domain/roles'
import { routes } from '@/lib/domain/routes'
import { type AuditEvent, recordAudit } from '@/lib/features/audit/audit'
import { isEmail, normaliseEmail } from '@/lib/features/auth/emails'
import { listIdentitiesOf } from '@/lib/features/single-sign-on/statements'
import { HttpError } from '@/lib/http/errors'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { type InvitationResult, MAX_INVITATIONS } from './contract'
import { invitationMail } from './people-mail'
import {
  countSentInvitations,
  findInvitation,
  findInvitationByHash,
  findPendingInvitation,
  insertInvitation,
  updateInvitation,
} from './statements/invitations'
import { findMember, listMembershipsOf } from './statements/members'
import { findUser, findUserByEmail } from './statements/users'
import type { InvitationTable, UserTable } from './tables'

export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000
const DAY_MS = 24 * 3_600_000

type Store = Pick<Storage, 'db'>

export type Inviter = {
  readonly address: string
  readonly requestId: string
  readonly now: Date
  readonly account: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly email: string }
  /** Base address of the links. */
  readonly panelUrl: string
  /** False: no e-mail is sent, and the link is returned to be copied. */
  readonly sendsMail: boolean
}

export type InvitedPerson = { readonly email: string; readonly role: Role }

/**
 * Returns the result for each address, in order. An address that was invited before gets a new link, and the old one
 * becomes invalid.
 */
export function invitePeople(
  store: Store,
  inviter: Inviter,
  people: readonly InvitedPerson[],
): Promise<InvitationResult[]> {
  return inAccounts(store, [inviter.account.id], async (db) => {
    const outcomes: InvitationResult[] = []
    const byEmail = new Map(people.map((person) => [normaliseEmail(person.email), person]))
    for (const [email, { role }] of byEmail) outcomes.push(await invite(db, inviter, { email, role }))
    return outcomes
  })
}

async function invite(db: AccountTx, inviter: Inviter, { email, role }: InvitedPerson): Promise<InvitationResult> {
  if (!isEmail(email)) return { email, outcome: 'invalid', link: null }
  const user = await findUserByEmail(db, email)
  if (user && (await findMember(db, inviter.account.id, user.id))) return { email, outcome: 'member', link: null }
  if (await isDailyLimitReached(db, inviter)) return { email, outcome: 'limit', link: null }
  const pending = await findPendingInvitation(db, inviter.account.id, email)
  const row = await send(db, inviter, { email, role, pending })
  const action = pending ? 'members.resendInvitation' : 'members.invite'
  await recordAudit(db, toEvent(inviter, row, action))
  return { email, outcome: 'invited', link: row.link }
}

async function isDailyLimitReached(db: Db, { account, now }: Inviter): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  return (await countSentInvitations(db, account.id, since)) >= MAX_INVITATIONS
}

type SendInput = InvitedPerson & { readonly pending: InvitationTable | undefined }

async function send(db: AccountTx, inviter: Inviter, { email, role, pending }: SendInput) {
  const { account, user, now, panelUrl, sendsMail } = inviter
  const token = randomBytes(24).toString('base64url')
  const at = now.toISOString()
  const expires_at = new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString()
  const fields = {
    role,
    sha256: invitationHash(token),
    invited_by: user.id,
    sent_at: at,
    expires_at,
    is_mailed: Number(sendsMail),
  }
  const id = pending?.id ?? randomUUID()
  if (pending) await updateInvitation(db, id, fields)
  else {
    const newInvitation = { id, account_id: account.id, email, created_at: at, accepted_at: null, withdrawn_at: null }
    await insertInvitation(db, { ...newInvitation, ...fields })
  }
  const link = `${panelUrl}${routes.join}?token=${token}`
  if (sendsMail) {
    const invitedUser = await findUserByEmail(db, email)
    const locale = localeOf(invitedUser ?? (await findUser(db, user.id)) ?? { locale: null })
    const words = invitationMail(locale, {
      account: account.name,
      inviter: user.email,
      role,
      link,
      expiresAt: expires_at,
    })
    await putPersonMail(db, { accountId: account.id, to: email, words, now })
  }
  return { id, email, role, link: sendsMail ? null : link }
}

const toEvent = (
  { account, user, address, requestId, now }: Inviter,
  { id, email, role }: { readonly id: string; readonly email: string; readonly role: Role },
  action: 'members.invite' | 'members.resendInvitation' | 'members.withdrawInvitation',
): AuditEvent => ({
  accountId: account.id,
  actor: user.email,
  action,
  target: id,
  after: { email, role },
  address,
  requestId,
  now,
})

/** Sends a new link with a new expiry. Throws 404 if the invitation was accepted or withdrawn, and 409 `limit`. */
export function resendInvitation(store: Store, inviter: Inviter, id: string): Promise<InvitationResult> {
  return inAccounts(store, [inviter.account.id], async (db) => {
    const { email, role } = await requirePending(db, inviter.account.id, id)
    const resent = await invite(db, inviter, { email, role })
    if (resent.outcome === 'limit') throw new HttpError('limit', 'No more invitations today')
    return resent
  })
}

/** Throws 404 if the invitation was accepted or withdrawn. */
export function withdrawInvitation(store: Store, inviter: Inviter, id: string): Promise<void> {
  return inAccounts(store, [inviter.account.id], async (db) => {
    const pending = await requirePending(db, inviter.account.id, id)
    await updateInvitation(db, id, { withdrawn_at: inviter.now.toISOString() })
    await recordAudit(db, toEvent(inviter, pending, 'members.withdrawInvitation'))
  })
}

async function requirePending(db: Db, accountId: string, id: string): Promise<InvitationTable> {
  const invitation = await findInvitation(db, accountId, id)
  if (invitation && invitation.accepted_at === null && invitation.withdrawn_at === null) return invitation
  throw new HttpError('not_found', 'There is no open invitation with this id')
}

/**
 * Why an invitation cannot be accepted, or for whom it is. `mustSignIn`: the person is a member of another account and
 * has to sign in to accept. `setsPassword`: the link lets them choose their password.
 */
export type InvitationState =
  | { readonly state: 'unknown' | 'used' | 'withdrawn' | 'expired' | 'void' }
  | {
      readonly state: 'open'
      readonly accountId: string
      readonly account: string
      readonly email: string
      readonly role: Role
      readonly invitedBy: string
      readonly mustSignIn: boolean
      readonly setsPassword: boolean
    }

/** Opening a link changes nothing, because mail scanners open links too. */
export async function readInvitation(db: Db, token: string, now: Date): Promise<InvitationState> {
  const invitation = await findInvitationByHash(db, invitationHash(token))
  if (!invitation) return { state: 'unknown' }
  const closed = closedState(invitation, now)
  if (closed) return { state: closed }
  const [account, inviter] = [await findAccount(db, invitation.account_id), await findUser(db, invitation.invited_by)]
  const membership = await findMember(db, invitation.account_id, invitation.invited_by)
  const mayInvite = membership?.role === 'owner' && membership.disabled_at === null && inviter?.disabled_at === null
  if (!account || !inviter || !mayInvite) return { state: 'void' }
  const { account_id: accountId, email, role } = invitation
  const facts = { accountId, account: account.name, email, role, invitedBy: inviter.email }
  return { state: 'open', ...facts, ...(await acceptanceOf(db, invitation)) }
}

async function acceptanceOf(db: Db, invitation: InvitationTable) {
  const user = await findUserByEmail(db, invitation.email)
  if (!user) return { mustSignIn: false, setsPassword: true }
  const mustSignIn = !(await mayReturn(db, user, invitation))
  return { mustSignIn, setsPassword: !mustSignIn && (await listIdentitiesOf(db, user.id)).length === 0 }
}

/**
 * A person without any membership cannot sign in to accept, so the link suffices, as for a new person. A person whose
 * memberships are all disabled may be enabled again, so only a mailed link suffices: others may have seen an unmailed
 * one and could take over their identity.
 */
export async function mayReturn(
  db: Db,
  user: Pick<UserTable, 'id' | 'disabled_at'>,
  { is_mailed }: Pick<InvitationTable, 'is_mailed'>,
): Promise<boolean> {
  if (user.disabled_at !== null) return false
  const memberships = await listMembershipsOf(db, user.id)
  return memberships.length === 0 || (is_mailed === 1 && memberships.every(({ disabled_at }) => disabled_at !== null))
}

function closedState(invitation: InvitationTable, now: Date): 'used' | 'withdrawn' | 'expired' | undefined {
  if (invitation.accepted_at !== null) return 'used'
  if (invitation.withdrawn_at !== null) return 'withdrawn'
  return invitation.expires_at <= now.toISOString() ? 'expired' : undefined
}

/** The stored hash of an invitation's token. */
export const invitationHash = (token: string): string => createHash('sha256').update(token).digest('hex')
