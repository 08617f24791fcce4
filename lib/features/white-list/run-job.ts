import { randomUUID } from 'node:crypto'

import { doubledWait, instantAfter } from '@/lib/domain/back-off'
import { dayBounds, warsawDay } from '@/lib/domain/calendar'
import { groupBy } from '@/lib/domain/collections/group-by'
import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { wroteRow } from '@/lib/storage/engine/outcome'
import type { Storage } from '@/lib/storage/storage'

import { type Chunk, NUMBERS_A_CALL, dropNumbers, leaveUnsure, releaseChunk, settleChunk, claimChunk } from './chunks'
import { mayPay } from './make-run'
import { type NumbersCallResult, requestNumbers } from './request-numbers'
import {
  type DueRun,
  findWhiteListRun,
  listDueRuns,
  updateClaimedRun,
  updateWhiteListRun,
  type WhiteListRunChange,
  whiteListRunLease,
} from './statements/runs'

/** Longer than one call can take. */
const CLAIM_MS = 5 * 60_000
/** Time per run of the job, after which other accounts of the installation continue. */
const MAX_RUN_MS = 30_000
/** Consecutive failed calls after which the run is paused. */
const MAX_FAILURES = 8
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** Minimum wait when the service reports a renewal of the pool in the past. */
const MIN_WAIT_MS = 60_000

type RunJobDependencies = Pick<PanelJobDependencies, 'storage' | 'clock' | 'log' | 'fetchFor' | 'isEmbedded'>

/**
 * Works on all runs that can continue. Runs of one account alternate chunk by chunk, so that a long one does not delay
 * the others.
 */
async function workOnRuns(dependencies: RunJobDependencies, stopping?: AbortSignal): Promise<void> {
  const { storage, clock, log } = dependencies
  const began = performance.now()
  const workerId = randomUUID()
  const dueRuns = await listDueRuns(storage.db, clock().toISOString())
  const workOnAccount = async (accountRuns: readonly DueRun[]) => {
    for (let runs = accountRuns; runs.length > 0 && performance.now() - began < MAX_RUN_MS;) {
      const unfinished: DueRun[] = []
      for (const run of runs) {
        if (stopping?.aborted === true) return
        const goesOn = await workOnRun(dependencies, run, workerId).catch((error: unknown) => {
          log.warn({ err: error, account: run.slug, run: run.id }, 'a white-list check failed; the next run retries')
          return false
        })
        if (goesOn) unfinished.push(run)
      }
      runs = unfinished
    }
  }
  await forEachAccount(
    groupBy(dueRuns, ({ account_id: id }) => id),
    ([, runs]) => workOnAccount(runs),
    {
      ...dependencies,
      stopping,
      job: whiteListRunsJob.name,
      accountOf: ([accountId]) => accountId,
      failureMessage: 'white-list checks failed; the next run retries',
    },
  )
}

export const whiteListRunsJob: PanelJob = { name: 'white-list.runs', everyMs: 2_000, run: workOnRuns }

/** Processes one chunk under a claim. Returns false if no further call can be made now. */
async function workOnRun(
  dependencies: RunJobDependencies,
  { id, account_id, slug, sealed_api_key }: DueRun,
  by: string,
) {
  const { storage, clock, isEmbedded, fetchFor } = dependencies
  const now = clock()
  const claimedUntil = instantAfter(now, CLAIM_MS)
  const lease = { id, by, now: now.toISOString(), until: claimedUntil }
  if (!(await wroteRow(whiteListRunLease.claim(storage.db, lease)))) return false
  try {
    const payer = await pauseUnlessPayerMaySpend(storage, { id, accountId: account_id })
    if (payer === undefined) return false
    const chunk = await claimChunk({ storage, accountId: account_id, id, by, now, isEmbedded, claimedUntil })
    if (!chunk) return false
    const service = fetchFor({ id: account_id, slug, sealed_api_key }, payer)
    return await applyAnswer(
      dependencies,
      { accountId: account_id, id, by, chunk },
      await requestNumbers(service, chunk),
    )
  } finally {
    await whiteListRunLease.settle(storage.db, { id, by })
  }
}

/**
 * Before every call, pauses the run unless its payer is a member who may spend. Returns the payer; undefined if the run
 * may not continue.
 */
async function pauseUnlessPayerMaySpend(
  storage: Storage,
  run: { readonly id: string; readonly accountId: string },
): Promise<string | undefined> {
  const { db } = storage
  const row = await findWhiteListRun(db, run)
  if (row === undefined) return undefined
  if (row.state === 'cancelled' || (await mayPay(db, run.accountId, row.payer))) return row.payer
  await inAccounts(storage, [run.accountId], (tx) =>
    updateWhiteListRun(tx, run.id, { state: 'paused', reason: 'payer', message: null, wait_until: null }),
  )
  return undefined
}

type ClaimedCall = { readonly accountId: string; readonly id: string; readonly by: string; readonly chunk: Chunk }

/** Applies the answer. Returns true if the next chunk can be requested immediately. */
async function applyAnswer(
  dependencies: RunJobDependencies,
  call: ClaimedCall,
  answer: NumbersCallResult,
): Promise<boolean> {
  const { storage, clock } = dependencies
  const now = clock()
  const outcome = { storage, now, ...call }
  const wait = (until: Date, reason: string, more: WhiteListRunChange = {}): WhiteListRunChange => ({
    state: 'waiting',
    reason,
    message: null,
    wait_until: until.toISOString(),
    ...more,
  })
  switch (answer.kind) {
    case 'answered':
      return settleChunk(outcome, answer)
    case 'pool':
      return (await releaseChunk(outcome, afterPool(call.chunk, answer, now))) && isSmaller(call.chunk, answer)
    case 'invalid':
      return refuseNumbers(outcome, answer.indexes)
    case 'rate_limit':
      await releaseChunk(outcome, wait(new Date(now.getTime() + answer.seconds * 1000), 'rate_limit'))
      return false
    case 'refused':
      await releaseChunk(outcome, { state: 'paused', reason: answer.reason, message: answer.message.slice(0, 300) })
      return false
    case 'lost':
      await afterLoss(dependencies, call, answer.message)
      return false
  }
}

type Pool = Extract<NumbersCallResult, { kind: 'pool' }>

/** How many numbers still fit: as reported by the service, or half of the failed call. */
function countFitting({ numbers }: Chunk, { left }: Pool): number {
  const requestedCount = numbers.length
  if (left !== null && left < requestedCount) return left
  return Math.floor(requestedCount / 2)
}

const isSmaller = (chunk: Chunk, pool: Pool): boolean => countFitting(chunk, pool) > 0

/** A smaller chunk uses up what is left, to the unit; then the run waits for the next day if that was requested. */
function afterPool(chunk: Chunk, pool: Pool, now: Date): WhiteListRunChange {
  const fits = countFitting(chunk, pool)
  if (fits > 0) return { chunk_size: fits, failures: 0 }
  const resetsAtMs = Date.parse(pool.resetsAt ?? dayBounds(warsawDay(now)).end)
  const until = Math.max(Number.isNaN(resetsAtMs) ? 0 : resetsAtMs, now.getTime() + MIN_WAIT_MS)
  return {
    chunk_size: NUMBERS_A_CALL,
    failures: 0,
    reason: 'pool',
    message: null,
    wait_until: new Date(until).toISOString(),
    state: chunk.run.after_midnight === 1 ? 'waiting' : 'paused',
  }
}

type ReleaseInput = Parameters<typeof releaseChunk>[0]

/** Drops the numbers that the service names; if it names none, halves the chunk until a single number is refused. */
async function refuseNumbers(outcome: ReleaseInput, indexes: readonly number[]): Promise<boolean> {
  const { numbers } = outcome.chunk
  if (indexes.length > 0) return dropNumbers(outcome, indexes)
  if (numbers.length === 1) return (await dropNumbers(outcome, [0])) && widen(outcome)
  return releaseChunk(outcome, { chunk_size: Math.floor(numbers.length / 2) })
}

async function widen({ storage, accountId, id }: ReleaseInput): Promise<boolean> {
  await inAccounts(storage, [accountId], (tx) => updateWhiteListRun(tx, id, { chunk_size: NUMBERS_A_CALL }))
  return true
}

/**
 * With keys the same call is repeated and charged once; without keys the charge is unknown, so the call is not
 * repeated.
 */
async function afterLoss(
  { storage, clock, isEmbedded }: RunJobDependencies,
  call: ClaimedCall,
  message: string,
): Promise<void> {
  const { accountId, id, by, chunk } = call
  const now = clock()
  const failures = chunk.run.failures + 1
  const pause = doubledWait(failures, { firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS })
  const isLimitReached = failures >= MAX_FAILURES
  const change: WhiteListRunChange = {
    failures,
    reason: 'upstream',
    message: message.slice(0, 300),
    state: isLimitReached ? 'paused' : 'waiting',
    wait_until: isLimitReached ? null : instantAfter(now, pause),
  }
  if (isEmbedded || chunk.run.keeps_keys === 1) await updateClaimedRun(storage.db, { id, by }, change)
  else
    await leaveUnsure(
      { storage, now, accountId, id, by, chunk },
      isLimitReached || failures >= MAX_LOST_ANSWERS ? toPaused(change) : change,
    )
}

/** Without keys, every lost answer leaves up to fifty numbers with an unknown charge. */
const MAX_LOST_ANSWERS = 2
const toPaused = (change: WhiteListRunChange): WhiteListRunChange => ({ ...change, state: 'paused', wait_until: null })
