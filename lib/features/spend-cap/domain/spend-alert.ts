import { capCoversUnits } from '@/lib/domain/format/money'
import { type LedgerDay, type Payable, makeOutlook } from '@/lib/domain/usage/outlook'
import { capInForce, isCapKnown, wholeCount } from '@/lib/domain/usage/overage'
import type { PoolValues } from '@/lib/domain/usage/pool-reading'
import { type AccountMeter, isLiftedByCap, type Standing } from '@/lib/domain/usage/standing'

/** The compared value: spent so far, or expected by the end of the period. */
export const alertMeasures = ['actual', 'forecast'] as const
export type AlertMeasure = (typeof alertMeasures)[number]

/** Unit of a threshold: percent of the cap, percent of the included units, or whole PLN of overage. */
export const alertBases = ['cap', 'included', 'pln'] as const
export type AlertBasis = (typeof alertBases)[number]
/** Adds percent of one pool, which is not about money. */
export const spendBases = [...alertBases, 'pool'] as const

/** The numbers of one instant; null if the service does not report them or there is no forecast yet. */
export type AlertFigures = {
  /** Null if the service reports no cap: the default one would be a guess. */
  readonly capGrosz: number | null
  readonly included: number | null
  readonly units: Readonly<Record<AlertMeasure, number | null>>
  readonly grosz: Readonly<Record<AlertMeasure, number | null>>
  /**
   * True if the service refuses because not one more unit fits below the cap, so that its last groszy cannot be spent.
   */
  readonly isCapUsedUp: boolean
  /** Forecast without the cap, if the cap bounds the forecast. */
  readonly uncappedGrosz?: number
}

/** The only place that combines alerts with the forecast. */
export function alertFigures(meter: AccountMeter, days: readonly LedgerDay[], now: Date): AlertFigures {
  const { standing, payable, forecast } = makeOutlook(meter, days, { now })
  // Nothing is charged during a trial, so the forecast is zero too.
  const isTrial = meter.trial === true
  return {
    capGrosz: isCapKnown(meter) ? capInForce(meter) : null,
    isCapUsedUp: isCapUsedUp(meter, standing),
    included: meter.included ?? null,
    units: { actual: meter.used ?? null, forecast: isTrial ? null : (forecast?.atEnd.units ?? null) },
    grosz: { actual: meter.overage_grosz ?? null, forecast: isTrial ? null : expectedGrosz(payable) },
    ...(payable.kind === 'capped' && { uncappedGrosz: payable.uncappedGrosz }),
  }
}

/** A service may refuse for an unreported reason: if another unit fits, the cap is not the reason. */
function isCapUsedUp(meter: AccountMeter, { stop }: Standing): boolean {
  const [spent, price] = [wholeCount(meter.overage_grosz), wholeCount(meter.unit_grosz)]
  if (!isLiftedByCap(stop)) return false
  if (!isCapKnown(meter)) return true
  return spent === undefined || price === undefined || capCoversUnits(capInForce(meter) - spent, price) === 0
}

/** The expected charge, limited by the cap. */
function expectedGrosz(payable: Payable): number | null {
  if (payable.kind === 'frozen' || payable.kind === 'expected') return payable.grosz
  return payable.kind === 'capped' ? payable.mostGrosz : null
}

const WHOLE = 100

type Rule = { readonly measure: AlertMeasure; readonly basis: AlertBasis; readonly thresholds: readonly number[] }

/**
 * The reached thresholds, ascending. 100% of the cap is reached once the service begins to refuse, which may be some
 * groszy below it, because units are charged whole.
 */
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
  return isReachedOfCap(threshold, grosz, figures)
}

function isReachedOfCap(threshold: number, grosz: number | null, { capGrosz, isCapUsedUp }: AlertFigures): boolean {
  if (isCapUsedUp && threshold <= WHOLE) return true
  // No part of a zero cap is spent as long as nothing is spent.
  return grosz !== null && grosz > 0 && capGrosz !== null && grosz * 100 >= threshold * capGrosz
}

/** The reached thresholds in percent of a pool, ascending. Empty for an unlimited pool and for invalid numbers. */
export function reachedOfPool(
  thresholds: readonly number[],
  { used, limit }: Pick<PoolValues, 'used' | 'limit'>,
): number[] {
  const [usedUnits, total] = [wholeCount(used), wholeCount(limit)]
  if (usedUnits === undefined || total === undefined || total === 0) return []
  return thresholds.filter((threshold) => usedUnits * WHOLE >= threshold * total).sort((a, b) => a - b)
}
