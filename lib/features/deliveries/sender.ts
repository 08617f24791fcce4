import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { claimSendSlot } from '@/lib/features/channels/statements'
import { clockFrom } from '@/lib/panel/clock-from'
import { mayTryMails } from '@/lib/panel/mail/mail-transport'
import type { DeliveryContext, MailSendingContext } from '@/lib/panel/outgoing/outgoing'

import { attemptDelivery, attemptMail, isMail } from './attempt'
import {
  claimDelivery,
  countInFlight,
  type DueChannel,
  listDueChannels,
  listNextPerSubject,
} from './statements/sending'
import type { ChannelTable, DeliveryTable } from './tables'

/** Longer than an attempt including its writes. When a process dies, others may send its deliveries after this time. */
const CLAIM_MS = 30_000
const MAIL_CLAIM_MS = 120_000
/** Concurrent deliveries of one channel, across all processes. E-mails of an account are sent one after another. */
const MAX_PER_CHANNEL = 24
/**
 * E-mails of all accounts that this process sends concurrently, so that one slow server response does not delay the
 * others.
 */
const MAX_CONCURRENT_MAILS = 4
/** How long shutdown waits for running e-mails; later their claims expire and another process sends them. */
const GRACE_MS = 1000
/** Concurrent deliveries of one account, guaranteed ones of each account, and all of this process. */
const MAX_PER_ACCOUNT = 40
const GUARANTEED_PER_ACCOUNT = 4
const MAX_CONCURRENT = 400
/** How often the loop checks for deliveries queued by other processes while it is busy. */
const POLL_MS = 250
/** Responses that arrive within this time are handled in one iteration. */
const BATCH_WINDOW_MS = 10
/** Minimum time between two messages: Slack accepts one a second, Teams four. */
const PACE_MS: Readonly<Record<ChannelTable['kind'], number>> = { webhook: 0, slack: 1000, teams: 250, email: 0 }

class InFlight {
  readonly #ofAccount = new Map<string, number>()
  readonly #running = new Set<Promise<void>>()
  readonly #mails = new Set<Promise<void>>()
  #pacedUntil = 0

  /**
   * Keeps the loop running after a message to a paced channel: its next message is due sooner than the next run of the
   * job.
   */
  notePace(ms: number): void {
    if (ms > 0) this.#pacedUntil = performance.now() + ms + POLL_MS
  }

  get isPaced() {
    return performance.now() < this.#pacedUntil
  }

  get size() {
    return this.#running.size
  }

  get hasRoomForMail() {
    return this.#mails.size < MAX_CONCURRENT_MAILS
  }

  hasRoom(accountId: string): boolean {
    const accountCount = this.#ofAccount.get(accountId) ?? 0
    return accountCount < GUARANTEED_PER_ACCOUNT || (accountCount < MAX_PER_ACCOUNT && this.size < MAX_CONCURRENT)
  }

  add({ account_id: accountId, kind }: DueChannel, work: () => Promise<void>): void {
    const change = (by: number) => this.#ofAccount.set(accountId, (this.#ofAccount.get(accountId) ?? 0) + by)
    change(1)
    const running = work().finally(() => {
      change(-1)
      this.#running.delete(running)
      this.#mails.delete(running)
    })
    this.#running.add(running)
    if (kind === 'email') this.#mails.add(running)
  }

  async waitForChange(): Promise<void> {
    const timerAbort = new AbortController()
    const timeout = setTimeout(POLL_MS, undefined, { signal: timerAbort.signal }).catch(() => undefined)
    await Promise.race([timeout, ...this.#running])
    timerAbort.abort()
    if (this.size > 0) await setTimeout(BATCH_WINDOW_MS)
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].filter((each) => !this.#mails.has(each)))
    await Promise.race([Promise.all(this.#mails), setTimeout(GRACE_MS, undefined, { ref: false })])
  }
}

/** Without `outgoing` and `secrets` only e-mails are sent. */
type SendDependencies = MailSendingContext & Partial<DeliveryContext>
const mayPost = (dependencies: SendDependencies): dependencies is DeliveryContext =>
  dependencies.outgoing !== undefined && dependencies.secrets !== undefined

/**
 * Sends due deliveries until none are left: those of one subject in order, subjects and channels concurrently, accounts
 * in rotation. Failures are retried later; no e-mail is tried while the mail server is down. Several processes may run
 * it at once. Stops early when `isStopping` returns true.
 */
export async function sendUntilDone(dependencies: SendDependencies, isStopping: () => boolean): Promise<void> {
  const inFlight = new InFlight()
  try {
    for (let iteration = 0; !isStopping(); iteration += 1) {
      const started = await startDue(dependencies, inFlight, iteration)
      if (inFlight.size === 0 && started === 0 && !inFlight.isPaced) return
      await inFlight.waitForChange()
    }
  } finally {
    await inFlight.end()
  }
}

async function startDue(dependencies: SendDependencies, inFlight: InFlight, iteration: number): Promise<number> {
  const kinds = { posts: mayPost(dependencies), mails: mayTryMails(dependencies) && inFlight.hasRoomForMail }
  if (!kinds.posts && !kinds.mails) return 0
  const channels = await listDueChannels(dependencies.storage.db, dependencies.clock().toISOString(), kinds)
  const accounts = byAccount(channels)
  // Rotates the accounts so that each is first in turn.
  const first = accounts.length === 0 ? 0 : iteration % accounts.length
  let waiting = [...accounts.slice(first), ...accounts.slice(0, first)].map(
    (accountChannels) => new AccountQueue(dependencies, accountChannels),
  )
  let started = 0
  while (waiting.length > 0) {
    const remaining: AccountQueue[] = []
    for (const queue of waiting) {
      if (!inFlight.hasRoom(queue.accountId)) continue
      if (await queue.startOne(inFlight)) {
        started += 1
        remaining.push(queue)
      }
    }
    waiting = remaining
  }
  return started
}

function byAccount(channels: readonly DueChannel[]): DueChannel[][] {
  const accounts = new Map<string, DueChannel[]>()
  for (const channel of channels) {
    const accountChannels = accounts.get(channel.account_id)
    if (accountChannels) accountChannels.push(channel)
    else accounts.set(channel.account_id, [channel])
  }
  return [...accounts.values()]
}

/** Due deliveries of one account, taken from its channels in rotation. */
class AccountQueue {
  readonly accountId: string
  readonly #dependencies: SendDependencies
  #channels: readonly DueChannel[]
  readonly #nextIds = new Map<string, string[]>()

  constructor(dependencies: SendDependencies, channels: readonly DueChannel[]) {
    this.#dependencies = dependencies
    this.#channels = channels
    this.accountId = channels[0]?.account_id ?? ''
  }

  async startOne(inFlight: InFlight): Promise<boolean> {
    for (;;) {
      const [channel, ...others] = this.#channels
      if (!channel) return false
      const id = (await this.#nextIdsOf(channel)).shift()
      this.#channels = id === undefined ? others : [...others, channel]
      if (id !== undefined && (await start(this.#dependencies, inFlight, { channel, id }))) return true
    }
  }

  async #nextIdsOf(channel: DueChannel): Promise<string[]> {
    const cachedIds = this.#nextIds.get(channel.id)
    if (cachedIds) return cachedIds
    const { db } = this.#dependencies.storage
    const now = this.#dependencies.clock().toISOString()
    const capacity = (channel.kind === 'email' ? 1 : MAX_PER_CHANNEL) - (await countInFlight(db, channel.id, now))
    const limit = PACE_MS[channel.kind] > 0 ? Math.min(1, capacity) : capacity
    const ids = limit > 0 ? await listNextPerSubject(db, channel.id, { now, limit }) : []
    this.#nextIds.set(channel.id, ids)
    return ids
  }
}

type DeliveryRef = { readonly channel: DueChannel; readonly id: string }

async function start(
  dependencies: SendDependencies,
  inFlight: InFlight,
  { channel, id }: DeliveryRef,
): Promise<boolean> {
  const { storage, clock, log } = dependencies
  if (channel.kind === 'email' && !(inFlight.hasRoomForMail && mayTryMails(dependencies))) return false
  const now = clock()
  const pace = PACE_MS[channel.kind]
  const next = new Date(now.getTime() + pace).toISOString()
  if (pace > 0 && !(await claimSendSlot(storage.db, channel.id, { now: now.toISOString(), next }))) return false
  const holder = randomUUID()
  const until = new Date(now.getTime() + (channel.kind === 'email' ? MAIL_CLAIM_MS : CLAIM_MS)).toISOString()
  const delivery = await claimDelivery(storage.db, { id, by: holder, now: now.toISOString(), until })
  if (!delivery) return false
  inFlight.notePace(pace)
  inFlight.add(channel, () =>
    attempt(dependencies, delivery, holder).catch((error: unknown) =>
      // The claim expires, and the delivery is sent again under the same id.
      log.warn({ err: error, delivery: id }, 'the result of a delivery was not recorded'),
    ),
  )
  return true
}

async function attempt(dependencies: SendDependencies, delivery: DeliveryTable, holder: string): Promise<void> {
  if (isMail(delivery)) await attemptMail(dependencies, { delivery, holder })
  // The result of a test is shown at once, so a failed test is not retried.
  else if (mayPost(dependencies))
    await attemptDelivery(dependencies, { delivery, holder, isLast: delivery.type === 'test' })
}

export async function deliverDue(context: MailSendingContext, isStopping = () => false): Promise<void> {
  const { storage, log, mail, clock } = context
  await mail.mailer?.server?.isReady()
  await sendUntilDone({ storage, log, mail, clock }, isStopping)
}

type SoonContext = Omit<MailSendingContext, 'clock'> & { readonly now: Date }

/** Sends e-mails that were just written without waiting for the result. What fails here is retried by the job. */
export function deliverSoon({ storage, log, mail, now }: SoonContext): void {
  if (mail.mailer)
    deliverDue({ storage, log, mail, clock: clockFrom(now) }).catch((error: unknown) =>
      log.warn({ err: error }, 'e-mails were not sent immediately; the job will send them'),
    )
}
