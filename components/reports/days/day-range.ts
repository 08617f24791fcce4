import { addDays, type Day, daysBetween, daysOfMonth, type Month } from '@/lib/domain/calendar'

import { type ReportCriteria, type ReportSearch, type ReportView, toDayRange } from '../report-search'

export interface DaySpan {
  readonly from: Day
  readonly to: Day
}

/** Equals `MAX_REPORT_DAY_RANGE` of the contract, whose module would load the schemas. */
export const MAX_SHOWN_DAYS = 400
const USUAL_DAYS = 30
const EARLIEST: Day = '2000-01-01'

/** The days that the list covers, at most the last `MAX_SHOWN_DAYS` of a longer range. */
export function listedDays(search: ReportCriteria, today: Day): DaySpan {
  const { from, to } = toDayRange(search, today)
  if (from === null && to === null) return { from: addDays(today, -USUAL_DAYS), to: today }
  const last = later(to ?? later(today, from ?? today), EARLIEST)
  const first = later(from ?? EARLIEST, EARLIEST)
  return { from: later(first, addDays(last, 1 - MAX_SHOWN_DAYS)), to: last }
}

const later = (one: Day, other: Day): Day => (one > other ? one : other)

/** Whether the chosen range is longer than the one shown. */
export function isCutShort({ from }: ReportCriteria, { from: shown, to }: DaySpan): boolean {
  return from !== null && from < shown && daysBetween(shown, to) + 1 === MAX_SHOWN_DAYS
}

export function shownMonth(search: ReportSearch, today: Day): Month {
  const { from, to } = toDayRange(search, today)
  return search.month ?? (search.day ?? to ?? from ?? today).slice(0, 7)
}

export function daysOfView(view: ReportView, search: ReportSearch, today: Day): DaySpan {
  if (view === 'list') return listedDays(search, today)
  const days = daysOfMonth(shownMonth(search, today))
  return { from: days[0] ?? today, to: days.at(-1) ?? today }
}
