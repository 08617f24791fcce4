import type { AddressCodec } from '@/components/ui/use-address-search'
import type { ReportFormat, ReportSource } from '@/lib/contract/reports'
import { addDays, type Day, parseDay } from '@/lib/domain/calendar'

/** In the order of the page. The contract's lists are the same sets; their module would bring the schemas along. */
export const reportSources = ['krz', 'msig', 'krs_changes'] as const satisfies readonly ReportSource[]
export const reportFormats = ['csv', 'json'] as const satisfies readonly ReportFormat[]
export const quickRanges = ['today', 'yesterday', 'week', 'month'] as const
export type QuickRange = (typeof quickRanges)[number]

/** What the index is narrowed to; a quick range stays relative, so that a saved address moves along with the days. */
export interface ReportSearch {
  readonly sources: readonly ReportSource[]
  readonly formats: readonly ReportFormat[]
  readonly quick: QuickRange | undefined
  readonly from: Day | null
  readonly to: Day | null
}
export const noSearch: ReportSearch = { sources: [], formats: [], quick: undefined, from: null, to: null }

export interface DayRange {
  readonly from: Day | null
  readonly to: Day | null
}

const pick = <T extends string>(known: readonly T[], values: readonly string[]): readonly T[] =>
  known.filter((each) => values.includes(each))

/** Reads an address; what is not understood is left out, and a range that ends before it begins is none. */
export function readSearch(params: Pick<URLSearchParams, 'get' | 'getAll'>): ReportSearch {
  const quick = quickRanges.find((range) => range === params.get('range'))
  const from = parseDay(params.get('from') ?? '')
  const to = parseDay(params.get('to') ?? '')
  const isRange = quick === undefined && (from === null || to === null || from <= to)
  return {
    sources: pick(reportSources, params.getAll('source')),
    formats: pick(reportFormats, params.getAll('format')),
    quick,
    from: isRange ? from : null,
    to: isRange ? to : null,
  }
}

/** The query part of the address, with its `?`, or nothing. */
export function writeSearch({ sources, formats, quick, from, to }: ReportSearch): string {
  const params = new URLSearchParams()
  for (const source of sources) params.append('source', source)
  for (const format of formats) params.append('format', format)
  if (quick) params.set('range', quick)
  if (!quick && from) params.set('from', from)
  if (!quick && to) params.set('to', to)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const isNarrowed = (search: ReportSearch): boolean => writeSearch(search) !== ''

/** The days of the reports, both ends included. */
export function rangeOf({ quick, from, to }: ReportSearch, today: Day): DayRange {
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      // The last seven finished days: the report of today is made tomorrow.
      return { from: addDays(today, -7), to: today }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    default:
      return { from, to }
  }
}

export const searchCodec: AddressCodec<ReportSearch> = { read: readSearch, write: writeSearch }
