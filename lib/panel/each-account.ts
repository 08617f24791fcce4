import type { Logger } from 'pino'

import { isApiError } from '@/lib/domain/api-error'
import { isOutage } from '@/lib/storage/engine/outage'
import type { Db } from '@/lib/storage/storage'

const CONCURRENT_ACCOUNTS = 4
/** Milliseconds to wait for one account before the run goes on to the others, because a remote service may hang. */
const PATIENCE_MS = { remote: 10_000, embedded: 120_000 } as const
/** Accounts of one job that may keep running after `PATIENCE_MS`. Beyond this number a run waits again. */
const MAX_LEFT_RUNNING = 16
/** Milliseconds that a stopping process waits for work under way. */
const STOP_WAIT_MS = 5_000

type RunningWork = {
  readonly account: string
  readonly job: string
  readonly promise: Promise<unknown>
  isLeft: boolean
}
type StoreState = {
  readonly underWay: Map<string, RunningWork>
  /** Last error by account, so that it is logged once and not in every run. */
  readonly lastErrors: Map<string, string>
}

const stores = new WeakMap<Db, StoreState>()

function stateOfStore(db: Db): StoreState {
  const state = stores.get(db) ?? { underWay: new Map<string, RunningWork>(), lastErrors: new Map<string, string>() }
  stores.set(db, state)
  return state
}

export type AccountRunOptions<T> = {
  readonly storage: { readonly db: Db }
  readonly log: Pick<Logger, 'warn' | 'info' | 'debug'>
  /** Name of the job. An account is processed by one run of it at a time. */
  readonly job: string
  readonly accountOf: (item: T) => string
  /** Log message for an account whose work throws or is left running. */
  readonly failureMessage: string
  /** True when only the embedded service is called. */
  readonly isEmbedded: boolean
  readonly stopping?: AbortSignal | undefined
  readonly atOnce?: number
  readonly patienceMs?: number
}

/**
 * Runs the work for each account, a few accounts at once, and isolates failures: an exception is logged, and an account
 * that takes longer than `patienceMs` is left running while the others go on; later runs skip it until it ends. Returns
 * the results that came in time. No further account is started once `stopping` is aborted.
 */
export async function forEachAccount<T, R>(
  items: Iterable<T>,
  work: (item: T) => Promise<R>,
  options: AccountRunOptions<T>,
): Promise<R[]> {
  const { job, atOnce = CONCURRENT_ACCOUNTS, stopping } = options
  const { underWay } = stateOfStore(options.storage.db)
  const waiting = [...items]
  const results: R[] = []
  const runWorker = async () => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      if (stopping?.aborted === true) return
      const account = options.accountOf(each)
      const key = `${job} ${account}`
      if (underWay.has(key)) continue
      const promise = attempt(options, each, work)
        .then((result) => (result === undefined ? undefined : results.push(result.value)))
        .finally(() => underWay.delete(key))
      const entry: RunningWork = { account, job, promise, isLeft: false }
      underWay.set(key, entry)
      await waitFor(entry, options)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, runWorker))
  return [...results]
}

async function attempt<T, R>(options: AccountRunOptions<T>, item: T, work: (item: T) => Promise<R>) {
  const { job, log, failureMessage } = options
  const account = options.accountOf(item)
  const { lastErrors } = stateOfStore(options.storage.db)
  const key = `${job} ${account}`
  try {
    const value = await work(item)
    if (lastErrors.delete(key)) log.info({ job, account }, 'the work of an account succeeds again')
    return { value }
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    // The stack says nothing when a service is unreachable.
    const cause = isApiError(error) || isOutage(error) ? { reason: text } : { err: error }
    const fields = { ...cause, job, account }
    if (lastErrors.get(key) === text) log.debug(fields, failureMessage)
    else log.warn(fields, failureMessage)
    lastErrors.set(key, text)
    return undefined
  }
}

async function waitFor<T>(entry: RunningWork, options: AccountRunOptions<T>): Promise<void> {
  const { storage, log, isEmbedded } = options
  const { patienceMs = PATIENCE_MS[isEmbedded ? 'embedded' : 'remote'] } = options
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs)
  })
  const first = await Promise.race([entry.promise, timeout])
  clearTimeout(timer)
  if (first !== 'late') return
  const { account, job } = entry
  const leftRunning = [...stateOfStore(storage.db).underWay.values()].filter((each) => each.job === job && each.isLeft)
  if (leftRunning.length >= MAX_LEFT_RUNNING) await entry.promise
  entry.isLeft = true
  log.debug({ job, account }, 'the work of an account takes long; the run continues with the others')
}

/** Waits briefly for work that runs left behind. Jobs lose nothing when their process is killed. */
export async function endAccountWork({ db }: { readonly db: Db }): Promise<void> {
  const { underWay } = stateOfStore(db)
  if (underWay.size === 0) return
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, STOP_WAIT_MS)
  })
  await Promise.race([Promise.all([...underWay.values()].map(({ promise }) => promise)), timeout])
  clearTimeout(timer)
}
