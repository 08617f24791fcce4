import type { Operation } from '@/lib/contract/operation'
import type { OperationName } from '@/lib/contract/table'
import { warsawMonth } from '@/lib/domain/calendar'
import { HttpError } from '@/lib/http/errors'
import { findAccount } from '@/lib/service/accounts/statements/accounts'
import { findKeyByHash, touchKey } from '@/lib/service/accounts/statements/keys'
import type { ApiKeyTable } from '@/lib/service/accounts/tables'
import { inTransaction } from '@/lib/service/metering/statements/group-commit'
import { countTrialRequest } from '@/lib/service/metering/statements/usage'

import { hashKey } from './accounts/api-keys'
import { addressNotAllowed, isKeyExpired, mayComeFrom, requireScope } from './accounts/key-limits'
import type { IdentifiedCall } from './calls/refused-calls'
import type { Account, CallBase, Caller, PanelPrincipal, RefusedKey, ServiceDependencies } from './http/context'
import { notInPlan } from './http/errors'
import { toAccount } from './metering/plans'
import { consumeRateLimit } from './metering/rate-limits'

export type Admission = { readonly account: Account; readonly caller: Caller; readonly now: Date }
type AdmissionInput = {
  readonly request: Request
  readonly requestId: string
  readonly row: { readonly name: OperationName; readonly operation: Operation }
  readonly principal: PanelPrincipal | undefined
  readonly address: string | undefined
  /** Receives who calls, also if the call is then refused. */
  readonly identified?: IdentifiedCall
  readonly dependencies: ServiceDependencies
}

const KEY_USE_RESOLUTION_MS = 60_000

/**
 * Decision 36 (order of the checks), the steps before the input: key (401), its address (403), rate (429), scope (403),
 * subscription and plan (402).
 */
export async function admit(input: AdmissionInput): Promise<Admission> {
  const { row, principal, dependencies } = input
  const { operation } = row
  const now = dependencies.clock()
  const { account, caller } = await identify({ ...input, now })
  // To a key, an operation of the panel does not exist, whatever the key may do.
  if (operation.audience === 'panel' && !principal) throw new HttpError('not_found', 'No such endpoint')
  await consumeLimit(caller, operation, dependencies)
  if (caller.via === 'api') await admitKey(caller.key, now, input)
  checkPlan({ account, caller }, operation)
  if (account.state === 'trial') await countTrial(account, now, dependencies)
  return { account, caller, now }
}

function checkPlan({ account, caller }: Pick<Admission, 'account' | 'caller'>, operation: Operation): void {
  checkSubscription(account, operation)
  if (caller.via === 'api' && !account.apiAccess) {
    throw notInPlan('plan', 'The plan has no API access')
  }
  if (operation.onlyPlan !== undefined && account.plan !== operation.onlyPlan) {
    throw notInPlan('plan', 'The plan does not include this')
  }
}

/** Whether a long call would still be admitted; the rate limit is not checked. Throws like `admit`. */
export async function admitAgain(row: AdmissionInput['row'], call: CallBase): Promise<void> {
  const { request, requestId, address, dependencies, caller } = call
  const principal = caller.via === 'panel' ? { ...caller.principal, account: undefined } : undefined
  const now = dependencies.clock()
  const identified = await identify({ request, requestId, row, principal, address, now, dependencies })
  if (identified.caller.via === 'api') requireScope(identified.caller.key, row.operation)
  checkPlan(identified, row.operation)
}

async function admitKey(key: ApiKeyTable, now: Date, input: AdmissionInput): Promise<void> {
  const { row, dependencies } = input
  try {
    requireScope(key, row.operation)
  } catch (error) {
    noteRefusedKey({ ...input, now }, { key, fault: 'scope' })
    throw error
  }
  if (isUseOld(key, now)) await recordUse({ key, now, operation: row.name }, dependencies)
}

/**
 * Decision T5 (trial requests): counts every admitted call. Runs outside the answer's transaction, because a refusal
 * would roll it back.
 */
async function countTrial({ id }: Account, now: Date, { storage, log }: ServiceDependencies): Promise<void> {
  try {
    await inTransaction(storage, (db) => countTrialRequest(db, id, warsawMonth(now)))
  } catch (error) {
    log.warn({ err: error }, 'a call on trial was not counted')
  }
}

// One answer for every reason, so that it does not reveal which keys exist.
const unauthorized = () => new HttpError('unauthorized', 'The x-api-key header is missing or the key is not valid')

type IdentificationInput = Omit<AdmissionInput, 'row'> & {
  readonly row?: AdmissionInput['row'] | undefined
  readonly now: Date
}

/** Identifies the caller. Throws 401, or 403 for a key that is not allowed from this address. */
export async function identify(input: IdentificationInput): Promise<{ account: Account; caller: Caller }> {
  const { request, principal, dependencies, address, now, identified = {} } = input
  const { db } = dependencies.storage
  if (principal) {
    const row = principal.account ?? (await findAccount(db, principal.accountId))
    if (!row) throw unauthorized()
    const caller = { via: 'panel', principal } as const
    identified.caller = caller
    return { account: toAccount(row), caller }
  }
  const secret = request.headers.get('x-api-key') ?? ''
  if (secret === '') throw unauthorized()
  const hash = hashKey(secret)
  const found = hash === undefined ? undefined : await findKeyByHash(db, hash)
  if (!found) throw refuseKey(input, { fault: 'unknown' })
  const { key } = found
  const fault = refusalReason(key, address, now)
  const caller = { via: 'api', key } as const
  identified.caller = caller
  if (fault === undefined) return { account: toAccount(found.account), caller }
  identified.fault = fault
  throw refuseKey(input, { fault, key })
}

function refusalReason(key: ApiKeyTable, address: string | undefined, now: Date): RefusedKey['fault'] | undefined {
  if (key.deactivated_at !== null) return 'deactivated'
  if (isKeyExpired(key, now)) return 'expired'
  return mayComeFrom(key, address) ? undefined : 'address'
}

/** Reports a refused key to the operator's monitoring and returns the error for the caller. */
function refuseKey(input: IdentificationInput, refused: Pick<RefusedKey, 'fault' | 'key'>): HttpError {
  noteRefusedKey(input, refused)
  return refused.fault === 'address' ? addressNotAllowed() : unauthorized()
}

export function noteRefusedKey(
  { dependencies: { onRefusedKey }, row, address, requestId }: IdentificationInput,
  refused: Pick<RefusedKey, 'fault' | 'key'>,
): void {
  onRefusedKey?.({ ...refused, operation: row?.name ?? null, address: address ?? null, requestId })
}

async function consumeLimit(caller: Caller, operation: Operation, dependencies: ServiceDependencies): Promise<void> {
  if (caller.via === 'api') return consumeRateLimit(dependencies, `account ${caller.key.account_id}`, operation.bucket)
  if (caller.principal.rateLimited)
    await consumeRateLimit(dependencies, `user ${caller.principal.userId}`, operation.bucket)
}

const isUseOld = ({ last_used_at: at }: ApiKeyTable, now: Date): boolean =>
  at === null || Date.parse(at) < now.getTime() - KEY_USE_RESOLUTION_MS

type KeyUse = { readonly key: ApiKeyTable; readonly now: Date; readonly operation: OperationName }

/** Writes at most once a minute per key, outside the answer's transaction; a failed write does not fail the call. */
async function recordUse({ key, now, operation }: KeyUse, { storage, log }: ServiceDependencies): Promise<void> {
  const unlessSince = new Date(now.getTime() - KEY_USE_RESOLUTION_MS).toISOString()
  try {
    await touchKey(storage.db, key.id, { at: now.toISOString(), unlessSince, operation })
  } catch (error) {
    log.warn({ err: error }, 'the use of a key was not recorded')
  }
}

/** Decision 35 (states of an account): an inactive account may only read its usage. */
function checkSubscription(account: Account, operation: Operation): void {
  if (account.state !== 'inactive') return
  if (operation.method === 'GET' && operation.path.startsWith('/v1/usage/')) return
  throw notInPlan('subscription', 'The subscription is not active')
}
