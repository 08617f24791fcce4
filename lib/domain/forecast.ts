import { type Day, parseDay, readInstant } from './calendar'
import { capCoversUnits } from './money'
import { countOf, type OverageMeter } from './overage'
import { type Projection, projectUnits } from './pace'

export type LookupsOfDay = { readonly date?: Day | null | undefined; readonly lookups?: number | null | undefined }

/** The projection of the lookups, in money. */
export type Forecast = Pick<Projection, 'unitsAtEnd' | 'unitsPerDay' | 'window' | 'leftMs'> & {
  /** Units used so far, from which it goes on. */
  readonly used: number
  /** What the overage has cost so far, and from which unit on it will cost more. */
  readonly spentGrosz: number
  readonly paidFrom: number
  /** What the overage will have cost at the end of the period if nothing stopped it. */
  readonly groszAtEnd: number
  /** When the included units are used up, ISO: `now` when they are already, null when not in this period. */
  readonly includedReachedAt: string | null
  /** When the given cap is reached, likewise. */
  readonly capReachedAt: string | null
}

type Priced = {
  readonly included: number
  readonly used: number
  readonly unitGrosz: number
  readonly periodEnd: string
  /** By what the meter says; without it, what the units above the included ones would have cost. */
  readonly spentGrosz: number
}

const pricedFields = ['included', 'used', 'unit_grosz', 'period_end'] as const
export type PricedField = (typeof pricedFields)[number]

/** Fields without which there will be no forecast however long one waits: they are missing or cannot be read. */
export const forecastGaps = (meter: OverageMeter): readonly PricedField[] =>
  pricedFields.filter(
    (field) => (field === 'period_end' ? readInstant(meter.period_end) : countOf(meter[field])) === undefined,
  )

/** What money is reckoned from; undefined where any of it is missing or cannot be. */
function pricedOf(meter: OverageMeter): Priced | undefined {
  const [included, used, unitGrosz] = [countOf(meter.included), countOf(meter.used), countOf(meter.unit_grosz)]
  const { period_end: periodEnd } = meter
  if (included === undefined || used === undefined || unitGrosz === undefined) return undefined
  if (typeof periodEnd !== 'string' || readInstant(periodEnd) === undefined) return undefined
  const spentGrosz = countOf(meter.overage_grosz) ?? Math.max(0, used - included) * unitGrosz
  return { included, used, unitGrosz, periodEnd, spentGrosz }
}

/** The trailing week carried on, in money; null without a price, a limit or three days of data, and where money would not be exact. */
export function forecastOverage(
  meter: OverageMeter,
  days: readonly LookupsOfDay[],
  { now, capGrosz }: { now: Date; capGrosz: number },
): Forecast | null {
  const priced = pricedOf(meter)
  if (priced === undefined) return null
  const { included, used, unitGrosz, periodEnd, spentGrosz } = priced
  // What was charged keeps its price, also after a change of plan: only what is still to come costs the present one.
  const paidFrom = Math.max(used, included)
  const covered = capCoversUnits(Math.max(0, capGrosz - spentGrosz), unitGrosz)
  const limits = covered === null ? [included] : [included, paidFrom + covered]
  const projection = projectUnits({ used, daily: unitsByDay(days, 'lookups'), periodEnd, now, limits })
  if (projection === null) return null
  const { unitsAtEnd, unitsPerDay, window, leftMs, reachedAt } = projection
  const groszAtEnd = spentGrosz + Math.max(0, unitsAtEnd - paidFrom) * unitGrosz
  if (!Number.isSafeInteger(groszAtEnd)) return null
  const [includedReachedAt = null, capReachedAt = null] = reachedAt
  const money = { spentGrosz, paidFrom, groszAtEnd }
  return { used, ...money, unitsAtEnd, unitsPerDay, window, leftMs, includedReachedAt, capReachedAt }
}

type UnitsOfDay<K extends string> = { readonly date?: Day | null | undefined } & {
  readonly [key in K]?: number | null | undefined
}

/** Days that say both their date and their units, oldest first. */
export function unitsByDay<K extends string>(days: readonly UnitsOfDay<K>[], key: K): { date: Day; units: number }[] {
  return days
    .flatMap((day) => {
      const units: number | null | undefined = day[key]
      const date = parseDay(day.date ?? '')
      return date !== null && typeof units === 'number' ? [{ date, units }] : []
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1))
}
