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
  /** The account's own key and the panel's secret to seal it with; absent for the account of REGISTERS_API_KEY. */
  readonly key?: { readonly apiKey: string; readonly secret: string }
}

/**
 * An account that lives in the panel only: plan, state and usage are the remote service's business, so what the row says
 * of them means nothing. False when the slug is taken.
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

/** The way to a remote service as one account. The keys themselves stay behind it. */
export type RemoteConnection = {
  readonly host: string
  /** As of now, which is not what the call began with. */
  keyInUse(sealedApiKey: string | null): KeyInUse
  /** Asks the service once with the given key, or with the one that is sealed. Never rejects. */
  check(key: { readonly apiKey: string } | { readonly sealedApiKey: string | null }): Promise<ConnectionCheck>
  seal(apiKey: string): string
}
