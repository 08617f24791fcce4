import 'server-only'

/** Whose calls share a lane: an account's, with its users; or those of nobody, by address. */
export type LaneUser = { readonly lane: string; readonly user: string }

export type LaneLimits = {
  /** Calls that are worked at together. */
  readonly perUser: number
  readonly perLane: number
  /** Calls that wait for that. */
  readonly queuedPerUser: number
  readonly queuedPerLane: number
  /** The longest wait. */
  readonly waitMs: number
}

/** Ends a call. */
export type Leave = () => void
type Waiting = {
  readonly who: LaneUser
  readonly enter: (leave: Leave | undefined) => void
  readonly timer: NodeJS.Timeout
}
type Lane = {
  running: number
  queued: number
  readonly runningOf: Map<string, number>
  /** In the order in which users have their next turn. */
  readonly queues: Map<string, Waiting[]>
  /** Until then it gives way to others. */
  crowdedUntil: number
  /** Until then it begins nothing. */
  restUntil: number
  wake: NodeJS.Timeout | undefined
}

/** So many that wait are no page that loads, but a flood. */
const CROWD = 8
const CROWDED_MS = 10_000
/** What a crowded lane pauses after each call: so many times as long as the call took, … */
const REST = 19
/** … though calls wait for a remote service, too. */
const LONGEST_REST_MS = 1000

const MANY = 5000
const isIdle = ({ running, queued, crowdedUntil }: Lane, now: number): boolean =>
  running === 0 && queued === 0 && now >= crowdedUntil

/** Who asked last, so that a lane knows whether it has the process for itself. Shared by the lanes of all kinds of calls. */
export class RecentLanes {
  #last = { lane: '', at: 0 }
  #before = { lane: '', at: 0 }

  note(lane: string, now: number): void {
    if (this.#last.lane !== lane) this.#before = this.#last
    this.#last = { lane, at: now }
  }

  /** Whether anybody else asked within the last five seconds. */
  hasOthers(lane: string, now: number): boolean {
    const other = this.#last.lane === lane ? this.#before : this.#last
    return other.at > 0 && now - other.at < 5000
  }
}

/**
 * How many calls are worked at, by user and by account: some at the same time, more wait, users in turn; what is beyond is
 * refused. An account with a crowd of waiting calls gives way to the others while there are any: one call at a time, with pauses
 * between them, so that what others ask meets an idle process.
 */
export class Lanes {
  readonly #limits: LaneLimits
  readonly #recent: RecentLanes
  readonly #lanes = new Map<string, Lane>()

  constructor(limits: LaneLimits, recent: RecentLanes = new RecentLanes()) {
    this.#limits = limits
    this.#recent = recent
  }

  /** Resolves when the call may begin; undefined when there are too many, or the signal went off while it waited. */
  enter(who: LaneUser, signal?: AbortSignal): Promise<Leave | undefined> | Leave {
    const now = Date.now()
    this.#recent.note(who.lane, now)
    const lane = this.#laneOf(who.lane)
    if (lane.queued === 0 && this.#hasRoom(lane, who, now)) return this.#begin(lane, who, now)
    const queue = lane.queues.get(who.user) ?? []
    const { queuedPerUser, queuedPerLane, waitMs } = this.#limits
    if (queue.length >= queuedPerUser || lane.queued >= queuedPerLane) return Promise.resolve(undefined)
    if (lane.queued >= CROWD) lane.crowdedUntil = now + CROWDED_MS
    return new Promise((enter) => {
      const giveUp = () => this.#withdraw(lane, waiting)
      const waiting: Waiting = { who, enter, timer: setTimeout(giveUp, waitMs) }
      signal?.addEventListener('abort', giveUp, { once: true })
      lane.queues.set(who.user, [...queue, waiting])
      lane.queued += 1
      this.#pump(lane)
    })
  }

  /** For tests: nothing is kept of who is gone. */
  get size(): number {
    return this.#lanes.size
  }

  #laneOf(name: string): Lane {
    const known = this.#lanes.get(name)
    if (known) return known
    if (this.#lanes.size >= MANY) this.#forgetIdle()
    const [runningOf, queues] = [new Map<string, number>(), new Map<string, Waiting[]>()]
    const lane: Lane = { running: 0, queued: 0, runningOf, queues, crowdedUntil: 0, restUntil: 0, wake: undefined }
    this.#lanes.set(name, lane)
    return lane
  }

  #forgetIdle(): void {
    const now = Date.now()
    for (const [name, lane] of this.#lanes) if (isIdle(lane, now)) this.#lanes.delete(name)
  }

  #givesWay(lane: Lane, name: string, now: number): boolean {
    return now < lane.crowdedUntil && this.#recent.hasOthers(name, now)
  }

  #hasRoom(lane: Lane, { lane: name, user }: LaneUser, now: number): boolean {
    const most = this.#givesWay(lane, name, now) ? 1 : this.#limits.perLane
    const ofUser = lane.runningOf.get(user) ?? 0
    return now >= lane.restUntil && lane.running < most && ofUser < this.#limits.perUser
  }

  #begin(lane: Lane, who: LaneUser, now: number): Leave {
    lane.running += 1
    lane.runningOf.set(who.user, (lane.runningOf.get(who.user) ?? 0) + 1)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#end(lane, who, now)
    }
  }

  #end(lane: Lane, { lane: name, user }: LaneUser, startedAt: number): void {
    const now = Date.now()
    lane.running -= 1
    const left = (lane.runningOf.get(user) ?? 1) - 1
    if (left > 0) lane.runningOf.set(user, left)
    else lane.runningOf.delete(user)
    if (lane.queued > CROWD) {
      lane.crowdedUntil = now + CROWDED_MS
      if (this.#givesWay(lane, name, now)) {
        lane.restUntil = now + Math.min(LONGEST_REST_MS, Math.max(1, now - startedAt) * REST)
      }
    }
    this.#pump(lane)
    if (isIdle(lane, now)) this.#lanes.delete(name)
  }

  /** Lets in whoever may begin now, users in turn, and comes back after a rest. */
  #pump(lane: Lane): void {
    const now = Date.now()
    let next = this.#nextOf(lane, now)
    while (next) {
      clearTimeout(next.timer)
      next.enter(this.#begin(lane, next.who, now))
      next = this.#nextOf(lane, now)
    }
    if (lane.queued > 0 && now < lane.restUntil && !lane.wake) {
      lane.wake = setTimeout(() => {
        lane.wake = undefined
        this.#pump(lane)
      }, lane.restUntil - now)
    }
  }

  #nextOf(lane: Lane, now: number): Waiting | undefined {
    for (const [user, [first, ...others]] of lane.queues) {
      if (first && this.#hasRoom(lane, first.who, now)) {
        this.#setQueue(lane, user, others)
        return first
      }
    }
    return undefined
  }

  /** Behind the other users, who have their turn first. */
  #setQueue(lane: Lane, user: string, queue: Waiting[]): void {
    lane.queues.delete(user)
    if (queue.length > 0) lane.queues.set(user, queue)
    lane.queued -= 1
  }

  #withdraw(lane: Lane, waiting: Waiting): void {
    const { user } = waiting.who
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
