import type { Logger } from 'pino'

import { type RecentEvent, listNewEvents, newestEventId } from '@/lib/service/monitors/statements/monitor-events'
import type { Db } from '@/lib/storage/storage'

import type { ServiceDependencies } from '../http/context'
import { waitTimesOf } from './wait-times'

const PAGE = 1000

export type WatchedEvents = {
  readonly accountId: string
  readonly source: string | undefined
  readonly monitorId: string | undefined
}

/**
 * `event`: there may be one, so read again; `over`: the time passed without one; `ended`: the process stops or the
 * caller disconnected.
 */
export type WatchOutcome = 'event' | 'over' | 'ended'

export type EventWatch = {
  /** Also reports events since the previous call of `next`, or since the watch was opened. */
  next(ms: number, signal?: AbortSignal): Promise<WatchOutcome>
  close(): void
}

type HubOptions = { readonly db: Db; readonly log: Logger; readonly everyMs: number }

/**
 * Wakes callers that wait for events. While there are any, one query every `everyMs` reads new events for all of them;
 * an event written in this process is noticed immediately. Ids become visible in ascending order (decision 13,
 * updates), so reading after the last id misses none.
 */
export class EventHub {
  readonly #options: HubOptions
  readonly #watches = new Map<string, Set<Watch>>()
  #poller: Poller | undefined
  #hasEnded = false

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Commits after this has resolved wake the watch; earlier events must be read by the caller. */
  async open(watched: WatchedEvents): Promise<EventWatch> {
    const watch = new Watch(watched, () => this.#close(watch))
    if (this.#hasEnded) watch.wake('ended')
    const accountWatches = this.#watches.get(watched.accountId) ?? new Set<Watch>()
    this.#watches.set(watched.accountId, accountWatches.add(watch))
    this.#poller ??= new Poller(this.#options, (event) => {
      for (const each of this.#watches.get(event.account_id) ?? []) each.notify(event)
    })
    try {
      await this.#poller.whenStarted
    } catch (error) {
      watch.close()
      throw error
    }
    return watch
  }

  /** Checks immediately, for events that were just written. */
  wake(): void {
    this.#poller?.poll()
  }

  /** Ends all current and future waits. */
  end(): void {
    this.#hasEnded = true
    for (const watches of this.#watches.values()) for (const watch of watches) watch.wake('ended')
  }

  #close(watch: Watch): void {
    const { accountId } = watch.watched
    const accountWatches = this.#watches.get(accountId)
    accountWatches?.delete(watch)
    if (accountWatches?.size === 0) this.#watches.delete(accountId)
    if (this.#watches.size > 0) return
    this.#poller?.stop()
    this.#poller = undefined
  }
}

type WakeReason = Exclude<WatchOutcome, 'over'>

class Watch implements EventWatch {
  readonly watched: WatchedEvents
  readonly #onClose: () => void
  #reason: WakeReason | undefined
  #wakeNow: (() => void) | undefined

  constructor(watched: WatchedEvents, onClose: () => void) {
    this.watched = watched
    this.#onClose = onClose
  }

  notify({ source, monitor_id: monitorId }: RecentEvent): void {
    const { watched } = this
    if (watched.source !== undefined && watched.source !== source) return
    if (watched.monitorId !== undefined && watched.monitorId !== monitorId) return
    this.wake('event')
  }

  wake(reason: WakeReason): void {
    if (this.#reason !== 'ended') this.#reason = reason
    this.#wakeNow?.()
  }

  async next(ms: number, signal?: AbortSignal): Promise<WatchOutcome> {
    if (this.#reason === undefined && signal?.aborted !== true) await this.#wait(ms, signal)
    if (signal?.aborted === true) return 'ended'
    const reason = this.#reason ?? 'over'
    if (reason === 'event') this.#reason = undefined
    return reason
  }

  close(): void {
    this.#onClose()
  }

  #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', wake)
        this.#wakeNow = undefined
        resolve()
      }
      const timer = setTimeout(wake, ms)
      signal?.addEventListener('abort', wake, { once: true })
      this.#wakeNow = wake
    })
  }
}

/** Polls from the first waiting caller until the last one has left. */
class Poller {
  readonly #options: HubOptions
  readonly #notify: (event: RecentEvent) => void
  /** Rejects if the store cannot be queried. */
  readonly whenStarted: Promise<void>
  #position = 0
  #timer: NodeJS.Timeout | undefined
  #isPolling = true
  #isPollRequested = false
  #isStopped = false

  constructor(options: HubOptions, notify: (event: RecentEvent) => void) {
    this.#options = options
    this.#notify = notify
    this.whenStarted = this.#begin()
  }

  poll(): void {
    if (this.#isStopped) return
    if (this.#isPolling) {
      this.#isPollRequested = true
      return
    }
    clearTimeout(this.#timer)
    this.#isPolling = true
    void this.#pollOnce().then(() => this.#wait())
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #begin(): Promise<void> {
    this.#position = await newestEventId(this.#options.db)
    this.#wait()
  }

  #wait(): void {
    this.#isPolling = false
    if (this.#isStopped) return
    this.#timer = setTimeout(() => this.poll(), this.#isPollRequested ? 0 : this.#options.everyMs)
    this.#timer.unref()
    this.#isPollRequested = false
  }

  async #pollOnce(): Promise<void> {
    const { db, log } = this.#options
    try {
      for (let isMore = true; isMore && !this.#isStopped;) {
        const events = await listNewEvents(db, { since: this.#position, limit: PAGE })
        for (const event of events) this.#notify(event)
        this.#position = events.at(-1)?.id ?? this.#position
        isMore = events.length === PAGE
      }
    } catch (error) {
      log.warn({ err: error }, 'the check for new events failed; the next one retries')
    }
  }
}

const hubs = new WeakMap<ServiceDependencies, EventHub>()

export function eventHubOf(dependencies: ServiceDependencies): EventHub {
  const existing = hubs.get(dependencies)
  if (existing) return existing
  const { storage, log, config } = dependencies
  const hub = new EventHub({ db: storage.db, log, everyMs: waitTimesOf(config).pollEveryMs })
  hubs.set(dependencies, hub)
  return hub
}
