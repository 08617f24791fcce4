import type { Operation } from '@/lib/contract/operation'
import { warsawMonth } from '@/lib/domain/calendar'
import { HttpError } from '@/lib/http/errors'
import { findAccount } from '@/lib/storage/accounts/accounts'
import { findKeyByHash, touchKey } from '@/lib/storage/accounts/keys'
import type { ApiKeyTable } from '@/lib/storage/accounts/tables'
import { inTransaction } from '@/lib/storage/charging/group-commit'
import { countTrialRequest } from '@/lib/storage/charging/usage'

import { hashKey } from './accounts/api-keys'
import type { Account, Caller, PanelPrincipal, ServiceDependencies } from './http/context'
import { notInPlan } from './http/errors'
import { toAccount } from './metering/plans'
import { takeRate } from './metering/rate-limits'

export type Admission = { readonly account: Account; readonly caller: Caller; readonly now: Date }
type Requested = {
  readonly request: Request
  readonly operation: Operation
  readonly principal: PanelPrincipal | undefined
  readonly dependencies: ServiceDependencies
}

const KEY_USE_RESOLUTION_MS = 60_000

/** Decision 36, up to the input: key (401) → rate (429) → subscription and plan (402). */
export async function admit(requested: Requested): Promise<Admission> {
  const { operation, principal, dependencies } = requested
  const now = dependencies.clock()
  const { account, caller } = await identify(requested)
  // To a key an endpoint of the panel does not exist, whatever the key is worth.
  if (operation.audience === 'panel' && !principal) throw new HttpError('not_found', 'No such endpoint')
  await limit(caller, operation, dependencies)
  if (caller.via === 'api' && isUseOld(caller.key, now)) await recordUse(caller.key, now, dependencies)
  checkSubscription(account, operation)
  if (caller.via === 'api' && !account.apiAccess) {
    throw notInPlan('plan', 'The plan has no API access')
  }
  if (operation.onlyPlan !== undefined && account.plan !== operation.onlyPlan) {
    throw notInPlan('plan', 'The plan does not include this')
  }
  if (account.state === 'trial') await countTrial(account, now, dependencies)
  return { account, caller, now }
}

/** Decision T5: every call that was let through. Outside the answer's transaction, which a refusal would undo. */
async function countTrial({ id }: Account, now: Date, { storage, log }: ServiceDependencies): Promise<void> {
  try {
    await inTransaction(storage, (db) => countTrialRequest(db, id, warsawMonth(now)))
  } catch (error) {
    log.warn({ err: error }, 'a call on trial was not counted')
  }
}

// One answer for every reason, so that it tells nothing about which keys exist.
const unauthorized = () => new HttpError('unauthorized', 'The x-api-key header is missing or the key is not valid')

/** Whose call it is. Throws 401. */
export async function identify({
  request,
  principal,
  dependencies,
}: Omit<Requested, 'operation'>): Promise<{ account: Account; caller: Caller }> {
  const { db } = dependencies.storage
  if (principal) {
    const row = principal.account ?? (await findAccount(db, principal.accountId))
    if (!row) throw unauthorized()
    return { account: toAccount(row), caller: { via: 'panel', principal } }
  }
  const secret = request.headers.get('x-api-key') ?? ''
  const hash = hashKey(secret)
  if (hash === undefined) throw unauthorized()
  const found = await findKeyByHash(db, hash)
  if (!found || found.key.deactivated_at !== null) throw unauthorized()
  return { account: toAccount(found.account), caller: { via: 'api', key: found.key } }
}

async function limit(caller: Caller, operation: Operation, dependencies: ServiceDependencies): Promise<void> {
  if (caller.via === 'api') return takeRate(dependencies, `account ${caller.key.account_id}`, operation.bucket)
  if (caller.principal.rateLimited) await takeRate(dependencies, `user ${caller.principal.userId}`, operation.bucket)
}

const isUseOld = ({ last_used_at: at }: ApiKeyTable, now: Date): boolean =>
  at === null || Date.parse(at) < now.getTime() - KEY_USE_RESOLUTION_MS

/** At most one write a minute per key, outside the answer's transaction; losing one is no reason to refuse a call. */
async function recordUse(key: ApiKeyTable, now: Date, { storage, log }: ServiceDependencies): Promise<void> {
  const unlessSince = new Date(now.getTime() - KEY_USE_RESOLUTION_MS).toISOString()
  try {
    await touchKey(storage.db, key.id, { at: now.toISOString(), unlessSince })
  } catch (error) {
    log.warn({ err: error }, 'the use of a key was not recorded')
  }
}

/** Decision 35: an inactive account may still look at its usage. */
function checkSubscription(account: Account, operation: Operation): void {
  if (account.state !== 'inactive') return
  if (operation.method === 'GET' && operation.path.startsWith('/v1/usage/')) return
  throw notInPlan('subscription', 'The subscription is not active')
}
