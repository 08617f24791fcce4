import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { takeMoment } from '@/lib/storage/panel/delivery/channels'
import {
  claimDelivery,
  countInFlight,
  type DueChannel,
  listDueChannels,
  listHeads,
} from '@/lib/storage/panel/delivery/sending'
import type { ChannelTable } from '@/lib/storage/panel/delivery/tables'

import { attemptDelivery } from './attempt'
import type { Delivering } from './outgoing'

/** Longer than an attempt and what is written of it. What a process that died was sending goes to the others after it. */
const CLAIM_MS = 30_000
/** One channel's at once, whoever sends them. */
const PER_CHANNEL = 24
/** One account's, and all, of this process. Each account has some whatever the others do. */
const PER_ACCOUNT = 40
const ALWAYS_PER_ACCOUNT = 4
const IN_ALL = 400
/** How soon what another process queued is seen while something is under way. */
const LOOK_MS = 250
/** Answers that come together are looked after together. */
const GATHER_MS = 10
/** Between two messages: Slack takes one a second, Teams four. */
const PACE_MS: Readonly<Record<ChannelTable['kind'], number>> = { webhook: 0, slack: 1000, teams: 250 }

class Flight {
  readonly #ofAccount = new Map<string, number>()
  readonly #running = new Set<Promise<void>>()
  #pacedUntil = 0

  /** Something went to a channel with a pace: what else it has goes in a moment, and not in the next turn of the job. */
  notePace(ms: number): void {
    if (ms > 0) this.#pacedUntil = performance.now() + ms + LOOK_MS
  }

  get isPaced() {
    return performance.now() < this.#pacedUntil
  }

  get size() {
    return this.#running.size
  }

  hasRoom(accountId: string): boolean {
    const own = this.#ofAccount.get(accountId) ?? 0
    return own < ALWAYS_PER_ACCOUNT || (own < PER_ACCOUNT && this.size < IN_ALL)
  }

  add(accountId: string, work: () => Promise<void>): void {
    const change = (by: number) => this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + by)
    change(1)
    const running = work().finally(() => {
      change(-1)
      this.#running.delete(running)
    })
    this.#running.add(running)
  }

  async change(): Promise<void> {
    const over = new AbortController()
    const patience = setTimeout(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined)
    await Promise.race([patience, ...this.#running])
    over.abort()
    if (this.size > 0) await setTimeout(GATHER_MS)
  }

  async end(): Promise<void> {
    await Promise.all(this.#running)
  }
}

/**
 * Sends what is due until nothing is: of each subject of a channel one after another, subjects and channels beside each other, and
 * accounts in turns. What fails is tried again later. Several processes may do it at once. Leaves off when `isStopping`.
 */
export async function sendUntilDone(of: Delivering, isStopping: () => boolean): Promise<void> {
  const flight = new Flight()
  try {
    for (let turn = 0; ; turn += 1) {
      const started = isStopping() ? 0 : await startDue(of, flight, turn)
      if (flight.size === 0 && started === 0 && (isStopping() || !flight.isPaced)) return
      await flight.change()
    }
  } finally {
    await flight.end()
  }
}

/** How many were started. */
async function startDue(of: Delivering, flight: Flight, turn: number): Promise<number> {
  const channels = await listDueChannels(of.storage.db, of.clock().toISOString())
  const accounts = byAccount(channels)
  // Whoever was first is last next time.
  const first = accounts.length === 0 ? 0 : turn % accounts.length
  let waiting = [...accounts.slice(first), ...accounts.slice(0, first)].map((own) => new AccountQueue(of, own))
  let started = 0
  while (waiting.length > 0) {
    const left: AccountQueue[] = []
    for (const queue of waiting) {
      if (!flight.hasRoom(queue.accountId)) continue
      if (await queue.startOne(flight)) {
        started += 1
        left.push(queue)
      }
    }
    waiting = left
  }
  return started
}

function byAccount(channels: readonly DueChannel[]): DueChannel[][] {
  const accounts = new Map<string, DueChannel[]>()
  for (const channel of channels) {
    const own = accounts.get(channel.account_id)
    if (own) own.push(channel)
    else accounts.set(channel.account_id, [channel])
  }
  return [...accounts.values()]
}

/** What one account may send now, from its channels in turns. */
class AccountQueue {
  readonly accountId: string
  readonly #of: Delivering
  #channels: readonly DueChannel[]
  readonly #heads = new Map<string, string[]>()

  constructor(of: Delivering, channels: readonly DueChannel[]) {
    this.#of = of
    this.#channels = channels
    this.accountId = channels[0]?.account_id ?? ''
  }

  async startOne(flight: Flight): Promise<boolean> {
    for (;;) {
      const [channel, ...others] = this.#channels
      if (!channel) return false
      const id = (await this.#headsOf(channel)).shift()
      this.#channels = id === undefined ? others : [...others, channel]
      if (id !== undefined && (await start(this.#of, flight, { channel, id }))) return true
    }
  }

  async #headsOf(channel: DueChannel): Promise<string[]> {
    const known = this.#heads.get(channel.id)
    if (known) return known
    const { db } = this.#of.storage
    const now = this.#of.clock().toISOString()
    const room = PER_CHANNEL - (await countInFlight(db, channel.id, now))
    const limit = PACE_MS[channel.kind] > 0 ? Math.min(1, room) : room
    const heads = limit > 0 ? await listHeads(db, channel.id, { now, limit }) : []
    this.#heads.set(channel.id, heads)
    return heads
  }
}

type Place = { readonly channel: DueChannel; readonly id: string }

async function start(of: Delivering, flight: Flight, { channel, id }: Place): Promise<boolean> {
  const { storage, clock, log } = of
  const now = clock()
  const pace = PACE_MS[channel.kind]
  const next = new Date(now.getTime() + pace).toISOString()
  if (pace > 0 && !(await takeMoment(storage.db, channel.id, { now: now.toISOString(), next }))) return false
  const holder = randomUUID()
  const until = new Date(now.getTime() + CLAIM_MS).toISOString()
  const delivery = await claimDelivery(storage.db, { id, now: now.toISOString(), until, holder })
  if (!delivery) return false
  flight.notePace(pace)
  flight.add(channel.account_id, () =>
    // Whoever asked for a test has seen what came of it, and nothing waits for one that failed.
    attemptDelivery(of, { delivery, holder, isLast: delivery.type === 'test' }).then(
      () => undefined,
      // Its claim runs out, and it goes again under the same id.
      (error: unknown) => log.warn({ err: error, delivery: id }, 'what came of a delivery was not written'),
    ),
  )
  return true
}
