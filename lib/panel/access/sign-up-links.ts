import { createHash, randomBytes } from 'node:crypto'

import { revokeSessionsOfUser } from '@/lib/storage/accounts/sessions'
import { findSignUpLink, replaceSignUpLink, useSignUpLink } from '@/lib/storage/accounts/sign-up-links'
import { findUser, setPasswordHash } from '@/lib/storage/accounts/users'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditIn } from '../audit/audit'
import { hashPassword } from './passwords'

export const LINK_LIFETIME_MS = 3 * 24 * 3_600_000

/** Why a link does not work; `ready` carries whom it is for. */
export type LinkState =
  | {
      readonly state: 'ready'
      readonly userId: string
      readonly accountId: string
      readonly email: string
      readonly purpose: 'sign_up' | 'reset'
    }
  | { readonly state: 'unknown' | 'used' | 'expired' }

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')

/** Only the hash of the token is stored. Returns the token, to be shown once. */
export async function createSignUpLink(
  db: Db,
  link: { userId: string; purpose: 'sign_up' | 'reset' },
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await replaceSignUpLink(db, {
    sha256: sha256(token),
    user_id: link.userId,
    purpose: link.purpose,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LINK_LIFETIME_MS).toISOString(),
    used_at: null,
  })
  return token
}

export async function readSignUpLink(db: Db, token: string, now: Date): Promise<LinkState> {
  const link = await findSignUpLink(db, sha256(token))
  const user = link && (await findUser(db, link.user_id))
  if (!user || user.disabled_at !== null) return { state: 'unknown' }
  if (link.used_at !== null) return { state: 'used' }
  if (link.expires_at <= now.toISOString()) return { state: 'expired' }
  const { id: userId, account_id: accountId, email } = user
  return { state: 'ready', userId, accountId, email, purpose: link.purpose }
}

/** Sets the password of the link's user, once. Every session of the user ends. */
export async function redeemSignUpLink(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  input: { token: string; password: string; address: string | null },
  now: Date,
): Promise<LinkState> {
  const link = await readSignUpLink(db, input.token, now)
  if (link.state !== 'ready') return link
  const passwordHash = await hashPassword(input.password)
  return db.transaction().execute(async (trx): Promise<LinkState> => {
    const at = now.toISOString()
    await lockAccount(trx, engine, link.accountId)
    if (!(await useSignUpLink(trx, sha256(input.token), at))) return { state: 'used' }
    await setPasswordHash(trx, link.userId, passwordHash)
    await revokeSessionsOfUser(trx, link.userId, at)
    const { accountId, email: actor, userId: target } = link
    const event = { accountId, actor, action: 'password.set' as const, target, address: input.address, now }
    await recordAuditIn({ db: trx, engine }, event)
    return link
  })
}
