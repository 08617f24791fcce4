import { createHash, randomBytes } from 'node:crypto'

import { lockAccount } from '@/lib/storage/engine/account-lock'
import { listMembershipsOf } from '@/lib/storage/people/members'
import { findOneTimeLink, replaceOneTimeLink, useOneTimeLink } from '@/lib/storage/people/one-time-links'
import { revokeSessionsOf } from '@/lib/storage/people/sessions'
import { findUser, setPasswordHash } from '@/lib/storage/people/users'
import type { Db, Storage } from '@/lib/storage/storage'

import { recordAuditIn } from '../audit/audit'
import { hashPassword } from './passwords'

export const LINK_LIFETIME_MS = 3 * 24 * 3_600_000

/** Why a link does not work; `ready` carries whom it is for. */
export type LinkState =
  | {
      readonly state: 'ready'
      readonly userId: string
      readonly email: string
      readonly purpose: 'sign_up' | 'reset'
    }
  | { readonly state: 'unknown' | 'used' | 'expired' }

const sha256 = (token: string) => createHash('sha256').update(token).digest('hex')

/** Only the hash of the token is stored. Returns the token, to be shown once. */
export async function createPasswordLink(
  db: Db,
  link: { userId: string; purpose: 'sign_up' | 'reset' },
  now: Date,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await replaceOneTimeLink(db, {
    sha256: sha256(token),
    user_id: link.userId,
    purpose: link.purpose,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + LINK_LIFETIME_MS).toISOString(),
    email: null,
    used_at: null,
  })
  return token
}

export async function readPasswordLink(db: Db, token: string, now: Date): Promise<LinkState> {
  const link = await findOneTimeLink(db, sha256(token))
  const user = link && (await findUser(db, link.user_id))
  if (!user || user.disabled_at !== null || link.purpose === 'email') return { state: 'unknown' }
  if (link.used_at !== null) return { state: 'used' }
  if (link.expires_at <= now.toISOString()) return { state: 'expired' }
  return { state: 'ready', userId: user.id, email: user.email, purpose: link.purpose }
}

/** Sets the password of the link's user, once. Every session of the user ends. */
export async function redeemPasswordLink(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  input: { token: string; password: string; address: string | null },
  now: Date,
): Promise<LinkState> {
  const link = await readPasswordLink(db, input.token, now)
  if (link.state !== 'ready') return link
  const passwordHash = await hashPassword(input.password)
  return db.transaction().execute(async (trx): Promise<LinkState> => {
    const at = now.toISOString()
    const accounts = await listMembershipsOf(trx, link.userId)
    // Their locks first, in one order, as every transaction takes them.
    for (const { account_id } of accounts) await lockAccount(trx, engine, account_id)
    if (!(await useOneTimeLink(trx, sha256(input.token), at))) return { state: 'used' }
    await setPasswordHash(trx, link.userId, { passwordHash, at })
    await revokeSessionsOf(trx, { userId: link.userId }, at)
    const event = {
      actor: link.email,
      action: 'password.set' as const,
      target: link.userId,
      address: input.address,
      now,
    }
    for (const { account_id: accountId } of accounts) await recordAuditIn({ db: trx, engine }, { ...event, accountId })
    return link
  })
}
