import type { PanelContext } from '@/lib/panel/context'

import { readWatchedTargets, type WatchedTargets } from './watched-targets'

/** Scrolling a list requests many parts; a new monitor takes effect after a minute at most. */
const CACHE_MS = 60_000
const MAX_ACCOUNTS = 4

const kept = new Map<string, { readonly targets: Promise<WatchedTargets>; readonly timer: NodeJS.Timeout }>()

function forget(accountId: string): void {
  clearTimeout(kept.get(accountId)?.timer)
  kept.delete(accountId)
}

/** The watched targets of the account, read at most once a minute; cached for the most recent accounts. */
export function watchedTargetsOf({ account, ask }: Pick<PanelContext, 'account' | 'ask'>): Promise<WatchedTargets> {
  const known = kept.get(account.id)
  if (known !== undefined) return known.targets
  const [oldest] = kept.keys()
  if (kept.size >= MAX_ACCOUNTS && oldest !== undefined) forget(oldest)
  // Uses a separate signal: the first client may leave while others wait for the same result.
  const targets = readWatchedTargets(ask, new AbortController().signal)
  kept.set(account.id, { targets, timer: setTimeout(() => forget(account.id), CACHE_MS).unref() })
  targets.catch(() => forget(account.id))
  return targets
}
