import { forecastOverage, type LookupsOfDay } from './forecast'
import { capInForce, type OverageMeter } from './overage'

/** What is compared: what is spent by now, or what is expected by the end of the period. */
export const alertMeasures = ['actual', 'forecast'] as const
export type AlertMeasure = (typeof alertMeasures)[number]

/** What a threshold is of: percent of the cap, percent of the included units, or whole PLN of overage. */
export const alertBases = ['cap', 'included', 'pln'] as const
export type AlertBasis = (typeof alertBases)[number]

/** The numbers of one instant; null where the service does not say or nothing can be expected yet. */
export type AlertFigures = {
  readonly capGrosz: number
  readonly included: number | null
  readonly units: Readonly<Record<AlertMeasure, number | null>>
  readonly grosz: Readonly<Record<AlertMeasure, number | null>>
}

/** The one place where alerts meet the forecast. */
export function alertFigures(
  meter: OverageMeter & { readonly trial?: boolean | undefined },
  days: readonly LookupsOfDay[],
  now: Date,
): AlertFigures {
  const capGrosz = capInForce(meter)
  // Nothing is charged during a trial, so nothing is expected either.
  const forecast = meter.trial === true ? null : forecastOverage(meter, days, { now, capGrosz })
  return {
    capGrosz,
    included: meter.included ?? null,
    units: { actual: meter.used ?? null, forecast: forecast?.unitsAtEnd ?? null },
    grosz: { actual: meter.overage_grosz ?? null, forecast: forecast?.groszAtEnd ?? null },
  }
}

type Rule = { readonly measure: AlertMeasure; readonly basis: AlertBasis; readonly thresholds: readonly number[] }

/** The thresholds that the numbers reach, ascending. */
export function reachedThresholds({ measure, basis, thresholds }: Rule, figures: AlertFigures): number[] {
  return thresholds.filter((threshold) => isReached(threshold, { measure, basis }, figures)).sort((a, b) => a - b)
}

function isReached(threshold: number, { measure, basis }: Omit<Rule, 'thresholds'>, figures: AlertFigures): boolean {
  const grosz = figures.grosz[measure]
  if (basis === 'pln') return grosz !== null && grosz >= threshold * 100
  if (basis === 'included') {
    const units = figures.units[measure]
    return units !== null && figures.included !== null && units * 100 >= threshold * figures.included
  }
  // Of a cap of nothing the first grosz is all; and as long as nothing is spent, no part of it is.
  return grosz !== null && grosz > 0 && grosz * 100 >= threshold * figures.capGrosz
}
