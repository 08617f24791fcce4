import { abortAfter } from '@/lib/http/abort-after'
import type { PanelContext } from '@/lib/panel/context'
import type { Storage } from '@/lib/storage/storage'

import { readLive } from './event-reader'

/** How long the service may wait, in seconds; below the timeouts of proxies in between. */
const SERVICE_WAIT_S = 20
/** A service that does not support waiting is tried again after this time. */
const RETRY_LIVE_MS = 600_000

type LiveReading = {
  readonly listeners: Set<() => void>
  isRunning: boolean
  /** Earliest next waiting call, in milliseconds of `performance.now`. */
  notBeforeMs: number
}

const readings = new WeakMap<Storage, Map<string, LiveReading>>()

function readingOf({ storage, account }: Pick<PanelContext, 'storage' | 'account'>): LiveReading {
  const readingsOfStore = readings.get(storage) ?? new Map<string, LiveReading>()
  readings.set(storage, readingsOfStore)
  const existing = readingsOfStore.get(account.id)
  if (existing) return existing
  const newReading: LiveReading = { listeners: new Set(), isRunning: false, notBeforeMs: 0 }
  readingsOfStore.set(account.id, newReading)
  return newReading
}

/** False while the service is known not to support waiting for events. */
export const isLiveOffered = (context: PanelContext): boolean =>
  context.stopping?.aborted !== true && performance.now() >= readingOf(context).notBeforeMs

export const isReadLive = (context: PanelContext): boolean => readingOf(context).isRunning

/**
 * Waits at most `ms` until `hasNews` returns true, calling it whenever the copy has grown or a review has changed; ends early when the
 * caller leaves or the process stops. While any user of an account waits, this process has one waiting call at the
 * service. If the service does not support waiting, it ends immediately, and `isLiveOffered` returns false from then
 * on.
 */
export async function waitForCopy(context: PanelContext, hasNews: () => Promise<boolean>, ms: number): Promise<void> {
  const reading = readingOf(context)
  const endSignal = abortAfter(ms, [context.request.signal, ...stoppingOf(context)])
  const signal = createSignal(endSignal)
  reading.listeners.add(signal.notify)
  try {
    startReading(context, reading)
    while (!endSignal.aborted && isLiveOffered(context) && !(await hasNews())) await signal.wait()
  } finally {
    reading.listeners.delete(signal.notify)
  }
}

const stoppingOf = ({ stopping }: PanelContext) => (stopping === undefined ? [] : [stopping])

/** A notification before anyone waits is retained. */
function createSignal(endSignal: AbortSignal) {
  let wake: (() => void) | undefined
  let isSignalled = false
  const notify = () => {
    isSignalled = true
    wake?.()
  }
  endSignal.addEventListener('abort', notify, { once: true })
  const wait = async () => {
    if (!isSignalled) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    isSignalled = false
    wake = undefined
  }
  return { notify, wait }
}

function startReading(context: PanelContext, reading: LiveReading): void {
  if (reading.isRunning) return
  reading.isRunning = true
  const { account, log } = context
  void readWhileListened(context, reading)
    .catch((error: unknown) => {
      log.warn({ err: error, account: account.id }, 'waiting for new events failed')
      reading.notBeforeMs = performance.now() + RETRY_LIVE_MS
    })
    .then(() => {
      reading.isRunning = false
      notifyAll(reading)
      // A listener that arrived at the last moment still needs the call.
      if (reading.listeners.size > 0 && isLiveOffered(context)) startReading(context, reading)
      return undefined
    })
}

async function readWhileListened(context: PanelContext, reading: LiveReading): Promise<void> {
  const { storage, account, callService, now } = context
  const startedMs = performance.now()
  // The request's time plus the time passed since.
  const clock = () => new Date(now.getTime() + performance.now() - startedMs)
  while (reading.listeners.size > 0 && isLiveOffered(context)) {
    const outcome = await readLive({ storage, clock, callService, accountId: account.id }, SERVICE_WAIT_S)
    if (outcome === 'not-offered') reading.notBeforeMs = performance.now() + RETRY_LIVE_MS
    if (outcome !== 'nothing') notifyAll(reading)
  }
}

/** Lets the requests of an account that wait for news check again, because a colleague has changed something. */
export const wakeWaiting = (context: Pick<PanelContext, 'storage' | 'account'>): void => notifyAll(readingOf(context))

function notifyAll({ listeners }: LiveReading): void {
  for (const notify of listeners) notify()
}
