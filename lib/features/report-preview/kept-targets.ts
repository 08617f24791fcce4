import type { PanelContext } from '@/lib/panel/context'

import { readWatchedTargets, type WatchedTargets } from './watched-targets'

/** While a list is scrolled, each part of it asks again; a monitor that was added counts a minute later at most. */
const KEPT_MS = 60_000
const MAX_ACCOUNTS = 4

const kept = new Map<string, { readonly targets: Promise<WatchedTargets>; readonly timer: NodeJS.Timeout }>()

function forget(accountId: string): void {
  clearTimeout(kept.get(accountId)?.timer)
  kept.delete(accountId)
}

/** What the account watches, read at most once a minute; of the accounts that asked last. */
export function watchedTargetsOf({ account, ask }: Pick<PanelContext, 'account' | 'ask'>): Promise<WatchedTargets> {
  const known = kept.get(account.id)
  if (known !== undefined) return known.targets
  const [oldest] = kept.keys()
  if (kept.size >= MAX_ACCOUNTS && oldest !== undefined) forget(oldest)
  // Of its own signal: who asked first may leave while others wait for the same.
  const targets = readWatchedTargets(ask, new AbortController().signal)
  kept.set(account.id, { targets, timer: setTimeout(() => forget(account.id), KEPT_MS).unref() })
  targets.catch(() => forget(account.id))
  return targets
}
