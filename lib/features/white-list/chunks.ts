import { randomUUID } from 'node:crypto'

import { foldLine } from '@/lib/domain/fold'
import { recordAudit } from '@/lib/features/audit/audit'
import { type AccountTx, inAccounts } from '@/lib/storage/engine/account-lock'
import type { Db, Storage } from '@/lib/storage/storage'

import { type AccountVerdict, judgeAccount } from './domain/account'
import { judgeResult, resultOf } from './judge-result'
import type { NumbersCallResult } from './request-numbers'
import {
  type QueriedNumber,
  listNumbersIn,
  listRowsWithAccount,
  moveNumbers,
  setVerdicts,
  updateNumbers,
} from './statements/numbers'
import { countNumberStates } from './statements/results'
import { lockWhiteListRun, updateWhiteListRun, type WhiteListRunChange } from './statements/runs'
import type { WhiteListRunTable } from './tables'

/** Maximum number of identifiers per call, interface section 4.10 (white list). */
export const NUMBERS_A_CALL = 50
/** A service stores the answer of a key for a day; a call that is nearly as old is not repeated. */
const KEY_HOLDS_MS = 23 * 3_600_000

export type Chunk = {
  readonly key: string
  readonly numbers: readonly QueriedNumber[]
  readonly run: WhiteListRunTable
}
/** `by`: the process that holds the claim. */
type ClaimInput = {
  readonly storage: Storage
  readonly accountId: string
  readonly id: string
  readonly by: string
  readonly now: Date
  /** True if the service repeats the answer of a key without a charge. */
  readonly isEmbedded: boolean
  readonly claimedUntil: string
}

/**
 * Chooses the next numbers and records them before the call: if the process dies, another one repeats the call with the
 * same key. If the service does not support keys, or the run was cancelled, the numbers become unsure instead.
 * Undefined: there is no call to make now.
 */
export const claimChunk = (claim: ClaimInput): Promise<Chunk | undefined> =>
  inRun(claim, async (db, run) => {
    if (run.claimed_by !== claim.by) return undefined
    if (run.chunk_key !== null) {
      const openChunk = await resumeOpenCall(db, claim, run)
      if (openChunk !== undefined) return openChunk
    }
    return isActive(run) ? claimNext(db, claim, run) : undefined
  })

type RunKey = Pick<ClaimInput, 'storage' | 'accountId' | 'id'>

/**
 * Works on the current state of the run, locking the account first and then the run, like cancelling. Undefined if the
 * run was deleted.
 */
function inRun<T>({ storage, accountId, id }: RunKey, work: (db: AccountTx, run: WhiteListRunTable) => Promise<T>) {
  return inAccounts(storage, [accountId], async (db) => {
    const run = await lockWhiteListRun(db, id)
    return run && work(db, run)
  })
}

const isActive = ({ state }: WhiteListRunTable): boolean => state === 'running' || state === 'waiting'

/**
 * Returns the call that a dead process left open, to repeat it; undefined if it must not be repeated, which marks its
 * numbers as unsure.
 */
async function resumeOpenCall(
  db: AccountTx,
  { id, now, isEmbedded, claimedUntil }: ClaimInput,
  run: WhiteListRunTable,
): Promise<Chunk | undefined> {
  const { chunk_key: key, chunk_at: at, keeps_keys } = run
  const isKeyHeld = (isEmbedded || keeps_keys === 1) && now.getTime() - Date.parse(at ?? '') < KEY_HOLDS_MS
  if (key !== null && isActive(run) && isKeyHeld) {
    const numbers = await listNumbersIn(db, id, { state: 'asked', limit: NUMBERS_A_CALL })
    await updateWhiteListRun(db, id, { ...RUNNING, claimed_until: claimedUntil })
    return { key, numbers, run }
  }
  await moveNumbers(db, id, { from: ['asked'], to: { state: 'unsure' } })
  await updateWhiteListRun(db, id, { chunk_key: null, chunk_at: null })
  return undefined
}

const RUNNING = { state: 'running', reason: null, message: null, wait_until: null } as const

async function claimNext(db: AccountTx, { id, now, claimedUntil }: ClaimInput, run: WhiteListRunTable) {
  const remainingBudget = await budgetLeft(db, run)
  const numbers = await listNumbersIn(db, id, {
    state: 'waiting',
    limit: Math.max(1, Math.min(NUMBERS_A_CALL, run.chunk_size)),
  })
  if (numbers.length === 0) {
    await finish(db, run, now)
    return undefined
  }
  if (remainingBudget < 1) {
    await updateWhiteListRun(db, id, { state: 'paused', reason: 'budget', message: null, wait_until: null })
    return undefined
  }
  const claimed = numbers.slice(0, remainingBudget)
  const key = randomUUID()
  await updateNumbers(db, { runId: id, positions: claimed.map(({ position }) => position) }, { state: 'asked' })
  await updateWhiteListRun(db, id, {
    ...RUNNING,
    chunk_key: key,
    chunk_at: now.toISOString(),
    claimed_until: claimedUntil,
  })
  return { key, numbers: claimed, run }
}

/** Units that the run may still be charged; possibly charged ones count as charged. */
async function budgetLeft(db: Db, { id, budget_units: budget, units, unsaid }: WhiteListRunTable): Promise<number> {
  if (budget === 0) return NUMBERS_A_CALL
  const unsure = (await countNumberStates(db, [id])).get(id)?.unsure ?? 0
  return budget - units - unsaid - unsure
}

async function finish(db: AccountTx, run: WhiteListRunTable, now: Date): Promise<void> {
  const { id, account_id: accountId, created_by: actor, numbers, units } = run
  await updateWhiteListRun(db, id, {
    state: 'done',
    reason: null,
    message: null,
    wait_until: null,
    finished_at: now.toISOString(),
  })
  const after = { numbers, units }
  await recordAudit(db, { accountId, actor, action: 'whiteListRuns.finish', target: id, after, now })
}

type ChunkOutcome = Pick<ClaimInput, 'storage' | 'accountId' | 'id' | 'by' | 'now'> & { readonly chunk: Chunk }
type CallAnswer = Extract<NumbersCallResult, { kind: 'answered' }>

/**
 * Saves the answer and ends the call in one transaction. False if another process has claimed the run: it repeats the
 * call with the same key and gets the same answer.
 */
export const settleChunk = (outcome: ChunkOutcome, answer: CallAnswer): Promise<boolean> =>
  withChunk(outcome, async (db) => {
    const { id, chunk, now } = outcome
    const accounts = await accountsOf(db, id, chunk.numbers)
    for (const [at, number] of chunk.numbers.entries()) {
      const item = resultOf(answer.results, number, at)
      const numberResult = { id, number, item, accounts: accounts.get(number.position) ?? [], now }
      await saveResult(db, numberResult, answer.requestId)
    }
    return chargedBy(chunk, answer)
  })

/** Returns the numbers of a refused call to the waiting ones: nothing was charged. */
export const releaseChunk = (outcome: ChunkOutcome, change: WhiteListRunChange): Promise<boolean> =>
  withChunk(outcome, async (db) => {
    await moveNumbers(db, outcome.id, { from: ['asked'], to: { state: 'waiting' } })
    return change
  })

/** Drops the numbers that the service rejects as invalid; the others wait again. */
export const dropNumbers = (outcome: ChunkOutcome, indexes: readonly number[]): Promise<boolean> =>
  withChunk(outcome, async (db) => {
    const positions = indexes.flatMap((index) => outcome.chunk.numbers[index]?.position ?? [])
    await updateNumbers(db, { runId: outcome.id, positions }, { state: 'error', fault: 'refused' })
    await moveNumbers(db, outcome.id, { from: ['asked'], to: { state: 'waiting' } })
    return { failures: 0 }
  })

/** Marks the numbers as unsure: the answer of a service without keys was lost. */
export const leaveUnsure = (outcome: ChunkOutcome, change: WhiteListRunChange): Promise<boolean> =>
  withChunk(outcome, async (db) => {
    await moveNumbers(db, outcome.id, { from: ['asked'], to: { state: 'unsure' } })
    return change
  })

async function withChunk(
  outcome: ChunkOutcome,
  work: (db: AccountTx) => Promise<WhiteListRunChange>,
): Promise<boolean> {
  const { id, by, chunk } = outcome
  const isDone = await inRun(outcome, async (db, run) => {
    if (run.claimed_by !== by || run.chunk_key !== chunk.key) return false
    const { state: wanted, ...change } = await work(db)
    // A run that was cancelled in between stays cancelled.
    const state = run.state === 'running' && wanted !== undefined ? { state: wanted } : {}
    const clearedFields = run.state === 'running' ? {} : { reason: null, message: null, wait_until: null }
    await updateWhiteListRun(db, id, {
      ...addUnits(run, change),
      ...clearedFields,
      ...state,
      chunk_key: null,
      chunk_at: null,
    })
    return true
  })
  return isDone === true
}

/** `units` and `unsaid` of the change are added to those of the run. */
function addUnits(
  run: WhiteListRunTable,
  { units = 0, unsaid = 0, ...change }: WhiteListRunChange,
): WhiteListRunChange {
  return { ...change, units: run.units + units, unsaid: run.unsaid + unsaid }
}

function chargedBy({ numbers }: Chunk, { units, left, isReplay }: CallAnswer): WhiteListRunChange {
  // A repeated call reports no cost, but the original call was charged in full.
  const charged = isReplay === true ? numbers.length : units
  return {
    failures: 0,
    ...(charged === null ? { unsaid: numbers.length } : { units: charged }),
    ...(isReplay !== undefined && { keeps_keys: 1 }),
    // At least one, so that the next call shows whether any unit is left.
    ...(left !== null && { chunk_size: Math.max(1, Math.min(NUMBERS_A_CALL, left)) }),
  }
}

type AccountOfNumber = { readonly position: number; readonly account: string }

async function accountsOf(
  db: Db,
  runId: string,
  numbers: readonly QueriedNumber[],
): Promise<Map<number, AccountOfNumber[]>> {
  const rows = await listRowsWithAccount(
    db,
    runId,
    numbers.map(({ position }) => position),
  )
  const accountsByNumber = new Map<number, AccountOfNumber[]>()
  for (const { position, number, account } of rows) {
    if (account === null) continue
    const list = accountsByNumber.get(number) ?? []
    list.push({ position, account })
    accountsByNumber.set(number, list)
  }
  return accountsByNumber
}

type NumberResult = {
  readonly id: string
  readonly number: QueriedNumber
  /** The service's result for the number; undefined if it returned none. */
  readonly item: unknown
  readonly accounts: readonly AccountOfNumber[]
  readonly now: Date
}

async function saveResult(
  db: AccountTx,
  { id: runId, number, item, accounts, now }: NumberResult,
  requestId: string | null,
): Promise<void> {
  const positions = [number.position]
  const judgement = item === undefined ? undefined : judgeResult(item, { requestId, now })
  if (judgement?.ok !== true) {
    const fault = judgement === undefined ? 'missing' : 'unreadable'
    return updateNumbers(db, { runId, positions }, { state: 'error', fault, request_id: requestId })
  }
  const { accounts: listed, ...answer } = judgement.answer
  const folded = foldLine(`${number.value} ${answer.nip ?? ''} ${answer.name ?? ''}`)
  await updateNumbers(db, { runId, positions }, { state: 'answered', fault: null, folded, ...answer })
  const verdicts = new Map<AccountVerdict, number[]>()
  for (const { position, account } of accounts) {
    const verdict = judgeAccount(account, listed)
    verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), position])
  }
  for (const [verdict, rows] of verdicts) await setVerdicts(db, { runId, positions: rows }, verdict)
}
