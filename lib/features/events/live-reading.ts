import { abortAfter } from '@/lib/http/abort-after'
import type { PanelContext } from '@/lib/panel/context'
import type { Storage } from '@/lib/storage/storage'

import { readLive } from './event-reader'

/** How long the service may wait; less than proxies on the way bear. */
const SERVICE_WAIT_S = 20
/** A service that does not offer to wait is asked so again after this time. */
const OFFERED_AGAIN_MS = 600_000

type Reading = {
  readonly listeners: Set<() => void>
  isRunning: boolean
  /** Not asked to wait before this, in milliseconds of `performance.now`. */
  notBeforeMs: number
}

const readings = new WeakMap<Storage, Map<string, Reading>>()

function readingOf({ storage, account }: Pick<PanelContext, 'storage' | 'account'>): Reading {
  const ofStore = readings.get(storage) ?? new Map<string, Reading>()
  readings.set(storage, ofStore)
  const known = ofStore.get(account.id)
  if (known) return known
  const made: Reading = { listeners: new Set(), isRunning: false, notBeforeMs: 0 }
  ofStore.set(account.id, made)
  return made
}

/** False while the service of the account is known not to tell of events as they come. */
export const isLiveOffered = (context: PanelContext): boolean =>
  context.stopping?.aborted !== true && performance.now() >= readingOf(context).notBeforeMs

/** Whether the copy is being kept up to the newest event just now. */
export const isReadLive = (context: PanelContext): boolean => readingOf(context).isRunning

/**
 * Waits until `isThere` says so, looking whenever the copy has grown, at most `ms`, and no longer than the caller and the process
 * stay. As long as anybody of an account waits, one call of this process waits for its events at the service. Ends at once, with
 * false for `isLiveOffered` from then on, when the service does not offer that.
 */
export async function waitForCopy(context: PanelContext, isThere: () => Promise<boolean>, ms: number): Promise<void> {
  const reading = readingOf(context)
  const over = abortAfter(ms, [context.request.signal, ...stoppingOf(context)])
  const bell = createBell(over)
  reading.listeners.add(bell.ring)
  try {
    keepReading(context, reading)
    while (!over.aborted && isLiveOffered(context) && !(await isThere())) await bell.rung()
  } finally {
    reading.listeners.delete(bell.ring)
  }
}

const stoppingOf = ({ stopping }: PanelContext) => (stopping === undefined ? [] : [stopping])

/** Rung before somebody listens, it still counts. */
function createBell(over: AbortSignal) {
  let wake: (() => void) | undefined
  let hasRung = false
  const ring = () => {
    hasRung = true
    wake?.()
  }
  over.addEventListener('abort', ring, { once: true })
  const rung = async () => {
    if (!hasRung) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    hasRung = false
    wake = undefined
  }
  return { ring, rung }
}

function keepReading(context: PanelContext, reading: Reading): void {
  if (reading.isRunning) return
  reading.isRunning = true
  const { account, log } = context
  void readOn(context, reading)
    .catch((error: unknown) => {
      log.warn({ err: error, account: account.id }, 'events not read as they come')
      reading.notBeforeMs = performance.now() + OFFERED_AGAIN_MS
    })
    .then(() => {
      reading.isRunning = false
      ringAll(reading)
      // Who came in the very last moment still needs it.
      if (reading.listeners.size > 0 && isLiveOffered(context)) keepReading(context, reading)
      return undefined
    })
}

async function readOn(context: PanelContext, reading: Reading): Promise<void> {
  const { storage, account, ask, now } = context
  const startedMs = performance.now()
  // The time of the request, moved on by what has passed since.
  const clock = () => new Date(now.getTime() + performance.now() - startedMs)
  while (reading.listeners.size > 0 && isLiveOffered(context)) {
    const outcome = await readLive({ storage, clock, ask, accountId: account.id }, SERVICE_WAIT_S)
    if (outcome === 'not-offered') reading.notBeforeMs = performance.now() + OFFERED_AGAIN_MS
    if (outcome !== 'nothing') ringAll(reading)
  }
}

function ringAll({ listeners }: Reading): void {
  for (const ring of listeners) ring()
}
