import type { Month } from '@/lib/domain/calendar'
import { type CsvCell, csvLine } from '@/lib/domain/csv'

import { type Endpoint, rowsOf } from './breakdown'
import { daysOf, type UsageDay } from './totals'

/**
 * Files for a Polish spreadsheet: byte order mark, semicolons, CRLF, decimal commas. Names of files and columns do not
 * follow the language of the reader: whatever takes them in finds the same ones every month, whoever saved the file.
 */
const polish = { separator: ';', decimal: ',' } as const
const file = (header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[header, ...rows].map((cells) => csvLine(cells, polish)).join('')}`

export const dayColumns = [
  'data',
  'zapytania',
  'rdf',
  'pdf',
  'biala_lista',
  'nadwyzka_jednostki',
  'nadwyzka_grosze',
  'nadwyzka_pln',
] as const
export const endpointColumns = [
  'miesiac',
  'endpoint',
  'pula',
  'wywolania',
  'jednostki',
  'udzial_w_puli_procent',
] as const

export type UsageFile = 'days' | 'endpoints'
export const fileName = (month: Month, of: UsageFile): string =>
  `zuzycie-${month}-${of === 'days' ? 'dni' : 'endpointy'}.csv`

/** `184,60`; nothing for what is no whole number of grosz. */
function plnText(grosz: number | null | undefined): string | undefined {
  if (grosz === null || grosz === undefined || !Number.isSafeInteger(grosz)) return undefined
  const whole = Math.abs(grosz)
  const sign = grosz < 0 ? '-' : ''
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`
}

/** One row per day, oldest first, without a total: sums are for the spreadsheet. */
export function daysCsv(items: readonly UsageDay[], month: Month): string {
  const rows = daysOf(items, month).map((day) => [
    day.date,
    day.lookups,
    day.rdf,
    day.pdfs,
    day.wpv_checks,
    day.overage_units,
    day.overage_grosz,
    plnText(day.overage_grosz),
  ])
  return file(dayColumns, rows)
}

/** `12,34`: percent of the pool, two decimals. */
const percentText = (share: number | undefined): string | undefined =>
  share === undefined ? undefined : plnText(Math.round(share * 10_000))

/** One row per endpoint and pool, in the order of the answer, all pools. */
export function endpointsCsv(endpoints: readonly Endpoint[], month: Month): string {
  const pools = endpoints.map(({ pool }) => pool)
  const rows = rowsOf(endpoints).map(({ endpoint, calls, units, share }, at) => [
    month,
    endpoint,
    pools[at],
    calls,
    units,
    percentText(share),
  ])
  return file(endpointColumns, rows)
}
