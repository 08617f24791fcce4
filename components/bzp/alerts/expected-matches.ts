import { isWorkingDay } from '@/lib/domain/calendar'
import type { RuleTiming } from '@/lib/features/rules/contract/rules'

/** The answer of a preview; a remote service may omit any field. */
interface PreviewAnswer {
  readonly count?: number | null | undefined
  readonly days?: number | null | undefined
  readonly daily?: readonly { readonly date?: string | undefined }[] | null | undefined
}

export interface ExpectedMatches {
  readonly count: number
  readonly days: number
  readonly perWeek: number
  readonly perWorkingDay: number
}

/** The number of days that the interface specifies, for a service that does not return it. */
const USUAL_DAYS = 30
const WEEK = 7
const WORKING_SHARE = 5 / WEEK

/** Estimates what a filter will match, assuming that coming days resemble those of the preview. */
export function expectMatches(preview: PreviewAnswer | undefined): ExpectedMatches | undefined {
  const count = preview?.count
  if (typeof count !== 'number') return undefined
  const days = Math.max(1, preview?.days ?? USUAL_DAYS)
  const dates = (preview?.daily ?? []).flatMap(({ date }) => (date === undefined ? [] : [date]))
  const working = dates.length > 0 ? dates.filter(isWorkingDay).length : Math.round(days * WORKING_SHARE)
  return { count, days, perWeek: (count / days) * WEEK, perWorkingDay: count / Math.max(1, working) }
}

/**
 * Estimates messages per week. Immediate delivery sends at most one per procedure; a digest is sent on each day or week
 * with a match, assuming independent matches.
 */
export function expectedMails(timing: RuleTiming, perWeek: number): number {
  if (timing === 'none') return 0
  if (timing === 'at_once' || timing === 'hourly') return perWeek
  return timing === 'daily' ? WEEK * (1 - Math.exp(-perWeek / WEEK)) : 1 - Math.exp(-perWeek)
}

/** Small numbers are rounded to one decimal, so that they do not become zero. */
export const roundPace = (value: number): number => (value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)
