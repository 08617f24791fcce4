import type { Logger } from 'pino'

import { inTime } from '@/lib/domain/in-time'
import { beat } from '@/lib/storage/health'
import type { Storage } from '@/lib/storage/storage'

import { diskState } from './disk'

/** Without any of them nothing that people ask for works. */
export type EssentialPart = 'storage' | 'upstream'
/** What does not keep people from working, and what an operator should see to. */
export type HealthTrouble = {
  /** Anchors of the audit log could not be written to the operator's file. */
  readonly anchors?: 'failing'
  /** Of the data directory: files cannot be written, or little is left. */
  readonly disk?: 'low' | 'failing'
  /** The clock of this machine is minutes away from the database's, or behind what is stored already. */
  readonly clock?: 'off'
  /** Periodic work of this process has not ended, or not begun, for far too long. */
  readonly jobs?: 'stalled'
}
export type Health = {
  readonly status: 'ok' | 'failed'
  readonly upstream: 'embedded' | 'remote'
  readonly storage: Storage['engine']
  readonly failing?: EssentialPart
} & HealthTrouble

/** What of periodic work has stopped: names of jobs. */
export type WatchedJobs = { stalled(): readonly string[] }

export type HealthOptions = {
  readonly storage: Storage
  readonly dataDir: string
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'info'>
  readonly upstream: Health['upstream']
  /** Whether the remote service answers; always true of an embedded one. Never rejects. */
  readonly isUpstreamAlive: () => Promise<boolean>
  readonly anchorsFail: () => boolean
  readonly jobs: () => readonly WatchedJobs[]
  readonly diskState?: typeof diskState
}

/** An answer comes within it, whatever hangs: what is not known by then is failing. */
const PATIENCE_MS = 2_500
/** However often it is asked, the store is written to once in this time. */
const FRESH_MS = 2_000
/** A remote service is asked this often at most. */
const UPSTREAM_FRESH_MS = 15_000
const CLOCK_TOLERANCE_MS = 120_000

/**
 * What `GET /api/health` says. The store is in order when it can be written and read: a server that became read-only answers
 * questions as before. A look that does not end keeps one connection, not one for each question.
 */
export function createHealth(options: HealthOptions): () => Promise<Health> {
  const { storage, dataDir, clock, upstream } = options
  const lookAtDisk = options.diskState ?? diskState
  const essential: Readonly<Record<EssentialPart, () => Promise<boolean>>> = {
    storage: within(FRESH_MS, async () => {
      const now = clock()
      const { databaseNow, latest } = await beat(storage, now)
      isClockOff = databaseNow === null ? isBehind(now, latest) : isApart(now, databaseNow)
      return true
    }),
    upstream: within(UPSTREAM_FRESH_MS, options.isUpstreamAlive),
  }
  let isClockOff = false
  const disk = within(FRESH_MS, async () => lookAtDisk(dataDir))
  // One row for each thing that can be in trouble: what it says, or undefined while it is in order.
  const troubles: { readonly [T in keyof HealthTrouble]-?: () => Promise<HealthTrouble[T]> | HealthTrouble[T] } = {
    anchors: () => (options.anchorsFail() ? 'failing' : undefined),
    disk: async () => {
      const state = await disk().catch(() => 'failing' as const)
      return state === 'ok' ? undefined : state
    },
    clock: () => (isClockOff ? 'off' : undefined),
    jobs: () => (stalledJobs(options).length > 0 ? 'stalled' : undefined),
  }
  const say = teller(options)
  return async () => {
    const [isStored, isUpstream] = await Promise.all([alive(essential.storage), alive(essential.upstream)])
    const failing = !isStored ? 'storage' : !isUpstream ? 'upstream' : undefined
    const found = await Promise.all(Object.entries(troubles).map(async ([name, look]) => [name, await look()] as const))
    // Sound: what each row of the table says is of the kind of its name.
    const trouble = Object.fromEntries(found.filter(([, said]) => said !== undefined)) as HealthTrouble
    const health: Health = {
      status: failing ? 'failed' : 'ok',
      upstream,
      storage: storage.engine,
      ...(failing && { failing }),
      ...trouble,
    }
    say(health)
    return health
  }
}

const stalledJobs = ({ jobs }: HealthOptions): string[] => jobs().flatMap((each) => each.stalled())

const isBehind = (now: Date, latest: string): boolean => Date.parse(latest) - now.getTime() > CLOCK_TOLERANCE_MS
const isApart = (now: Date, other: string): boolean => Math.abs(Date.parse(other) - now.getTime()) > CLOCK_TOLERANCE_MS

const alive = (look: () => Promise<boolean>): Promise<boolean> => look().catch(() => false)

/**
 * What `look` found, which is asked once in `freshMs`. Whoever asks waits for `PATIENCE_MS` at most and is then refused; the look
 * itself goes on, and no other begins before its end.
 */
function within<T>(freshMs: number, look: () => Promise<T>): () => Promise<T> {
  let found: { readonly at: number; readonly value: Promise<T> } | undefined
  let isLooking = false
  return () => {
    if (!isLooking && (found === undefined || performance.now() - found.at > freshMs)) {
      isLooking = true
      const value = look()
      found = { at: performance.now(), value }
      value.then(
        () => (isLooking = false),
        () => {
          isLooking = false
          // What fails is looked at again by the next one.
          found = undefined
        },
      )
    }
    const value = found?.value ?? Promise.reject(new Error('There is nothing to wait for'))
    return inTime(value, PATIENCE_MS, `No answer within ${PATIENCE_MS} ms`)
  }
}

/** A line when something begins to fail, and one when it is over; nothing in between. */
function teller(options: HealthOptions): (health: Health) => void {
  let before = ''
  return ({ failing, anchors, disk, clock, jobs }) => {
    const state = { failing, anchors, disk, clock, jobs }
    const now = JSON.stringify(state)
    if (now === before || (before === '' && now === '{}')) {
      before = now
      return
    }
    before = now
    if (now === '{}') options.log.info('health is good again')
    else options.log.warn({ ...state, ...(jobs && { stalled: stalledJobs(options) }) }, 'health is not good')
  }
}
