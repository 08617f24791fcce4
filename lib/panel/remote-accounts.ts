import { randomUUID } from 'node:crypto'

import type { ConnectionCheck, KeyInUse } from '@/lib/features/keys/contract'
import { insertAccount } from '@/lib/service/accounts/statements/accounts'
import type { Db } from '@/lib/storage/storage'

import { sealKey } from './secrets/key-custody'

/** In remote mode: the account whose key is REGISTERS_API_KEY. */
export const REMOTE_SLUG = 'remote'

export type RemoteAccount = {
  readonly slug: string
  readonly name: string
  /** The account's own key and the panel's secret to encrypt it with; absent for the account of REGISTERS_API_KEY. */
  readonly key?: { readonly apiKey: string; readonly secret: string }
}

/**
 * Inserts an account that exists in the panel only. Plan, state and usage are the remote service's, so these columns
 * mean nothing. Returns false when the slug is taken.
 */
export function insertRemoteAccount(db: Db, account: RemoteAccount, now: Date): Promise<boolean> {
  const id = randomUUID()
  return insertAccount(db, {
    id,
    slug: account.slug,
    name: account.name,
    plan: 'enterprise',
    state: 'active',
    limits: '{}',
    spend_cap_pln: null,
    sealed_api_key: account.key ? sealKey(account.key.secret, id, account.key.apiKey) : null,
    created_at: now.toISOString(),
  })
}

/** Calls a remote service as one account without exposing its key. */
export type RemoteConnection = {
  readonly host: string
  /** The key used now, which may differ from the one that the call began with. */
  keyInUse(sealedApiKey: string | null): KeyInUse
  /** Calls the service once with the given key or the encrypted one. Never rejects. */
  check(key: { readonly apiKey: string } | { readonly sealedApiKey: string | null }): Promise<ConnectionCheck>
  seal(apiKey: string): string
}
