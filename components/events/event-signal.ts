import type { PanelAnswer } from '@/lib/client/client'
import { lazyPanelCall } from '@/lib/client/queries'
import { pause } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'

/** In seconds; the maximum waiting time of `events.updates`. */
const WAIT_S = 25
/** The least interval between two notifications, so that a burst of events causes one. */
const REST_MS = 1000
/** The interval between attempts while waiting is not possible. */
const NOT_LIVE_MS = 120_000
/** The interval while the panel is still reading older events. */
const BEHIND_MS = 5000
const FAILED_MS = 30_000
/** The events only indicate that there is news, so their number does not matter. */
const MAX_EVENTS = 100
/** A tab that receives no message from the waiting tab for this long polls on its own. */
const SILENT_MS = 60_000

/** Held by the one tab of a browser that waits. */
const LOCK = 'panel-events'
const CHANNEL = 'panel-events'
/** `rang`: there are new events or reviews; `live`: waiting works, without news; `not-live`: waiting is not possible. */
type TabMessage = 'rang' | 'live' | 'not-live'
const isTabMessage = (data: unknown): data is TabMessage => data === 'rang' || data === 'live' || data === 'not-live'

export interface ListenOptions {
  readonly since: () => number
  readonly reviewsSince: () => number
  readonly onNewEvents: () => void
  /** Called with whether new events would be notified automatically. */
  readonly onLive: (isLive: boolean) => void
  readonly signal: AbortSignal
}

/**
 * Notifies of new events and reviews of the account, regardless of filters. One tab waits for all tabs of the browser, because
 * browsers open at most six connections per host; without the Web Locks API (plain HTTP) every tab waits separately. It
 * ends with its signal.
 */
export function listenForEvents({ signal, onNewEvents, onLive, ...positions }: ListenOptions): void {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  let silenceTimer: ReturnType<typeof setTimeout> | undefined
  const handleMessage = (message: TabMessage) => {
    clearTimeout(silenceTimer)
    onLive(message !== 'not-live')
    if (message !== 'not-live') silenceTimer = setTimeout(() => onLive(false), SILENT_MS)
    if (message === 'rang') onNewEvents()
  }
  const broadcast = (message: TabMessage) => {
    handleMessage(message)
    // A BroadcastChannel is limited to one origin; the rule is about windows.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    if (!signal.aborted) channel?.postMessage(message)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) handleMessage(data)
  })
  signal.addEventListener('abort', () => {
    clearTimeout(silenceTimer)
    channel?.close()
  })
  const wait = () => waitInLoop({ ...positions, signal, broadcast })
  const loop = 'locks' in navigator ? navigator.locks.request(LOCK, { signal }, wait) : wait()
  // It rejects only because the page was left; other errors are handled inside.
  loop.catch(() => undefined)
}

interface WaitInput extends Pick<ListenOptions, 'since' | 'reviewsSince' | 'signal'> {
  readonly broadcast: (message: TabMessage) => void
}

async function waitInLoop({ since, reviewsSince, signal, broadcast }: WaitInput): Promise<void> {
  let position = since()
  let reviewed = reviewsSince()
  // The first call is short, because only its answer shows whether waiting is possible.
  let waitS = 1
  while (!signal.aborted) {
    position = Math.max(position, since())
    reviewed = Math.max(reviewed, reviewsSince())
    try {
      // The filters of the page are ignored, because tabs may have different ones.
      const query = { since: position, reviews_since: reviewed, wait: waitS, limit: MAX_EVENTS }
      const answer = await lazyPanelCall('events.updates', { query }, { signal })
      if (signal.aborted) return
      waitS = WAIT_S
      position = Math.max(position, answer.next_since)
      reviewed = Math.max(reviewed, answer.latest_review)
      broadcast(messageFor(answer))
      await pause(restMsOf(answer), signal)
    } catch (error) {
      if (signal.aborted) return
      broadcast('not-live')
      await pause(retryMsOf(error), signal)
    }
  }
}

type Answer = PanelAnswer<'events.updates'>

const hasNews = ({ items, reviews }: Answer): boolean => items.length + reviews.length > 0

function messageFor(answer: Answer): TabMessage {
  const { is_live: isLive } = answer
  if (hasNews(answer)) return 'rang'
  return isLive ? 'live' : 'not-live'
}

function restMsOf(answer: Answer): number {
  const { is_live: isLive, reading } = answer
  if (hasNews(answer) || isLive) return REST_MS
  return reading.state === 'behind' ? BEHIND_MS : NOT_LIVE_MS
}

const retryMsOf = (error: unknown): number =>
  Math.max(FAILED_MS, isApiError(error) ? 1000 * (error.retryAfterS ?? 0) : 0)
