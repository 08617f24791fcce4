import { type ApiKey, MAX_ACTIVE_KEYS } from '@/lib/contract/keys'
import { HttpError } from '@/lib/http/errors'
import { countActiveKeys, findKey, insertKey, listKeyRows, markKeyDeactivated } from '@/lib/storage/accounts/keys'
import type { ApiKeyTable } from '@/lib/storage/accounts/tables'
import { lockAccount } from '@/lib/storage/engine/account-lock'

import type { Context, HandlersOf } from '../http/context'
import { notFound, notInPlan } from '../http/errors'
import { newKeyRow } from './api-keys'

type NewKey = { readonly accountId: string; readonly name: string; readonly now: Date }

/** Within a transaction. The full key is in `secret`, this once; 409 `key_limit` when there are ten active ones already. */
export async function createKey(
  { db, engine }: Pick<Context, 'db' | 'engine'>,
  { accountId, name, now }: NewKey,
): Promise<{ row: ApiKeyTable; secret: string }> {
  await lockAccount(db, engine, accountId)
  const current = await countActiveKeys(db, accountId)
  if (current >= MAX_ACTIVE_KEYS) {
    throw new HttpError('key_limit', `An account has at most ${MAX_ACTIVE_KEYS} active keys`, {
      extra: { limit: MAX_ACTIVE_KEYS, current, requested: 1 },
    })
  }
  const made = newKeyRow(accountId, name, now)
  await insertKey(db, made.row)
  return made
}

/** Decision 25. */
export const keyHandlers: HandlersOf<'keys'> = {
  'keys.list': async (_input, { account, db }) => ({
    items: (await listKeyRows(db, account.id)).map(toApiKey),
    max_active: MAX_ACTIVE_KEYS,
    api_access: account.apiAccess,
  }),
  'keys.create': async ({ body }, { account, db, engine, now }) => {
    if (!account.apiAccess) {
      throw notInPlan('plan', 'The plan has no API access')
    }
    const { row, secret } = await createKey({ db, engine }, { accountId: account.id, name: body.name, now })
    return { key: toApiKey(row), secret }
  },
  'keys.deactivate': async ({ params }, { account, db, now }) => {
    await markKeyDeactivated(db, { accountId: account.id, id: params.id, at: now.toISOString() })
    const key = await findKey(db, account.id, params.id)
    if (!key) throw notFound()
    return toApiKey(key)
  },
}

const toApiKey = ({ id, name, prefix, last_four, created_at, last_used_at, deactivated_at }: ApiKeyTable): ApiKey => ({
  id,
  name,
  prefix,
  last_four,
  created_at,
  last_used_at,
  deactivated_at,
})
