import type { Logger } from 'pino'

import { withTimeout } from '@/lib/domain/with-timeout'
import { recordHeartbeat } from '@/lib/storage/health'
import type { Storage } from '@/lib/storage/storage'

import { diskState } from './disk'

/** The panel is unusable without any of these. */
export type EssentialPart = 'storage' | 'upstream'
/** Problems that do not stop users, but that an operator should fix. */
export type HealthWarnings = {
  /** Anchors of the audit log could not be written to the operator's file. */
  readonly anchors?: 'failing'
  /** The mail server does not accept e-mails; they wait. */
  readonly mail?: 'failing'
  /** Data directory: files cannot be written, or little space is left. */
  readonly disk?: 'low' | 'failing'
  /** This machine's clock differs from the database's by minutes, or is behind stored data. */
  readonly clock?: 'off'
  /** Periodic work of this process has not ended, or not started, for far too long. */
  readonly jobs?: 'stalled'
}
export type Health = {
  readonly status: 'ok' | 'failed'
  readonly upstream: 'embedded' | 'remote'
  readonly storage: Storage['engine']
  readonly failing?: EssentialPart
} & HealthWarnings

/** Returns the names of jobs that have stopped. */
export type WatchedJobs = { stalled(): readonly string[] }

export type HealthOptions = {
  readonly storage: Storage
  readonly dataDir: string
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly upstream: Health['upstream']
  /** Whether the remote service answers; always true for an embedded one. Never rejects. */
  readonly isUpstreamAlive: () => Promise<boolean>
  readonly anchorsFail: () => boolean
  readonly mailFails: () => boolean
  readonly jobs: () => readonly WatchedJobs[]
  readonly diskState?: typeof diskState
}

/** Every answer comes within this time; a check that is not done by then counts as failing. */
const PATIENCE_MS = 2_500
/** The store is written to at most once in this time, however often health is requested. */
const FRESH_MS = 2_000
/** Minimum time between two checks of a remote service. */
const UPSTREAM_FRESH_MS = 15_000
const CLOCK_TOLERANCE_MS = 120_000

/**
 * Implements `GET /api/health`. The store is healthy when it can be written and read, because a server that became
 * read-only still answers queries. A hanging check occupies one connection, not one per request.
 */
export function createHealth(options: HealthOptions): () => Promise<Health> {
  const { storage, dataDir, clock, upstream } = options
  const checkDisk = options.diskState ?? diskState
  const essential: Readonly<Record<EssentialPart, () => Promise<boolean>>> = {
    storage: sharedCheck(FRESH_MS, async () => {
      const now = clock()
      const { databaseNow, latest } = await recordHeartbeat(storage, now)
      isClockOff = databaseNow === null ? isBehind(now, latest) : clocksDiffer(now, databaseNow)
      return true
    }),
    upstream: sharedCheck(UPSTREAM_FRESH_MS, options.isUpstreamAlive),
  }
  let isClockOff = false
  const disk = sharedCheck(FRESH_MS, async () => checkDisk(dataDir))
  // One check for each warning; undefined while it is in order.
  const troubles: { readonly [T in keyof HealthWarnings]-?: () => Promise<HealthWarnings[T]> | HealthWarnings[T] } = {
    anchors: () => (options.anchorsFail() ? 'failing' : undefined),
    mail: () => (options.mailFails() ? 'failing' : undefined),
    disk: async () => {
      const state = await disk().catch(() => 'failing' as const)
      return state === 'ok' ? undefined : state
    },
    clock: () => (isClockOff ? 'off' : undefined),
    jobs: () => (stalledJobs(options).length > 0 ? 'stalled' : undefined),
  }
  const logHealth = createHealthLogger(options)
  return async () => {
    const [isStorageAlive, isServiceAlive] = await Promise.all([
      succeeds(essential.storage),
      succeeds(essential.upstream),
    ])
    const failing = !isStorageAlive ? 'storage' : !isServiceAlive ? 'upstream' : undefined
    const results = await Promise.all(
      Object.entries(troubles).map(async ([name, check]) => [name, await check()] as const),
    )
    // Safe: each check of the table returns a value of the field it is named after.
    const warnings = Object.fromEntries(results.filter(([, warning]) => warning !== undefined)) as HealthWarnings
    const health: Health = {
      status: failing ? 'failed' : 'ok',
      upstream,
      storage: storage.engine,
      ...(failing && { failing }),
      ...warnings,
    }
    logHealth(health)
    return health
  }
}

const stalledJobs = ({ jobs }: HealthOptions): string[] => jobs().flatMap((each) => each.stalled())

const isBehind = (now: Date, latest: string): boolean => Date.parse(latest) - now.getTime() > CLOCK_TOLERANCE_MS
const clocksDiffer = (now: Date, other: string): boolean =>
  Math.abs(Date.parse(other) - now.getTime()) > CLOCK_TOLERANCE_MS

const succeeds = (check: () => Promise<boolean>): Promise<boolean> => check().catch(() => false)

/**
 * Shares the result of `check` for `freshMs`. Callers wait for `PATIENCE_MS` at most and then get a rejection; the check
 * itself goes on, and no other begins before it ends.
 */
function sharedCheck<T>(freshMs: number, check: () => Promise<T>): () => Promise<T> {
  let cached: { readonly at: number; readonly value: Promise<T> } | undefined
  let isChecking = false
  return () => {
    if (!isChecking && (cached === undefined || performance.now() - cached.at > freshMs)) {
      isChecking = true
      const value = check()
      cached = { at: performance.now(), value }
      value.then(
        () => (isChecking = false),
        () => {
          isChecking = false
          // After a failure the next caller checks again.
          cached = undefined
        },
      )
    }
    const value = cached?.value ?? Promise.reject(new Error('There is nothing to check'))
    return withTimeout(value, PATIENCE_MS, `No answer within ${PATIENCE_MS} ms`)
  }
}

/** Logs one line when something begins to fail and one when it recovers. */
function createHealthLogger(options: HealthOptions): (health: Health) => void {
  let before = ''
  return ({ failing, anchors, mail, disk, clock, jobs }) => {
    const state = { failing, anchors, mail, disk, clock, jobs }
    const now = JSON.stringify(state)
    if (now === before || (before === '' && now === '{}')) {
      before = now
      return
    }
    before = now
    if (now === '{}') options.log.info('all health checks pass again')
    else options.log.warn({ ...state, ...(jobs && { stalled: stalledJobs(options) }) }, 'a health check fails')
  }
}
