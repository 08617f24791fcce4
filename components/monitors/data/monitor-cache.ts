import type { QueryClient } from '@tanstack/react-query'

import { refreshAfter } from '@/lib/client/queries'
import { findMonitorSync } from './monitor-sync'

/** Writes new tags where they are shown, so that nothing has to be fetched again. */
export function patchTags(client: QueryClient, tagsById: ReadonlyMap<string, readonly string[]>): void {
  findMonitorSync(client)?.store.patch(new Map([...tagsById].map(([id, tags]) => [id, { tags: [...tags] }])))
}

/** Takes deleted monitors out. */
export function dropMonitors(client: QueryClient, ids: ReadonlySet<string>): void {
  findMonitorSync(client)?.store.drop(ids)
}

/** Tags, places and the counts of the frame changed; the rows themselves were patched. */
export const refreshCounts = (client: QueryClient): Promise<void> => refreshAfter(client, 'monitors.update')

/** Reads all monitors anew: the service knows more than was patched. A failure stands above the list. */
export async function refreshLists(client: QueryClient): Promise<void> {
  const sync = findMonitorSync(client)
  const reload = sync?.reload().catch((error: unknown) => sync.store.fail(error))
  await Promise.all([reload, refreshCounts(client)])
}
