import { ofAccount } from '@/lib/storage/engine/of-account'
import { rowByKey } from '@/lib/storage/engine/row-by-key'
import type { Db } from '@/lib/storage/storage'

import type { AccountTable, ApiKeyTable } from '../tables'

export type CallerAccount = Omit<AccountTable, 'sealed_api_key'>
type AccountColumns = Omit<CallerAccount, 'id'>
type KeyAndAccount = ApiKeyTable & { readonly [C in keyof AccountColumns as `account_${C}`]: AccountColumns[C] }

const keyAndAccount = rowByKey<KeyAndAccount>(
  (db, key) =>
    db
      .selectFrom('api_keys')
      .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
      .selectAll('api_keys')
      .select([
        'accounts.slug as account_slug',
        'accounts.name as account_name',
        'accounts.plan as account_plan',
        'accounts.state as account_state',
        'accounts.limits as account_limits',
        'accounts.spend_cap_pln as account_spend_cap_pln',
        'accounts.created_at as account_created_at',
      ])
      .where('api_keys.sha256', '=', key),
  ({ sha256 }) => sha256,
)

export async function findKeyByHash(
  db: Db,
  sha256: string,
): Promise<{ key: ApiKeyTable; account: CallerAccount } | undefined> {
  const found = await keyAndAccount(db, sha256)
  if (!found) return undefined
  const account = {
    id: found.account_id,
    slug: found.account_slug,
    name: found.account_name,
    plan: found.account_plan,
    state: found.account_state,
    limits: found.account_limits,
    spend_cap_pln: found.account_spend_cap_pln,
    created_at: found.account_created_at,
  }
  return { key: found, account }
}

export const listKeyRows = (db: Db, accountId: string): Promise<ApiKeyTable[]> =>
  ofAccount(db, 'api_keys', accountId).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const findKey = (db: Db, accountId: string, id: string): Promise<ApiKeyTable | undefined> =>
  db.selectFrom('api_keys').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export async function insertKey(db: Db, row: ApiKeyTable): Promise<void> {
  await db.insertInto('api_keys').values(row).execute()
}

type KeyCounts = {
  /** Keys that work and have no successor; the limit applies to them. */
  readonly active: number
  /** Keys that still work during their overlap with a successor. */
  readonly replaced: number
}

export async function countKeys(db: Db, accountId: string, at: string): Promise<KeyCounts> {
  const keys = await ofAccount(db, 'api_keys', accountId)
    .select('replaced_by')
    .where('deactivated_at', 'is', null)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', at)]))
    .execute()
  const active = keys.filter(({ replaced_by: successor }) => successor === null).length
  return { active, replaced: keys.length - active }
}

/** The key works until `expires_at`, in parallel with its successor. */
export async function markKeyReplaced(
  db: Db,
  key: Pick<ApiKeyTable, 'id'> & { readonly [C in 'expires_at' | 'replaced_by']: string },
): Promise<void> {
  const { id, expires_at, replaced_by } = key
  await db.updateTable('api_keys').set({ expires_at, replaced_by }).where('id', '=', id).execute()
}

/** A key that is already deactivated keeps its first time. Keys of other accounts are not changed. */
export async function markKeyDeactivated(db: Db, key: { accountId: string; id: string; at: string }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ deactivated_at: key.at })
    .where('account_id', '=', key.accountId)
    .where('id', '=', key.id)
    .where('deactivated_at', 'is', null)
    .execute()
}

type KeyUse = { readonly at: string; readonly unlessSince: string; readonly operation: string }

/** Updates the time only if the stored one is before `unlessSince`, so it never moves back. */
export async function touchKey(db: Db, id: string, { at, unlessSince, operation }: KeyUse): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at, last_operation: operation })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', unlessSince)]))
    .execute()
}
