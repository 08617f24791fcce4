import type { Month } from '@/lib/domain/calendar'
import { dayColumns, endpointColumns } from '@/lib/domain/usage-columns'
import { includedOf } from '@/lib/domain/usage-file'

import { type Endpoint, rowsOf } from './breakdown'
import { daysOf, type UsageDay } from './totals'
import type { UsageFile } from './usage-names'

/** Two decimals, kept as a whole number of hundredths, so that no float dust gets into a file. */
export type Hundredths = { readonly hundredths: number }
export type FileCell = string | number | Hundredths | null | undefined
export type UsageTable = {
  readonly of: UsageFile
  readonly columns: readonly string[]
  readonly rows: readonly (readonly FileCell[])[]
}

/** Nothing for what is no whole number of grosz. */
const plnOf = (grosz: number | null | undefined): Hundredths | undefined =>
  typeof grosz === 'number' && Number.isSafeInteger(grosz) ? { hundredths: grosz } : undefined

/** One row per day, oldest first, without a total: sums are for the spreadsheet. */
export function daysTable(items: readonly UsageDay[], month: Month): UsageTable {
  const rows = daysOf(items, month).map((day) => [
    day.date,
    day.lookups,
    day.rdf,
    day.pdfs,
    day.wpv_checks,
    day.overage_units,
    day.overage_grosz,
    plnOf(day.overage_grosz),
    includedOf(day),
  ])
  return { of: 'days', columns: dayColumns, rows }
}

/** Percent of the pool. */
const percentOf = (share: number | undefined): Hundredths | undefined =>
  share === undefined ? undefined : { hundredths: Math.round(share * 10_000) }

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
  return { of: 'endpoints', columns: endpointColumns, rows }
}
