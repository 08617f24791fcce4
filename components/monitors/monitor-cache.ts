import type { QueryClient } from '@tanstack/react-query'

import { monitorListsKey, type MonitorPage, type MonitorPages } from './monitor-list-query'

function editPages(client: QueryClient, edit: (page: MonitorPage) => MonitorPage) {
  client.setQueriesData<MonitorPages>({ queryKey: monitorListsKey }, (data) =>
    data === undefined ? undefined : { ...data, pages: data.pages.map(edit) },
  )
}

/** Writes new tags into every list in the cache, so that nothing has to be fetched again and no row moves. */
export function patchTags(client: QueryClient, tagsById: ReadonlyMap<string, readonly string[]>): void {
  editPages(client, (page) => ({
    ...page,
    items: page.items.map((monitor) => {
      const tags = tagsById.get(monitor.id)
      return tags === undefined ? monitor : { ...monitor, tags: [...tags] }
    }),
  }))
}

/** Takes deleted monitors out of every list in the cache. */
export function dropMonitors(client: QueryClient, ids: ReadonlySet<string>): void {
  client.setQueriesData<MonitorPages>({ queryKey: monitorListsKey }, (data) => {
    if (data === undefined) return undefined
    const pages = data.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.has(id)) }))
    const dropped = countItems(data.pages) - countItems(pages)
    return { ...data, pages: pages.map((page) => withTotal(page, -dropped)) }
  })
}

const countItems = (pages: readonly MonitorPage[]) => pages.reduce((sum, { items }) => sum + items.length, 0)
const withTotal = (page: MonitorPage, by: number): MonitorPage =>
  page.total === undefined ? page : { ...page, total: Math.max(0, page.total + by) }

/** Tags, places and the counts of the frame changed; the rows themselves were patched. */
export async function refreshCounts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['monitors', 'tags'] }),
    client.invalidateQueries({ queryKey: ['usage', 'summary'] }),
  ])
}

/** Asks for the lists again, from their first page only: what was loaded by scrolling is loaded again when it is needed. */
export async function refreshLists(client: QueryClient): Promise<void> {
  client.setQueriesData<MonitorPages>({ queryKey: monitorListsKey }, (data) =>
    data === undefined ? undefined : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
  await Promise.all([client.invalidateQueries({ queryKey: monitorListsKey }), refreshCounts(client)])
}
