import type { Day } from './calendar'
import { capCoversUnits, ceilingGrosz } from './money'
import { projectUnits } from './pace'

/** The fields of the API meter (interface 2.1) that money is reckoned from; a remote service may leave out any. */
export type OverageMeter = {
  readonly included?: number | null | undefined
  readonly used?: number | null | undefined
  readonly overage_units?: number | null | undefined
  readonly overage_grosz?: number | null | undefined
  readonly unit_grosz?: number | null | undefined
  readonly spend_cap_pln?: number | null | undefined
  readonly max_overage_pln?: number | null | undefined
  readonly allowance?: number | null | undefined
  readonly period_end?: string | null | undefined
}

export type LookupsOfDay = { readonly date?: Day | null | undefined; readonly lookups?: number | null | undefined }

/** `own`: a cap somebody set; `default`: the ceiling of the service; `unknown`: the answer does not say. */
export type CapSource = 'own' | 'default' | 'unknown'

/** Where the cap in force comes from. A missing field is not a null one. */
export function capSource({ spend_cap_pln: cap }: OverageMeter): CapSource {
  if (cap === undefined) return 'unknown'
  return cap === null ? 'default' : 'own'
}

/** The cap in force in grosz: one's own, else the ceiling that the service names, else the default one. */
export const capInForce = (meter: OverageMeter): number =>
  ceilingGrosz(meter.spend_cap_pln ?? meter.max_overage_pln ?? null)

export type Forecast = {
  /** What the overage will have cost at the end of the period if nothing stopped it; never below what is spent. */
  readonly groszAtEnd: number
  readonly unitsAtEnd: number
  readonly unitsPerDay: number
  /** When the given cap is reached, ISO; null when not in this period. */
  readonly capReachedAt: string | null
}

/** The trailing week carried on, in money; null without a price, a limit or three days of data. */
export function forecastOverage(
  meter: OverageMeter,
  days: readonly LookupsOfDay[],
  at: { now: Date; capGrosz: number },
): Forecast | null {
  const { included, used, unit_grosz: unitGrosz, period_end: periodEnd } = meter
  if (typeof included !== 'number' || typeof used !== 'number') return null
  if (typeof unitGrosz !== 'number' || typeof periodEnd !== 'string') return null
  const covered = capCoversUnits(at.capGrosz, unitGrosz)
  const projection = projectUnits({
    used,
    daily: lookupsByDay(days),
    periodEnd,
    now: at.now,
    limits: covered === null ? [] : [included + covered],
  })
  if (projection === null) return null
  return {
    groszAtEnd: Math.max(meter.overage_grosz ?? 0, (projection.unitsAtEnd - included) * unitGrosz),
    unitsAtEnd: projection.unitsAtEnd,
    unitsPerDay: projection.unitsPerDay,
    capReachedAt: projection.reachedAt[0] ?? null,
  }
}

/** Days that say both their date and their units. */
export function lookupsByDay(days: readonly LookupsOfDay[]): { date: Day; units: number }[] {
  return days.flatMap(({ date, lookups }) =>
    typeof date === 'string' && typeof lookups === 'number' ? [{ date, units: lookups }] : [],
  )
}

/** Units that can still be used before the service stops: its own figure, else what is left of plan and cap. */
export function unitsLeft(meter: OverageMeter): number | null {
  if (typeof meter.allowance === 'number') return meter.allowance
  const { included, used, overage_grosz: spent, unit_grosz: unitGrosz } = meter
  if (typeof spent !== 'number' || typeof unitGrosz !== 'number') return null
  const ofCap = capCoversUnits(capInForce(meter) - spent, unitGrosz)
  if (ofCap === null || typeof included !== 'number' || typeof used !== 'number') return ofCap
  return Math.max(0, included - used) + ofCap
}

/** True while the service refuses paid calls until the period ends. */
export const isCapReached = (meter: OverageMeter): boolean => unitsLeft(meter) === 0
