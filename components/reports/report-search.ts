import type { AddressCodec } from '@/components/ui/address/use-address-search'
import type { ReportFormat } from '@/lib/contract/reports'
import { addDays, type Day, type Month, parseDay } from '@/lib/domain/calendar'
import { type ReportSource, reportSources } from '@/lib/domain/events/sources'

/** In the order of the page. The contract's list is the same set; its module would bring the schemas along. */
export const shownReportFormats = ['csv', 'json'] as const satisfies readonly ReportFormat[]
export const quickRanges = ['today', 'yesterday', 'week', 'month'] as const
export type QuickRange = (typeof quickRanges)[number]

export const reportViews = ['list', 'calendar'] as const
export type ReportView = (typeof reportViews)[number]

/** What the index is narrowed to; a quick range stays relative, so that a saved address moves along with the days. */
export interface ReportNarrowing {
  readonly sources: readonly ReportSource[]
  readonly formats: readonly ReportFormat[]
  readonly quick: QuickRange | undefined
  readonly from: Day | null
  readonly to: Day | null
  /** By whose values reports were ordered; the daily ones are of no filter. */
  readonly filter: string | undefined
}
export interface ReportSearch extends ReportNarrowing {
  /** Undefined: as the person had it last. */
  readonly view?: ReportView | undefined
  /** Of the calendar; undefined: the one that it is, or that of the chosen days. */
  readonly month?: Month | undefined
  /** Of the calendar: whose reports stand below it. */
  readonly day?: Day | undefined
}
export const noReportSearch: ReportNarrowing = {
  sources: [],
  formats: [],
  quick: undefined,
  from: null,
  to: null,
  filter: undefined,
}

export interface DayRange {
  readonly from: Day | null
  readonly to: Day | null
}

const pick = <T extends string>(known: readonly T[], values: readonly string[]): readonly T[] =>
  known.filter((each) => values.includes(each))

/** Reads an address; what is not understood is left out, and a range that ends before it begins is none. */
export function readReportSearch(params: Pick<URLSearchParams, 'get' | 'getAll'>): ReportSearch {
  const quick = quickRanges.find((range) => range === params.get('range'))
  const from = parseDay(params.get('from') ?? '')
  const to = parseDay(params.get('to') ?? '')
  const filter = params.get('filter') ?? ''
  const isRange = quick === undefined && (from === null || to === null || from <= to)
  return {
    sources: pick(reportSources, params.getAll('source')),
    formats: pick(shownReportFormats, params.getAll('format')),
    quick,
    from: isRange ? from : null,
    to: isRange ? to : null,
    filter: /^[\w-]{1,100}$/.test(filter) ? filter : undefined,
    ...readPlace(params),
  }
}

function readPlace(params: Pick<URLSearchParams, 'get'>): Pick<ReportSearch, 'view' | 'month' | 'day'> {
  const month = params.get('month') ?? ''
  return {
    view: reportViews.find((view) => view === params.get('view')),
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
    day: parseDay(params.get('day') ?? '') ?? undefined,
  }
}

/** The query part of the address, with its `?`, or nothing. */
export function writeReportSearch(search: ReportSearch): string {
  const params = narrowingParams(search)
  for (const key of ['view', 'month', 'day'] as const) {
    const value = search[key]
    if (value !== undefined) params.set(key, value)
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function narrowingParams({ sources, formats, quick, from, to, filter }: ReportNarrowing): URLSearchParams {
  const params = new URLSearchParams()
  for (const source of sources) params.append('source', source)
  for (const format of formats) params.append('format', format)
  if (quick) params.set('range', quick)
  if (!quick && from) params.set('from', from)
  if (!quick && to) params.set('to', to)
  if (filter !== undefined) params.set('filter', filter)
  return params
}

export const hasReportSearch = (search: ReportNarrowing): boolean => narrowingParams(search).size > 0

/** An address that names days is one of the list, for who has not chosen here. */
export function reportViewOf({ view, quick, from, to }: ReportSearch, preferred: ReportView): ReportView {
  if (view !== undefined) return view
  return quick !== undefined || from !== null || to !== null ? 'list' : preferred
}

/** The days of the reports, both ends included. */
export function toDayRange({ quick, from, to }: ReportNarrowing, today: Day): DayRange {
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

export const reportSearchCodec: AddressCodec<ReportSearch> = { read: readReportSearch, write: writeReportSearch }
