import 'server-only'

/** `lane` names the queue that a call shares: that of an account, or of an address for calls without a session. */
export type QueueUser = { readonly lane: string; readonly user: string }

export type ConcurrencyLimits = {
  /** Calls that run at the same time. */
  readonly perUser: number
  readonly perLane: number
  /** Calls that wait for a free slot. */
  readonly queuedPerUser: number
  readonly queuedPerLane: number
  /** Longest wait in milliseconds. */
  readonly waitMs: number
}

/** Frees the slot of a call. */
export type ReleaseSlot = () => void
type QueuedCall = {
  readonly queueUser: QueueUser
  readonly enter: (leave: ReleaseSlot | undefined) => void
  readonly timer: NodeJS.Timeout
}
type CallQueue = {
  running: number
  queued: number
  readonly runningOf: Map<string, number>
  /** In the order in which users get the next slot. */
  readonly queues: Map<string, QueuedCall[]>
  wake: NodeJS.Timeout | undefined
}

/**
 * Calls of one queue that always may run while other queues are active. It may run more when the event loop is idle, as
 * it is while calls wait for an answer.
 */
const GUARANTEED_CALLS = 2
const PROBE_MS = 5
const RECHECK_MS = 50
/** With this many waiting calls a queue counts as overloaded; a page that loads never has as many. */
const OVERLOAD_CALLS = 16
const OVERLOAD_MS = 10_000
/** An overloaded queue may use this much processing time before pauses begin. */
const FREE_WORK_MS = 500
/** A pause lasts this many times as long as the call before it. */
const PAUSE_FACTOR = 19
/** A cap on pauses, because a call that waits for a remote service takes long without using the process. */
const MAX_PAUSE_MS = 2000

const isIdle = ({ running, queued }: CallQueue): boolean => running === 0 && queued === 0

type Overload = { until: number; spentMs: number; pausedUntil: number }

/** State that the queues of all kinds of calls share: which queue was active last, and which ones are overloaded. */
export class FairShare {
  #last = { lane: '', at: 0 }
  #previous = { lane: '', at: 0 }
  readonly #overloads = new Map<string, Overload>()
  /** Running calls of all kinds. */
  readonly #running = new Map<string, number>()

  changeRunning(lane: string, delta: 1 | -1): void {
    const now = this.runningOf(lane) + delta
    if (now > 0) this.#running.set(lane, now)
    else this.#running.delete(lane)
  }

  runningOf(lane: string): number {
    return this.#running.get(lane) ?? 0
  }

  note(lane: string, now: number): void {
    if (this.#last.lane !== lane) this.#previous = this.#last
    this.#last = { lane, at: now }
  }

  /** Whether another queue was active within the last five seconds. */
  hasOthers(lane: string, now: number): boolean {
    const other = this.#last.lane === lane ? this.#previous : this.#last
    return other.at > 0 && now - other.at < 5000
  }

  noteOverload(lane: string, now: number): void {
    const overload = this.#overloads.get(lane)
    if (overload && now < overload.until) overload.until = now + OVERLOAD_MS
    else this.#overloads.set(lane, { until: now + OVERLOAD_MS, spentMs: 0, pausedUntil: 0 })
  }

  /** Undefined for a queue that is not overloaded. */
  overloadOf(lane: string, now: number): Overload | undefined {
    const overload = this.#overloads.get(lane)
    if (overload && now >= overload.until) this.#overloads.delete(lane)
    return overload && now < overload.until ? overload : undefined
  }
}

/**
 * Limits concurrent calls by user and by account: some run at the same time, more wait with users served in turn, the
 * rest are refused. While other queues are active, a queue begins more than a few calls only when the process is idle,
 * and an overloaded queue runs one call at a time, later with pauses between them, so that calls of others meet an idle
 * process.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #sharing: FairShare
  readonly #lanes = new Map<string, CallQueue>()

  constructor(limits: ConcurrencyLimits, sharing: FairShare = new FairShare()) {
    this.#limits = limits
    this.#sharing = sharing
  }

  /** Resolves when the call may begin; undefined when there are too many, or when the signal aborts while it waits. */
  enter(queueUser: QueueUser, signal?: AbortSignal): Promise<ReleaseSlot | undefined> | ReleaseSlot {
    const now = Date.now()
    this.#sharing.note(queueUser.lane, now)
    const lane = this.#laneOf(queueUser.lane)
    if (lane.queued === 0 && this.#hasRoom(lane, queueUser, this.#maxRunningOf(lane, queueUser.lane, now).maxRunning))
      return this.#begin(lane, queueUser, now)
    const queue = lane.queues.get(queueUser.user) ?? []
    const { queuedPerUser, queuedPerLane, waitMs } = this.#limits
    if (queue.length >= queuedPerUser || lane.queued >= queuedPerLane) return Promise.resolve(undefined)
    if (lane.queued >= OVERLOAD_CALLS) this.#sharing.noteOverload(queueUser.lane, now)
    return new Promise((enter) => {
      const giveUp = () => this.#withdraw(lane, waiting)
      const waiting: QueuedCall = { queueUser, enter, timer: setTimeout(giveUp, waitMs) }
      signal?.addEventListener('abort', giveUp, { once: true })
      lane.queues.set(queueUser.user, [...queue, waiting])
      lane.queued += 1
      this.#pump(lane, queueUser.lane)
    })
  }

  /** For tests, which check that idle queues are removed. */
  get size(): number {
    return this.#lanes.size
  }

  #laneOf(name: string): CallQueue {
    const existing = this.#lanes.get(name)
    if (existing) return existing
    const [runningOf, queues] = [new Map<string, number>(), new Map<string, QueuedCall[]>()]
    const lane: CallQueue = { running: 0, queued: 0, runningOf, queues, wake: undefined }
    this.#lanes.set(name, lane)
    return lane
  }

  #hasRoom(lane: CallQueue, queueUser: QueueUser, maxRunning: number): boolean {
    const ofUser = lane.runningOf.get(queueUser.user) ?? 0
    return lane.running < Math.min(maxRunning, this.#limits.perLane) && ofUser < this.#limits.perUser
  }

  /** How many calls the queue may have running now, and when to check again if that number may grow soon. */
  #maxRunningOf(lane: CallQueue, name: string, now: number): { maxRunning: number; againMs?: number } {
    if (!this.#sharing.hasOthers(name, now)) return { maxRunning: this.#limits.perLane }
    const overload = this.#sharing.overloadOf(name, now)
    if (!overload)
      return lane.running < GUARANTEED_CALLS
        ? { maxRunning: GUARANTEED_CALLS }
        : { maxRunning: lane.running, againMs: PROBE_MS }
    if (now < overload.pausedUntil) return { maxRunning: 0, againMs: overload.pausedUntil - now }
    // One call across all kinds, because the running one may be of another kind.
    return this.#sharing.runningOf(name) === 0 ? { maxRunning: 1 } : { maxRunning: 0, againMs: RECHECK_MS }
  }

  #begin(lane: CallQueue, queueUser: QueueUser, now: number): ReleaseSlot {
    lane.running += 1
    this.#sharing.changeRunning(queueUser.lane, 1)
    lane.runningOf.set(queueUser.user, (lane.runningOf.get(queueUser.user) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#end(lane, queueUser, now)
    }
  }

  #end(lane: CallQueue, { lane: name, user }: QueueUser, startedAt: number): void {
    const now = Date.now()
    lane.running -= 1
    this.#sharing.changeRunning(name, -1)
    const stillRunning = (lane.runningOf.get(user) ?? 1) - 1
    if (stillRunning > 0) lane.runningOf.set(user, stillRunning)
    else lane.runningOf.delete(user)
    if (lane.queued > OVERLOAD_CALLS) this.#sharing.noteOverload(name, now)
    this.#backOff(lane, name, now - startedAt)
    this.#pump(lane, name)
    if (isIdle(lane)) this.#lanes.delete(name)
  }

  #backOff(lane: CallQueue, name: string, durationMs: number): void {
    const now = Date.now()
    const overload = this.#sharing.overloadOf(name, now)
    if (!overload) return
    overload.spentMs += durationMs
    if (lane.queued <= OVERLOAD_CALLS || overload.spentMs < FREE_WORK_MS) return
    overload.pausedUntil = now + Math.min(MAX_PAUSE_MS, Math.max(1, durationMs) * PAUSE_FACTOR)
  }

  /** Starts waiting calls that may begin now, users in turn; `extra` more when the process is known to be idle. */
  #pump(lane: CallQueue, name: string, extra = 0): void {
    const now = Date.now()
    let remainingExtra = extra
    for (;;) {
      const { maxRunning, againMs } = this.#maxRunningOf(lane, name, now)
      const next = this.#nextOf(lane, againMs === undefined ? maxRunning : maxRunning + remainingExtra)
      if (!next) return againMs === undefined ? undefined : this.#pumpIn(lane, name, againMs)
      if (againMs !== undefined) remainingExtra -= 1
      clearTimeout(next.timer)
      next.enter(this.#begin(lane, next.queueUser, now))
    }
  }

  #pumpIn(lane: CallQueue, name: string, ms: number): void {
    if (lane.queued === 0 || lane.wake) return
    const dueAt = Date.now() + ms
    lane.wake = setTimeout(() => {
      lane.wake = undefined
      // The timer fired on time, so the event loop is idle.
      const isProbe = ms === PROBE_MS && Date.now() - dueAt < PROBE_MS
      this.#pump(lane, name, isProbe ? 1 : 0)
    }, ms)
  }

  #nextOf(lane: CallQueue, maxRunning: number): QueuedCall | undefined {
    for (const [user, [first, ...others]] of lane.queues) {
      if (first && this.#hasRoom(lane, first.queueUser, maxRunning)) {
        this.#setQueue(lane, user, others)
        return first
      }
    }
    return undefined
  }

  /** Moves the user behind the others. */
  #setQueue(lane: CallQueue, user: string, queue: QueuedCall[]): void {
    lane.queues.delete(user)
    if (queue.length > 0) lane.queues.set(user, queue)
    lane.queued -= 1
  }

  #withdraw(lane: CallQueue, waiting: QueuedCall): void {
    const { user } = waiting.queueUser
    const queue = lane.queues.get(user)
    if (!queue?.includes(waiting)) return
    clearTimeout(waiting.timer)
    this.#setQueue(
      lane,
      user,
      queue.filter((each) => each !== waiting),
    )
    waiting.enter(undefined)
  }
}
