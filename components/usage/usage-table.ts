import type { Month } from '@/lib/domain/calendar'
import type { FileRow, FileTable } from '@/lib/domain/file-table'
import { dayColumns, endpointColumns } from '@/lib/domain/usage-columns'
import { dayRow } from '@/lib/domain/usage-file'

import { type Endpoint, rowsOf } from './breakdown'
import { daysOf, type UsageDay } from './totals'
import { sheetName } from './usage-names'

export type UsageTable = FileTable & { readonly rows: readonly FileRow[] }

/** One row per day, oldest first, without a total: sums are for the spreadsheet. */
export function daysTable(items: readonly UsageDay[], month: Month): UsageTable {
  return { name: sheetName('days'), columns: dayColumns, rows: daysOf(items, month).map(dayRow) }
}

/** Percent of the pool, in hundredths. */
const percentOf = (share: number | undefined): number | undefined =>
  share === undefined ? undefined : Math.round(share * 10_000)

/** One row per endpoint and pool, in the order of the answer, all pools. */
export function endpointsTable(endpoints: readonly Endpoint[], month: Month): UsageTable {
  const pools = endpoints.map(({ pool }) => pool)
  const rows = rowsOf(endpoints).map(({ endpoint, calls, units, share }, at) => [
    month,
    endpoint,
    pools[at],
    calls,
    units,
    percentOf(share),
  ])
  return { name: sheetName('endpoints'), columns: endpointColumns, rows }
}
