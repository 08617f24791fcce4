import { isApiError } from '@/lib/domain/api-error'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { requireImport } from '@/lib/features/imports/record'
import { listImportMonitors } from '@/lib/features/imports/statements'
import { eachMonitor, retryPatiently, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import type { PanelContext } from '@/lib/panel/context'

import type { BridgeFrom } from './contract/bridges'

/** Up to this many monitors are requested one by one instead of searching the list. */
const MAX_SINGLE_REQUESTS = 20
const IMPORT_PAGE = 5_000

/** What monitors watch, in the form of a filter: each value once, in the order of the monitors. */
export type BridgedValues = {
  readonly monitors: number
  readonly values: ReadonlyMap<FilterListName, ReadonlySet<string>>
  readonly byFilter: number
  readonly unlisted: number
  readonly missing: number
}

export async function readBridgedValues(context: PanelContext, from: BridgeFrom): Promise<BridgedValues> {
  const values = new Map<FilterListName, Set<string>>()
  const counts = { monitors: 0, byFilter: 0, unlisted: 0 }
  const { monitors, requestedCount } = await findMonitors(context, from)
  for await (const monitor of monitors) {
    counts.monitors += 1
    const list = listOf(monitor)
    const value = monitor.identifier_value
    if (list !== undefined && value) values.set(list, (values.get(list) ?? new Set()).add(value))
    else if (monitor.filter_id) counts.byFilter += 1
    else counts.unlisted += 1
  }
  return { ...counts, values, missing: requestedCount === undefined ? 0 : requestedCount - counts.monitors }
}

const listOf = ({ identifier_type: type }: WatchedRecord): FilterListName | undefined =>
  filterLists.find((list) => list === type?.toLowerCase())

type FoundMonitors = {
  readonly monitors: AsyncIterable<WatchedRecord>
  readonly requestedCount?: number
}

async function findMonitors(context: PanelContext, from: BridgeFrom): Promise<FoundMonitors> {
  const { callService } = context
  if ('tag' in from) {
    const all = eachMonitor(callService, { filter: { tag: [from.tag] } })
    return { monitors: filterMonitors(all, ({ tags }) => tags?.includes(from.tag) === true) }
  }
  const ids = 'ids' in from ? new Set(from.ids) : await importedIds(context, from.import_id)
  const monitors =
    ids.size <= MAX_SINGLE_REQUESTS
      ? readEach(context, ids)
      : filterMonitors(eachMonitor(callService), ({ id }) => ids.has(id), ids.size)
  return { monitors, requestedCount: ids.size }
}

async function* filterMonitors(
  all: AsyncIterable<WatchedRecord>,
  isWanted: (monitor: WatchedRecord) => boolean,
  atMost = Number.POSITIVE_INFINITY,
): AsyncGenerator<WatchedRecord> {
  let remaining = atMost
  for await (const monitor of all) {
    if (!isWanted(monitor)) continue
    yield monitor
    remaining -= 1
    if (remaining === 0) return
  }
}

async function* readEach({ callService }: PanelContext, ids: ReadonlySet<string>): AsyncGenerator<WatchedRecord> {
  for (const id of ids) {
    const monitor = await retryPatiently(() => callService('monitors.get', { params: { id } })).catch(
      (error: unknown) => {
        // 422: a remote service whose ids have another format.
        if (isApiError(error) && [404, 410, 422].includes(error.status)) return undefined
        throw error
      },
    )
    if (monitor !== undefined) yield monitor
  }
}

/** Monitors that an import added or tagged, except those undone. */
async function importedIds(context: PanelContext, importId: string): Promise<Set<string>> {
  const { id } = await requireImport(context, importId)
  const ids = new Set<string>()
  for (const effect of ['added', 'tagged'] as const) {
    let after: string | undefined
    for (;;) {
      const rows = await listImportMonitors(context.storage.db, {
        importId: id,
        effect,
        state: 'kept',
        after,
        limit: IMPORT_PAGE,
      })
      for (const row of rows) ids.add(row.monitor_id)
      after = rows.at(-1)?.monitor_id
      if (rows.length < IMPORT_PAGE) break
    }
  }
  return ids
}
