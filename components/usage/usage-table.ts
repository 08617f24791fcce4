import type { Month } from '@/lib/domain/calendar'
import { type WholeTable, wholeTable } from '@/lib/domain/files/file-table'
import { dayFileColumns, endpointColumns } from '@/lib/domain/files/usage-columns'

import { type Endpoint, toEndpointRows } from './breakdown'
import { filterMonthDays, type TotalledDay } from './totals'
import { sheetName } from './usage-names'

/** One row per day, oldest first, without a total: spreadsheets can add up themselves. */
export const daysTable = (items: readonly TotalledDay[], month: Month): WholeTable =>
  wholeTable(sheetName('days'), dayFileColumns, filterMonthDays(items, month))

/** One row per endpoint and pool, in the order of the answer, for all pools. */
export function endpointsTable(endpoints: readonly Endpoint[], month: Month): WholeTable {
  const lines = toEndpointRows(endpoints).map((row, at) => ({ ...row, month, pool: endpoints[at]?.pool }))
  return wholeTable(sheetName('endpoints'), endpointColumns, lines)
}
