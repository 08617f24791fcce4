import { type ApiKey, MAX_ACTIVE_KEYS } from '@/lib/contract/keys'
import type { KeyOverlap } from '@/lib/domain/key-scopes'
import { HttpError, invalidBody } from '@/lib/http/errors'
import {
  countKeys,
  findKey,
  insertKey,
  listKeyRows,
  markKeyDeactivated,
  markKeyReplaced,
} from '@/lib/service/accounts/statements/keys'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'
import { type AccountTx, lockAccount } from '@/lib/storage/engine/account-lock'

import type { Account, HandlersOf } from '../http/context'
import { notFound, notInPlan } from '../http/errors'
import { type KeySettings, newKeyRow } from './api-keys'
import { isKeyExpired, readKeyList } from './key-limits'

type NewKey = { readonly accountId: string; readonly settings: KeySettings; readonly now: Date }
type CreatedKey = { readonly row: ApiKeyTable; readonly secret: string }

/**
 * `secret` holds the full key; it is never shown again. Throws 409 `key_limit` if ten keys are active, 422 for an
 * expiry that is not in the future.
 */
export async function createKey(tx: AccountTx, { accountId, settings, now }: NewKey): Promise<CreatedKey> {
  requireLaterExpiry(settings, now)
  const { active } = await countKeys(tx, accountId, now.toISOString())
  if (active >= MAX_ACTIVE_KEYS) throw tooManyKeys(active, `An account has at most ${MAX_ACTIVE_KEYS} active keys`)
  const created = newKeyRow(accountId, settings, now)
  await insertKey(tx, created.row)
  return created
}

const tooManyKeys = (current: number, message: string) =>
  new HttpError('key_limit', message, { extra: { limit: MAX_ACTIVE_KEYS, current, requested: 1 } })

function requireLaterExpiry({ expires_at: at }: Pick<KeySettings, 'expires_at'>, now: Date): void {
  if (at && Date.parse(at) <= now.getTime()) throw invalidBody(['expires_at'], 'Input should be later than now', at)
}

export type Rotation = {
  readonly accountId: string
  readonly id: string
  readonly overlapMinutes: KeyOverlap
  /** Expiry of the successor; undefined copies the expiry of the old key. */
  readonly expiresAt?: string | null | undefined
  readonly now: Date
}

/**
 * Decision 25b (rotation of a key). The successor takes over the settings; the old key works for the overlap, but never
 * past its expiry. The successor replaces the old key among the ten active ones, so the limit of active keys does not
 * apply; at most ten keys may be in their overlap, not counting one that ends immediately. Throws 409 for a key that no
 * longer works or already has a successor.
 */
export async function rotateKey(
  tx: AccountTx,
  rotation: Rotation,
): Promise<CreatedKey & { readonly replaced: ApiKeyTable }> {
  const { accountId, id, overlapMinutes, expiresAt, now } = rotation
  requireLaterExpiry({ expires_at: expiresAt }, now)
  const key = await findKey(tx, accountId, id)
  if (!key) throw notFound()
  requireRotatable(key, now)
  const { replaced } = await countKeys(tx, accountId, now.toISOString())
  if (overlapMinutes > 0 && replaced >= MAX_ACTIVE_KEYS) {
    throw tooManyKeys(
      replaced,
      `At most ${MAX_ACTIVE_KEYS} keys work beside their successors; rotate without an overlap`,
    )
  }
  const settings = { ...settingsOf(key), ...(expiresAt !== undefined && { expires_at: expiresAt }) }
  const created = newKeyRow(accountId, settings, now)
  const replacement = { expires_at: endOfOverlap(key, overlapMinutes, now), replaced_by: created.row.id }
  await insertKey(tx, created.row)
  await markKeyReplaced(tx, { id: key.id, ...replacement })
  return { ...created, replaced: { ...key, ...replacement } }
}

function requireRotatable(key: ApiKeyTable, now: Date): void {
  if (key.deactivated_at !== null) throw new HttpError('conflict', 'The key is deactivated')
  if (isKeyExpired(key, now)) throw new HttpError('conflict', 'The key has expired')
  if (key.replaced_by !== null) throw new HttpError('conflict', 'The key was replaced already')
}

const settingsOf = ({ name, expires_at, scope, addresses }: ApiKeyTable): KeySettings => ({
  name,
  expires_at,
  // Safe: only values that the contract allows are stored.
  scope: readKeyList(scope) as ApiKey['scope'],
  addresses: readKeyList(addresses),
})

function endOfOverlap({ expires_at: ownExpiry }: ApiKeyTable, minutes: number, now: Date): string {
  const end = now.getTime() + minutes * 60_000
  return new Date(ownExpiry === null ? end : Math.min(end, Date.parse(ownExpiry))).toISOString()
}

function requireApiAccess({ apiAccess }: Account): void {
  if (!apiAccess) throw notInPlan('plan', 'The plan has no API access')
}

export const keyHandlers: HandlersOf<'keys'> = {
  'keys.list': async (_input, { account, db }) => ({
    items: (await listKeyRows(db, account.id)).map(toApiKey),
    max_active: MAX_ACTIVE_KEYS,
    api_access: account.apiAccess,
  }),
  'keys.create': async ({ body }, { account, db, now }) => {
    requireApiAccess(account)
    const { row, secret } = await createKey(await lockAccount(db, account.id), {
      accountId: account.id,
      settings: body,
      now,
    })
    return { key: toApiKey(row), secret }
  },
  'keys.rotate': async ({ params, body }, { account, db, now }) => {
    requireApiAccess(account)
    const { overlap_minutes: overlapMinutes, expires_at: expiresAt } = body
    const rotation = { accountId: account.id, id: params.id, overlapMinutes, expiresAt, now }
    const { row, secret, replaced } = await rotateKey(await lockAccount(db, account.id), rotation)
    return { key: toApiKey(row), secret, replaced: toApiKey(replaced) }
  },
  'keys.deactivate': async ({ params }, { account, db, now }) => {
    await markKeyDeactivated(db, { accountId: account.id, id: params.id, at: now.toISOString() })
    const key = await findKey(db, account.id, params.id)
    if (!key) throw notFound()
    return toApiKey(key)
  },
}

/** The public form of a key, without the hash that it is looked up by. */
export function toApiKey({ account_id: _account, sha256: _hash, scope, addresses, ...key }: ApiKeyTable): ApiKey {
  // Safe: only values that the contract allows are stored.
  return { ...key, scope: readKeyList(scope) as ApiKey['scope'], addresses: readKeyList(addresses) }
}
