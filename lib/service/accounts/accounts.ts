import { randomUUID } from 'node:crypto'

import {
  findAccountBySlug,
  insertAccount,
  insertAccountTerms,
  listAccountRows,
  updateAccount,
} from '@/lib/service/accounts/statements/accounts'
import { listKeyRows, markKeyDeactivated } from '@/lib/service/accounts/statements/keys'
import type { AccountTable, ApiKeyTable } from '@/lib/service/accounts/tables'
import { inAccounts, lockAccount } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import type { Account, ServiceDependencies } from '../http/context'
import { formatLimits, type LimitOverrides, parseLimits, plans, type PlanTier, toAccount } from '../metering/plans'
import type { KeySettings } from './api-keys'
import { createKey, rotateKey, type Rotation } from './keys'

/** Operations of the command line and of tests on accounts and keys. None of them checks permissions. */
type StoreAndClock = Pick<ServiceDependencies, 'storage' | 'clock'>

export type NewAccount = {
  /** Unique name for the command line, e.g. `demo-pro`. */
  readonly slug: string
  readonly name?: string
  readonly plan: PlanTier
  readonly state?: AccountTable['state']
  /** Overrides of the plan's limits, e.g. `{lookups: 20}`. */
  readonly limits?: LimitOverrides
  readonly spendCapPln?: number | null
}

export class SlugTaken extends Error {
  override readonly name = 'SlugTaken'
}

/** Throws a ZodError for invalid limits. */
export const newAccountRow = (account: NewAccount, now: Date): AccountTable => ({
  id: randomUUID(),
  slug: account.slug,
  name: account.name ?? account.slug,
  plan: account.plan,
  state: account.state ?? 'active',
  limits: formatLimits(account.limits ?? {}),
  spend_cap_pln: account.spendCapPln ?? null,
  sealed_api_key: null,
  created_at: now.toISOString(),
})

/** Throws `SlugTaken`, or a ZodError for invalid limits. */
export async function createAccount({ storage, clock }: StoreAndClock, account: NewAccount): Promise<Account> {
  const now = clock()
  const row = newAccountRow(account, now)
  await storage.db.transaction().execute(async (db) => {
    if (!(await insertAccount(db, row))) throw new SlugTaken(`There is already an account ${account.slug}`)
    await insertAccountTerms(await lockAccount(db, row.id), termsOf(row, now))
  })
  return toAccount(row)
}

/** The terms that apply to the account from `now` on; its statements show them later. */
function termsOf(row: AccountTable, now: Date) {
  const { id, plan, state, limits, unitGrosz } = toAccount(row)
  return {
    account_id: id,
    at: now.toISOString(),
    source: 'service',
    plan: plans[plan].name,
    state,
    included: limits.lookups,
    unit_grosz: unitGrosz,
  } as const
}

export const listAccounts = async ({ storage }: StoreAndClock): Promise<Account[]> =>
  (await listAccountRows(storage.db)).map(toAccount)

export async function findAccountNamed({ storage }: StoreAndClock, slug: string): Promise<Account | undefined> {
  const row = await findAccountBySlug(storage.db, slug)
  return row && toAccount(row)
}

export type AccountChange = {
  readonly plan?: PlanTier
  readonly state?: AccountTable['state']
  /** Merged into the existing overrides; a value of `undefined` removes an override. */
  readonly limits?: LimitOverrides
}

/**
 * Applies from the next call on; existing keys stay (decision 35, states of an account). Returns undefined if there is
 * no such account.
 */
export async function setPlan(
  { storage, clock }: StoreAndClock,
  slug: string,
  change: AccountChange,
): Promise<Account | undefined> {
  const found = await findAccountBySlug(storage.db, slug)
  if (!found) return undefined
  return inAccounts(storage, [found.id], async (db) => {
    // The update writes every column, so the row must be the one that the previous change left.
    const row = await findAccountBySlug(db, slug)
    if (!row) return undefined
    const { limits, ...rest } = change
    const next = limits ? { limits: formatLimits({ ...parseLimits(row.limits), ...limits }) } : {}
    const changed = { ...row, ...rest, ...next }
    await updateAccount(db, row.id, { plan: changed.plan, state: changed.state, limits: changed.limits })
    await insertAccountTerms(db, termsOf(changed, clock()))
    return toAccount(changed)
  })
}

/**
 * `secret` holds the full key; it is never shown again. Ignores the plan, but throws 409 `key_limit` and 422 like
 * `createKey`.
 */
export async function createKeyForAccount(
  { storage, clock }: StoreAndClock,
  accountId: string,
  settings: KeySettings,
): Promise<{ key: ApiKeyTable; secret: string }> {
  const { row, secret } = await inAccounts(storage, [accountId], (tx) =>
    createKey(tx, { accountId, settings, now: clock() }),
  )
  return { key: row, secret }
}

type KeyRotationInput = Pick<Rotation, 'overlapMinutes'> & { readonly idOrPrefix: string }

/** Returns undefined if the account has no such key. Ignores the plan, but throws the same errors as `rotateKey`. */
export async function rotateKeyOfAccount(
  { storage, clock }: StoreAndClock,
  accountId: string,
  rotation: KeyRotationInput,
) {
  const { idOrPrefix, overlapMinutes } = rotation
  const key = await findKeyNamed(storage.db, accountId, idOrPrefix)
  if (!key) return undefined
  return inAccounts(storage, [accountId], (tx) =>
    rotateKey(tx, { accountId, id: key.id, overlapMinutes, now: clock() }),
  )
}

/** Newest first. */
export const listKeys = ({ storage }: StoreAndClock, accountId: string): Promise<ApiKeyTable[]> =>
  listKeyRows(storage.db, accountId)

/**
 * Finds the key by id or by prefix (`brd_ab12`) and returns it as it is afterwards; undefined if the account has no
 * such key.
 */
export async function deactivateKey(
  { storage, clock }: StoreAndClock,
  accountId: string,
  idOrPrefix: string,
): Promise<ApiKeyTable | undefined> {
  const key = await findKeyNamed(storage.db, accountId, idOrPrefix)
  if (!key) return undefined
  const at = clock().toISOString()
  await markKeyDeactivated(storage.db, { accountId, id: key.id, at })
  return { ...key, deactivated_at: key.deactivated_at ?? at }
}

async function findKeyNamed(db: Db, accountId: string, idOrPrefix: string): Promise<ApiKeyTable | undefined> {
  const keys = await listKeyRows(db, accountId)
  return keys.find(({ id, prefix }) => [id, prefix].includes(idOrPrefix))
}
