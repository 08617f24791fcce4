import { capCoversUnits } from '@/lib/domain/format/money'
import { type LedgerDay, type Payable, makeOutlook } from '@/lib/domain/usage/outlook'
import { capInForce, isCapKnown, wholeCount } from '@/lib/domain/usage/overage'
import type { PoolReading } from '@/lib/domain/usage/pool-reading'
import { type AccountMeter, isLiftedByCap, type Standing } from '@/lib/domain/usage/standing'

/** What is compared: what is spent by now, or what is expected by the end of the period. */
export const alertMeasures = ['actual', 'forecast'] as const
export type AlertMeasure = (typeof alertMeasures)[number]

/** What a threshold is of: percent of the cap, percent of the included units, or whole PLN of overage. */
export const alertBases = ['cap', 'included', 'pln'] as const
export type AlertBasis = (typeof alertBases)[number]
/** With percent of one pool, which is none of money. */
export const spendBases = [...alertBases, 'pool'] as const

/** The numbers of one instant; null where the service does not say or nothing can be expected yet. */
export type AlertFigures = {
  /** Null where the service names no cap: the default one would be a guess. */
  readonly capGrosz: number | null
  readonly included: number | null
  readonly units: Readonly<Record<AlertMeasure, number | null>>
  readonly grosz: Readonly<Record<AlertMeasure, number | null>>
  /** The service refuses because not one more unit fits below the cap, whose last groszy may never be spent. */
  readonly isCapUsedUp: boolean
  /** What it would come to without the cap, where the cap is what bounds the forecast. */
  readonly openGrosz?: number
}

/** The one place where alerts meet the forecast. */
export function alertFigures(meter: AccountMeter, days: readonly LedgerDay[], now: Date): AlertFigures {
  const { standing, payable, forecast } = makeOutlook(meter, days, { now })
  // Nothing is charged during a trial, so nothing is expected either.
  const isTrial = meter.trial === true
  return {
    capGrosz: isCapKnown(meter) ? capInForce(meter) : null,
    isCapUsedUp: isCapUsedUp(meter, standing),
    included: meter.included ?? null,
    units: { actual: meter.used ?? null, forecast: isTrial ? null : (forecast?.atEnd.units ?? null) },
    grosz: { actual: meter.overage_grosz ?? null, forecast: isTrial ? null : expectedGrosz(payable) },
    ...(payable.kind === 'capped' && { openGrosz: payable.openGrosz }),
  }
}

/** A service may refuse for a reason that it does not tell: where a unit still fits, it is not the cap. */
function isCapUsedUp(meter: AccountMeter, { stop }: Standing): boolean {
  const [spent, price] = [wholeCount(meter.overage_grosz), wholeCount(meter.unit_grosz)]
  if (!isLiftedByCap(stop)) return false
  if (!isCapKnown(meter)) return true
  return spent === undefined || price === undefined || capCoversUnits(capInForce(meter) - spent, price) === 0
}

/** What will be paid, never more than the cap lets be charged: what it stops is not to come. */
function expectedGrosz(payable: Payable): number | null {
  if (payable.kind === 'frozen' || payable.kind === 'expected') return payable.grosz
  return payable.kind === 'capped' ? payable.mostGrosz : null
}

/** Percent. */
const WHOLE = 100

type Rule = { readonly measure: AlertMeasure; readonly basis: AlertBasis; readonly thresholds: readonly number[] }

/**
 * The thresholds that the numbers reach, ascending. All of the cap is reached where the service begins to refuse, which may
 * be some groszy below it: a unit is charged whole or not at all.
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
  // Of a cap of nothing no part is spent as long as nothing is.
  return grosz !== null && grosz > 0 && capGrosz !== null && grosz * 100 >= threshold * capGrosz
}

/** The thresholds in percent of a pool that its use reaches, ascending. None of what has no limit, or none that can be reckoned with. */
export function reachedOfPool(
  thresholds: readonly number[],
  { used, limit }: Pick<PoolReading, 'used' | 'limit'>,
): number[] {
  const [known, whole] = [wholeCount(used), wholeCount(limit)]
  if (known === undefined || whole === undefined || whole === 0) return []
  return thresholds.filter((threshold) => known * WHOLE >= threshold * whole).sort((a, b) => a - b)
}
