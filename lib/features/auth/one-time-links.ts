import { createHash, randomBytes } from 'node:crypto'

import type { PasswordFault } from '@/lib/domain/password-rules'
import { recordInEachAccount } from '@/lib/features/audit/audit'
import { moveWaitingMails } from '@/lib/features/deliveries/statements/mails'
import { inAccountsOf } from '@/lib/features/members/statements/members'
import { findUser, findUserByEmail, setPasswordHash, updateUser } from '@/lib/features/members/statements/users'
import type { MailService } from '@/lib/panel/mail/mailer'
import { lockedAccountsOf } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { putPasswordChangedMail } from './password-mails'
import { passwordFault, readPasswordOwner } from './password-strength'
import { hashPassword } from './passwords'
import { deleteUnusedLinks, findOneTimeLink, replaceOneTimeLink, useOneTimeLink } from './statements/one-time-links'
import { revokeSessionsOf } from './statements/sessions'

/** Lifetime of a link that the operator passes on. */
export const LINK_LIFETIME_MS = 3 * 24 * 3_600_000
/** Lifetime of a link that resets a forgotten password. */
export const RESET_LIFETIME_MS = 3_600_000

/** Why a link does not work; `ready` includes its user. */
export type LinkState =
  | {
      readonly state: 'ready'
      readonly userId: string
      readonly email: string
      readonly purpose: 'sign_up' | 'reset'
    }
  | { readonly state: 'unknown' | 'used' | 'expired' }

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')

type NewLink = {
  readonly userId: string
  readonly purpose: 'sign_up' | 'reset' | 'email'
  readonly lifetimeMs: number
  /** The new e-mail, for a link that confirms it. */
  readonly email?: string
}

/** Stores only the hash of the token and returns the token, which is shown once. */
async function createLink(db: Db, { userId, purpose, lifetimeMs, email }: NewLink, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await replaceOneTimeLink(db, {
    sha256: sha256(token),
    user_id: userId,
    purpose,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    email: email ?? null,
    used_at: null,
  })
  return token
}

export const createPasswordLink = (
  db: Db,
  link: { userId: string; purpose: 'sign_up' | 'reset'; lifetimeMs?: number },
  now: Date,
): Promise<string> => createLink(db, { lifetimeMs: LINK_LIFETIME_MS, ...link }, now)

export async function readPasswordLink(db: Db, token: string, now: Date): Promise<LinkState> {
  const link = await findOneTimeLink(db, sha256(token))
  const user = link && (await findUser(db, link.user_id))
  if (!user || user.disabled_at !== null || link.purpose === 'email') return { state: 'unknown' }
  if (link.used_at !== null) return { state: 'used' }
  if (link.expires_at <= now.toISOString()) return { state: 'expired' }
  return { state: 'ready', userId: user.id, email: user.email, purpose: link.purpose }
}

/** Result of setting a password with a link. `refused`: the password is not acceptable, and the link stays valid. */
export type Redemption = LinkState | { readonly state: 'refused'; readonly fault: PasswordFault }

export type RedeemInput = {
  readonly token: string
  readonly password: string
  readonly address: string | null
  readonly mail: MailService
}

/** Sets the password of the link's user, once. All sessions of the user end, and a mail notifies them. */
export async function redeemPasswordLink(
  storage: Pick<Storage, 'db'>,
  input: RedeemInput,
  now: Date,
): Promise<Redemption> {
  const { db } = storage
  const link = await readPasswordLink(db, input.token, now)
  if (link.state !== 'ready') return link
  const fault = await passwordFault(input.password, await readPasswordOwner(db, link.userId))
  if (fault !== undefined) return { state: 'refused', fault }
  const passwordHash = await hashPassword(input.password)
  return inAccountsOf(storage, link.userId, async (trx): Promise<LinkState> => {
    const at = now.toISOString()
    if (!(await useOneTimeLink(trx, sha256(input.token), at))) return { state: 'used' }
    await setPasswordHash(trx, link.userId, { passwordHash, at })
    await revokeSessionsOf(trx, { userId: link.userId }, at)
    const event = {
      actor: link.email,
      action: 'password.set',
      target: link.userId,
      address: input.address,
      now,
    } as const
    await recordInEachAccount(trx, event)
    await putPasswordChangedMail(trx, { userId: link.userId, address: input.address, now }, input.mail)
    return link
  })
}

/** How long a new e-mail can be confirmed. */
export const EMAIL_LINK_LIFETIME_MS = 24 * 3_600_000

/** Creates a link for a new e-mail and invalidates an earlier unused one. Returns the token. */
export const createEmailLink = (db: Db, link: { userId: string; email: string }, now: Date): Promise<string> =>
  createLink(db, { ...link, purpose: 'email', lifetimeMs: EMAIL_LINK_LIFETIME_MS }, now)

/** `taken`: another user has taken the e-mail in between. */
export type EmailLinkState =
  | { readonly state: 'ready'; readonly userId: string; readonly formerEmail: string; readonly email: string }
  | { readonly state: 'unknown' | 'used' | 'expired' | 'taken' }

export async function readEmailLink(db: Db, token: string, now: Date): Promise<EmailLinkState> {
  const link = await findOneTimeLink(db, sha256(token))
  const user = link && (await findUser(db, link.user_id))
  if (!user || user.disabled_at !== null || link.purpose !== 'email' || link.email === null) return { state: 'unknown' }
  if (link.used_at !== null) return { state: 'used' }
  if (link.expires_at <= now.toISOString()) return { state: 'expired' }
  if (await findUserByEmail(db, link.email)) return { state: 'taken' }
  return { state: 'ready', userId: user.id, formerEmail: user.email, email: link.email }
}

/** Changes the user's e-mail. All other one-time links of the user are deleted. */
export async function confirmEmail(
  storage: Pick<Storage, 'db'>,
  input: { token: string; address: string | null },
  now: Date,
): Promise<EmailLinkState> {
  const found = await readEmailLink(storage.db, input.token, now)
  if (found.state !== 'ready') return found
  return inAccountsOf(storage, found.userId, async (trx): Promise<EmailLinkState> => {
    const link = await readEmailLink(trx, input.token, now)
    if (link.state !== 'ready') return link
    if (!(await useOneTimeLink(trx, sha256(input.token), now.toISOString()))) return { state: 'used' }
    await updateUser(trx, link.userId, { email: link.email })
    await moveWaitingMails(trx, {
      accountIds: [...lockedAccountsOf(trx)],
      userId: link.userId,
      from: link.formerEmail,
      to: link.email,
    })
    await deleteUnusedLinks(trx, link.userId, ['sign_up', 'reset', 'email'])
    const change = { before: { email: link.formerEmail }, after: { email: link.email } }
    const event = { actor: link.formerEmail, action: 'profile.setEmail', target: link.userId, ...change, now } as const
    await recordInEachAccount(trx, { ...event, address: input.address })
    return link
  })
}
