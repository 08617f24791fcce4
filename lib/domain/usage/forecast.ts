import { compareValues } from '@/lib/domain/collections/compare-values'

import { addDays, type Day, parseDay, readInstant, startOfDay, warsawDay } from '../calendar'
import { capCoversUnits } from '../format/money'
import { wholeCount } from './overage'
import { type Projection, projectUnits } from './pace'
import { type MonthlyFigure, monthlyFigures } from './pools'
import { type AccountFacts, type AccountMeter, type Standing, readStanding } from './standing'

export type UsedDay = {
  readonly date?: Day | null | undefined
} & { readonly [F in MonthlyFigure]?: number | null | undefined }

type Outcome = { readonly units: number; readonly grosz: number }

/** The projection of the lookups, in money. */
export type Forecast = Pick<Projection, 'pace' | 'left'> & {
  /** Units used so far, where the projection starts. */
  readonly used: number
  /** Cost of the overage so far, the number of units from which further ones are charged, and their price. */
  readonly spentGrosz: number
  readonly paidFrom: number
  readonly unitGrosz: number
  /** At the end of the period if nothing stopped it. */
  readonly open: Outcome
  /** What the service will have delivered and charged: the same up to the point where it stops. */
  readonly atEnd: Outcome
  /** ISO instant at which the included units are used up: `now` when they already are, null when not in this period. */
  readonly includedReachedAt: string | null
  /** The same for the point where the service stops. */
  readonly stopReachedAt: string | null
}

export type ForecastOptions = AccountFacts & {
  readonly now: Date
  /** A cap to simulate; by default the meter's remaining allowance counts. */
  readonly capGrosz?: number | undefined
}

type PricingInput = Pick<Forecast, 'used' | 'spentGrosz' | 'paidFrom' | 'unitGrosz'> & {
  readonly included: number
  readonly periodEnd: string
  readonly stopAt: number
}

const pricedFields = ['included', 'used', 'unit_grosz', 'overage_grosz', 'period_end'] as const
export type PricedField = (typeof pricedFields)[number]

/** Missing or unreadable fields that make a forecast impossible. */
export const forecastGaps = (meter: AccountMeter): readonly PricedField[] =>
  pricedFields.filter(
    (field) => (field === 'period_end' ? readInstant(meter.period_end) : wholeCount(meter[field])) === undefined,
  )

/** Inputs of the money calculation; undefined if any is missing or unusable. */
function pricingOf(meter: AccountMeter, options: ForecastOptions): PricingInput | undefined {
  const [included, used, price] = [wholeCount(meter.included), wholeCount(meter.used), wholeCount(meter.unit_grosz)]
  const spentGrosz = wholeCount(meter.overage_grosz)
  const { period_end: periodEnd } = meter
  if (included === undefined || used === undefined || price === undefined || spentGrosz === undefined) return undefined
  if (typeof periodEnd !== 'string' || readInstant(periodEnd) === undefined) return undefined
  const standing = readStanding(meter, options)
  // Nothing is charged during a trial.
  const unitGrosz = standing.terms === 'paid' ? price : 0
  // Charged units keep their price even after a change of plan; only future ones cost the present price.
  const priced = { included, used, unitGrosz, periodEnd, spentGrosz, paidFrom: Math.max(used, included) }
  return { ...priced, stopAt: stopAt(priced, standing, options) }
}

/** Units at which the service stops; infinite without a stop or when it is unknown. */
function stopAt(
  { used, paidFrom, spentGrosz, unitGrosz }: Omit<PricingInput, 'stopAt'>,
  { stop, terms, left }: Standing,
  { capGrosz }: ForecastOptions,
): number {
  if (capGrosz !== undefined && terms === 'paid' && stop !== 'inactive')
    return paidFrom + (capCoversUnits(capGrosz - spentGrosz, unitGrosz) ?? Infinity)
  if (stop !== null) return used
  return typeof left === 'number' ? used + left : Infinity
}

/**
 * Projects the pace of the last week in money; null without a price, a limit or three days of data, and where the
 * amount would not be exact.
 */
export function forecastOverage(
  meter: AccountMeter,
  days: readonly UsedDay[],
  options: ForecastOptions,
): Forecast | null {
  const priced = pricingOf(meter, options)
  if (priced === undefined) return null
  const { included, used, unitGrosz, periodEnd, spentGrosz, paidFrom, stopAt: stop } = priced
  const daily = unitsByDay(knownDays(days, options), 'lookups')
  const limits = [included, stop]
  const projection = projectUnits({ used, daily, periodEnd, now: options.now, limits })
  if (projection === null) return null
  const { unitsAtEnd, pace, left, reachedAt } = projection
  const outcome = (units: number): Outcome => ({ units, grosz: spentGrosz + Math.max(0, units - paidFrom) * unitGrosz })
  const open = outcome(unitsAtEnd)
  if (!Number.isSafeInteger(open.grosz)) return null
  const [includedReachedAt = null, stopReachedAt = null] = reachedAt
  const atEnd = outcome(Math.min(unitsAtEnd, stop))
  return { used, spentGrosz, paidFrom, unitGrosz, open, atEnd, pace, left, includedReachedAt, stopReachedAt }
}

const isUsed = (day: UsedDay): boolean => monthlyFigures.some((figure) => (day[figure] ?? 0) > 0)

/**
 * The days that count for the pace, oldest first: from the first whole day of the account, or from the first day with
 * any use. Zeros before that may be from before the account existed.
 */
export function knownDays<D extends UsedDay>(days: readonly D[], { since }: Pick<AccountFacts, 'since'>): readonly D[] {
  const dated = days
    .flatMap((day) => (typeof day.date === 'string' ? [{ date: day.date, day }] : []))
    .sort((a, b) => compareValues(a.date, b.date))
  const firstUsed = dated.find(({ day }) => isUsed(day))?.date
  const firstWhole = firstWholeDay(since)
  const from = [firstUsed, firstWhole].filter((date) => date !== undefined).sort()[0]
  return from === undefined ? [] : dated.filter(({ date }) => date >= from).map(({ day }) => day)
}

function firstWholeDay(since: string | undefined): Day | undefined {
  const sinceMs = readInstant(since)
  if (sinceMs === undefined) return undefined
  const date = warsawDay(new Date(sinceMs))
  return startOfDay(date).getTime() === sinceMs ? date : addDays(date, 1)
}

type UnitsOfDay<K extends string> = { readonly date?: Day | null | undefined } & {
  readonly [key in K]?: number | null | undefined
}

/** Days with both a date and their units, oldest first. */
export function unitsByDay<K extends string>(days: readonly UnitsOfDay<K>[], key: K): { date: Day; units: number }[] {
  return days
    .flatMap((day) => {
      const units: number | null | undefined = day[key]
      const date = parseDay(day.date ?? '')
      return date !== null && typeof units === 'number' ? [{ date, units }] : []
    })
    .sort((a, b) => compareValues(a.date, b.date))
}
