import { isWorkingDay } from '@/lib/domain/calendar'
import type { RuleTiming } from '@/lib/features/rules/contract/rules'

/** As a preview answers; a remote service may leave any of it out. */
interface Previewed {
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

/** When the service does not say how many days it looked at: what the interface promises. */
const USUAL_DAYS = 30
const WEEK = 7
const WORKING_SHARE = 5 / WEEK

/** What a filter will bring, if the days to come are like those of its preview. */
export function expectMatches(preview: Previewed | undefined): ExpectedMatches | undefined {
  const count = preview?.count
  if (typeof count !== 'number') return undefined
  const days = Math.max(1, preview?.days ?? USUAL_DAYS)
  const dates = (preview?.daily ?? []).flatMap(({ date }) => (date === undefined ? [] : [date]))
  const working = dates.length > 0 ? dates.filter(isWorkingDay).length : Math.round(days * WORKING_SHARE)
  return { count, days, perWeek: (count / days) * WEEK, perWorkingDay: count / Math.max(1, working) }
}

/**
 * Messages in a week. At once: one for every procedure, at most. Of a digest that goes when there is anything to tell: how often there
 * is, if procedures come independently of each other.
 */
export function expectedMails(timing: RuleTiming, perWeek: number): number {
  if (timing === 'none') return 0
  if (timing === 'at_once' || timing === 'hourly') return perWeek
  return timing === 'daily' ? WEEK * (1 - Math.exp(-perWeek / WEEK)) : 1 - Math.exp(-perWeek)
}

/** A small number with one digit after the comma says more than a zero. */
export const roundPace = (value: number): number => (value >= 10 ? Math.round(value) : Math.round(value * 10) / 10)
