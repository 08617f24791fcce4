import type { QueryClient } from '@tanstack/react-query'

import { refreshAfter } from '@/lib/client/queries'
import { findMonitorSync } from './monitor-sync'

/** Updates tags in the cache, so that no refetch is needed. */
export function patchTags(client: QueryClient, tagsById: ReadonlyMap<string, readonly string[]>): void {
  findMonitorSync(client)?.store.patch(new Map([...tagsById].map(([id, tags]) => [id, { tags: [...tags] }])))
}

export function dropMonitors(client: QueryClient, ids: ReadonlySet<string>): void {
  findMonitorSync(client)?.store.drop(ids)
}

/** Refetches tags, places, counts in the frame and the monitor's own page; the rows were already patched. */
export const refreshCounts = (client: QueryClient): Promise<void> => refreshAfter(client, 'monitors.update')

/** Reads all monitors again, because the service knows more than was patched. An error is shown above the list. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const sync = findMonitorSync(client)
  const reload = sync?.reload().catch((error: unknown) => sync.store.fail(error))
  await Promise.all([reload, refreshCounts(client)])
}
