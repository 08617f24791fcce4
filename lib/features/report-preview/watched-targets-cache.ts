import type { PanelContext } from '@/lib/panel/context'

import { readWatchedTargets, type WatchedTargets } from './watched-targets'

/** Scrolling a list requests many parts; a new monitor takes effect after a minute at most. */
const CACHE_MS = 60_000
const MAX_ACCOUNTS = 4

const cache = new Map<string, { readonly targets: Promise<WatchedTargets>; readonly timer: NodeJS.Timeout }>()

function evict(accountId: string): void {
  clearTimeout(cache.get(accountId)?.timer)
  cache.delete(accountId)
}

/** The watched targets of the account, read at most once a minute; cached for the most recent accounts. */
export function watchedTargetsOf({
  account,
  callService,
}: Pick<PanelContext, 'account' | 'callService'>): Promise<WatchedTargets> {
  const cached = cache.get(account.id)
  if (cached !== undefined) return cached.targets
  const [oldest] = cache.keys()
  if (cache.size >= MAX_ACCOUNTS && oldest !== undefined) evict(oldest)
  // Uses a separate signal: the first client may leave while others wait for the same result.
  const targets = readWatchedTargets(callService, new AbortController().signal)
  cache.set(account.id, { targets, timer: setTimeout(() => evict(account.id), CACHE_MS).unref() })
  targets.catch(() => evict(account.id))
  return targets
}
