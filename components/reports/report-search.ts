import type { ReportFormat } from '@/lib/contract/reports'
import {
  underName,
  day,
  defineAddress,
  inOrder,
  key,
  many,
  optionalOneOf,
  type SearchOf,
  single,
} from '@/lib/domain/address'
import { addDays, type Day, parseDay } from '@/lib/domain/calendar'
import { reportSources } from '@/lib/domain/events/sources'

/** The number of orders shown at first, and added on each request for older ones. */
export const JOBS_SHOWN = 20
export const JOBS_MORE = 100
/** The service's maximum; the orders of one filter are selected from this many. */
export const JOBS_SEARCHED = 1000

/** In page order. Equals the contract's list, whose module would load the schemas. */
export const shownReportFormats = ['csv', 'json'] as const satisfies readonly ReportFormat[]
export const quickRanges = ['today', 'yesterday', 'week', 'month'] as const
export type QuickRange = (typeof quickRanges)[number]

export const reportViews = ['list', 'calendar'] as const
export type ReportView = (typeof reportViews)[number]

export interface DayRange {
  readonly from: Day | null
  readonly to: Day | null
}

/** A quick range stays relative, so that a saved address moves along with the date. */
const quickOrDays = <S extends DayRange & { readonly quick: QuickRange | undefined }>(search: S): S =>
  inOrder(search.quick === undefined ? search : { ...search, from: null, to: null })

/**
 * The filters of the index. `filter` selects custom reports by the filter they were ordered with; daily reports have
 * none.
 */
export const reportCriteriaAddress = defineAddress(
  {
    sources: underName('source', many(reportSources)),
    formats: underName('format', many(shownReportFormats)),
    quick: underName('range', optionalOneOf(quickRanges)),
    from: day,
    to: day,
    filter: key(/^[\w-]{1,100}$/),
  },
  quickOrDays,
)
export type ReportCriteria = SearchOf<typeof reportCriteriaAddress>

/** The page's tabs. They were anchors of one long page, so an address may still end with `#schedules`. */
export const reportTabs = ['daily', 'custom', 'schedules'] as const
export type ReportTab = (typeof reportTabs)[number]

/** The filters with the tab (undefined: by the filters), the view (undefined: the user's last one) and the calendar's month and day. */
export const reportAddress = defineAddress(
  {
    ...reportCriteriaAddress.fields,
    tab: optionalOneOf(reportTabs),
    view: optionalOneOf(reportViews),
    month: key(/^20\d\d-(0[1-9]|1[0-2])$/),
    day: single<Day | undefined>(
      (text) => parseDay(text) ?? undefined,
      (value) => value ?? '',
    ),
  },
  quickOrDays,
)
export type ReportSearch = ReportCriteria & Partial<SearchOf<typeof reportAddress>>

/** Reports of one filter are ordered ones, so an address with a filter opens them, unless it names a tab. */
export const reportTabOf = ({ tab, filter }: ReportSearch): ReportTab =>
  tab ?? (filter === undefined ? 'daily' : 'custom')

/** An address with days opens the list, unless it names a view. */
export function reportViewOf({ view, quick, from, to }: ReportSearch, preferred: ReportView): ReportView {
  if (view !== undefined) return view
  return quick !== undefined || from !== null || to !== null ? 'list' : preferred
}

/** The days of the reports, both ends included. */
export function toDayRange({ quick, from, to }: ReportCriteria, today: Day): DayRange {
  switch (quick) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'week':
      // The last seven complete days, because today's report is created tomorrow.
      return { from: addDays(today, -7), to: today }
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today }
    default:
      return { from, to }
  }
}
