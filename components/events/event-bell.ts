import type { PanelAnswer } from '@/lib/client/client'
import { lazyPanelCall } from '@/lib/client/queries'
import { pause } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

/** As long as the panel lets a call wait (`events.updates`). */
const WAIT_S = 25
/** Between two rings: many events in a row are one piece of news. */
const REST_MS = 1000
/** Where nothing can be waited for just now, it is tried again after so long. */
const NOT_LIVE_MS = 120_000
/** While the panel still reads older ones. */
const BEHIND_MS = 5000
const FAILED_MS = 30_000
/** They only say that there are some. */
const MOST = 100
/** A tab that has not heard from the one that waits for so long is on its own. */
const SILENT_MS = 60_000

/** Held by the one tab of a browser that waits. */
const LOCK = 'panel-events'
const CHANNEL = 'panel-events'
type Said = 'rang' | 'live' | 'not-live'
const isSaid = (data: unknown): data is Said => data === 'rang' || data === 'live' || data === 'not-live'

export interface BellOptions {
  /** Where the feed of this tab has come to. */
  readonly since: () => number
  readonly onRing: () => void
  /** Whether a ring would come by itself. */
  readonly onLive: (isLive: boolean) => void
  readonly signal: AbortSignal
}

/**
 * Rings when the account has new events, whatever they are. One tab of the browser waits for all, because a browser opens six
 * connections to a host at most; without locks (plain HTTP) every tab waits for itself. Ends with its signal.
 */
export function listenForEvents({ signal, onRing, onLive, since }: BellOptions): void {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  let silence: ReturnType<typeof setTimeout> | undefined
  const hear = (said: Said) => {
    clearTimeout(silence)
    onLive(said !== 'not-live')
    if (said !== 'not-live') silence = setTimeout(() => onLive(false), SILENT_MS)
    if (said === 'rang') onRing()
  }
  const say = (said: Said) => {
    hear(said)
    // A channel is of one origin; the rule means windows.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    if (!signal.aborted) channel?.postMessage(said)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isSaid(data)) hear(data)
  })
  signal.addEventListener('abort', () => {
    clearTimeout(silence)
    channel?.close()
  })
  const wait = () => waitAgainAndAgain({ since, signal, say })
  const ending = 'locks' in navigator ? navigator.locks.request(LOCK, { signal }, wait) : wait()
  // Only because the page has gone: what goes wrong meanwhile is dealt with inside.
  ending.catch(() => undefined)
}

interface Waiting extends Pick<BellOptions, 'since' | 'signal'> {
  readonly say: (said: Said) => void
}

async function waitAgainAndAgain({ since, signal, say }: Waiting): Promise<void> {
  let known = since()
  // Whether there is something to wait for is known after the first, short one.
  let waitS = 1
  while (!signal.aborted) {
    known = Math.max(known, since())
    try {
      // Whatever the page is narrowed to: tabs may be narrowed differently.
      const query = { since: known, wait: waitS, limit: MOST }
      const answer = await lazyPanelCall('events.updates', { query }, { signal })
      if (signal.aborted) return
      waitS = WAIT_S
      known = Math.max(known, answer.next_since)
      say(saidBy(answer))
      await pause(restMsOf(answer), signal)
    } catch (error) {
      if (signal.aborted) return
      say('not-live')
      await pause(retryMsOf(error), signal)
    }
  }
}

type Answer = PanelAnswer<'events.updates'>

function saidBy({ items, is_live: isLive }: Answer): Said {
  if (items.length > 0) return 'rang'
  return isLive ? 'live' : 'not-live'
}

function restMsOf({ items, is_live: isLive, reading }: Answer): number {
  if (items.length > 0 || isLive) return REST_MS
  return reading.state === 'behind' ? BEHIND_MS : NOT_LIVE_MS
}

const retryMsOf = (error: unknown): number =>
  Math.max(FAILED_MS, isApiError(error) ? 1000 * (error.retryAfterS ?? 0) : 0)
