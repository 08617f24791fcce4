import type { AnnouncementKeys } from '@/lib/domain/events/announcement-keys'
import { filterLists } from '@/lib/domain/filter-lists'
import type { StoredReportRow } from '@/lib/storage/reports/report-rows'
import { itemsOfFilters, monitorsTagged, type SelectionItem } from '@/lib/storage/reports/report-selection'
import type { ReportJobTable } from '@/lib/storage/reports/tables'
import type { Db } from '@/lib/storage/storage'

import { toAnnouncementKeys } from '../monitors/announcement-keys'

type Selected = Pick<ReportJobTable, 'account_id' | 'filter_id' | 'monitor_tag'>
type KeysTest = (keys: AnnouncementKeys) => boolean

/**
 * Which rows of a page a custom report takes: those that an item of its filter matches and that a monitor with its tag
 * matches; without either, all. What raises an event is in the report: rows are matched by the same keys.
 */
export async function rowSelector(
  db: Db,
  job: Selected,
): Promise<(page: StoredReportRow[]) => Promise<StoredReportRow[]>> {
  const tests: KeysTest[] = []
  if (job.filter_id !== null) tests.push(anyOf(await itemsOfFilters(db, job.account_id, [job.filter_id])))
  if (job.monitor_tag !== null) tests.push(anyOf(await taggedItems(db, job.account_id, job.monitor_tag)))
  if (tests.length === 0) return async (page) => page
  return async (page) => {
    const keys = await toAnnouncementKeys(db, page)
    return page.filter((_row, index) => {
      const own = keys[index]
      return own !== undefined && tests.every((test) => test(own))
    })
  }
}

async function taggedItems(db: Db, accountId: string, tag: string): Promise<SelectionItem[]> {
  const monitors = await monitorsTagged(db, accountId, tag)
  const filters = monitors.flatMap(({ filter_id }) => (filter_id === null ? [] : [filter_id]))
  const watched = monitors.flatMap(({ identifier_type: kind, identifier_value: value }) =>
    kind !== null && value !== null ? [{ kind, value }] : [],
  )
  return [...watched, ...(await itemsOfFilters(db, accountId, filters))]
}

function anyOf(items: readonly SelectionItem[]): KeysTest {
  const wanted = new Set(items.map(({ kind, value }) => `${kind} ${value}`))
  const kinds = filterLists.filter((kind) => items.some((item) => item.kind === kind))
  return (keys) => kinds.some((kind) => keys[kind].some((value) => wanted.has(`${kind} ${value}`)))
}
