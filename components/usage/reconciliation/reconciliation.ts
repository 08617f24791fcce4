import type { OperationAnswer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { billOf } from '@/lib/domain/usage/overage-bill'
import { poolFigure, isPool, poolNames } from '@/lib/domain/usage/pools'

import type { Endpoint } from '../breakdown'
import { type FigureFault, type ReadFigure, readFigure, type Unverified, multiplyFigures, addFigures } from '../figure'
import { isMonthPeriod } from '../month'
import { filterMonthDays, type TotalledDay } from '../totals'

export type ReportedMeter = Unverified<OperationAnswer<'usage.api'>>
type Twice<T> = readonly [earlier: T, later: T]

/**
 * The answers to compare. They are not read at the same instant, and in an active account one may be a call ahead of
 * another. Therefore meter and days are read twice around the others (meter, days, endpoints, days, meter), and the
 * inner answers must lie between them. If nothing was read again, both entries are the same answer and everything must be equal.
 */
export interface ReconciliationInput {
  readonly month: Month
  /** Undefined for a past month, because the meter covers only the current period. */
  readonly meter: Twice<ReportedMeter> | undefined
  readonly days: Twice<readonly TotalledDay[]>
  readonly endpoints: readonly Endpoint[]
}

export type CheckResult =
  | { readonly kind: 'agrees'; readonly left: number; readonly right: number }
  /** The account was active while reading: `left` lies between the other side's values before and after. */
  | { readonly kind: 'moves'; readonly left: number; readonly from: number; readonly to: number }
  /** `by` is left minus right. */
  | { readonly kind: 'differs'; readonly left: number; readonly right: number; readonly by: number }
  /**
   * For the price only: the amount was charged at a different price than the current one (`earlier`), or at several.
   */
  | { readonly kind: 'earlier' | 'prices'; readonly left: number; readonly right: number; readonly meanGrosz: number }
  | { readonly kind: 'unknown'; readonly faults: readonly FigureFault[] }

export type ReconciliationCheck = (
  | { readonly about: 'price'; readonly units: number | undefined; readonly unitGrosz: number | undefined }
  | { readonly about: 'lookups' | 'overage_units' | 'overage_grosz' }
  | { readonly about: 'pool'; readonly pool: string }
) & { readonly verdict: CheckResult }

function compareReadings(left: ReadFigure, [earlier, later]: Twice<ReadFigure>): CheckResult {
  const faults = [left, earlier, later].flatMap((figure) => figure.faults ?? [])
  if (left.faults !== undefined || earlier.faults !== undefined || later.faults !== undefined)
    return {
      kind: 'unknown',
      faults: faults.filter((fault, at) => !faults.slice(0, at).some((other) => isSame(other, fault))),
    }
  const [from, to] = [Math.min(earlier.value, later.value), Math.max(earlier.value, later.value)]
  if (left.value === later.value) return { kind: 'agrees', left: left.value, right: later.value }
  if (from <= left.value && left.value <= to) return { kind: 'moves', left: left.value, from, to }
  const right = left.value > to ? to : from
  return { kind: 'differs', left: left.value, right, by: left.value - right }
}

const isSame = (a: FigureFault, b: FigureFault): boolean => a.field === b.field && a.kind === b.kind

const meterFields = { lookups: 'used', overage_units: 'overage_units', overage_grosz: 'overage_grosz' } as const

/** All checks of the page: the meter with itself, days with the meter, endpoints with days. */
export function reconcileMonth(input: ReconciliationInput): readonly ReconciliationCheck[] {
  const { meter, days, endpoints, month } = input
  const columns = days.map((items) => filterMonthDays(items, month))
  const [earlier = [], later = []] = columns
  const ofMeter = meter === undefined ? [] : meterChecks(meter, earlier, month)
  return [...ofMeter, ...poolChecks(endpoints, [earlier, later])]
}

function priceCheck(meter: ReportedMeter, days: readonly TotalledDay[]): ReconciliationCheck {
  const { overage_units: units, unit_grosz: unitGrosz, overage_grosz: grosz } = meter
  const amount = readFigure('overage_grosz', grosz)
  const product = multiplyFigures(readFigure('overage_units', units), readFigure('unit_grosz', unitGrosz))
  const verdict = compareReadings(product, [amount, amount])
  const bill = billOf(meter, days)
  return {
    about: 'price',
    units: units ?? undefined,
    unitGrosz: unitGrosz ?? undefined,
    verdict:
      verdict.kind === 'differs' && (bill?.kind === 'prices' || bill?.kind === 'earlier')
        ? { kind: bill.kind, left: verdict.left, right: verdict.right, meanGrosz: bill.meanGrosz }
        : verdict,
  }
}

function meterChecks(
  [before, after]: Twice<ReportedMeter>,
  days: readonly TotalledDay[],
  month: Month,
): readonly ReconciliationCheck[] {
  const sums = (['lookups', 'overage_units', 'overage_grosz'] as const).map((about): ReconciliationCheck => {
    const field = meterFields[about]
    const reported = (meter: ReportedMeter): ReadFigure =>
      isMonthPeriod(meter, month)
        ? readFigure(field, meter[field])
        : { faults: [{ field: 'period_start', kind: 'period' }] }
    return { about, verdict: compareReadings(addFigures(days, about), [reported(before), reported(after)]) }
  })
  return [priceCheck(after, days), ...sums]
}

function poolChecks(
  endpoints: readonly Endpoint[],
  [earlier, later]: Twice<readonly TotalledDay[]>,
): readonly ReconciliationCheck[] {
  const hasAllPools = endpoints.every(({ pool }) => pool !== undefined)
  const endpointPools = endpoints.flatMap(({ pool }) => (typeof pool === 'string' ? [pool] : []))
  const pools: string[] = [...poolNames, ...new Set(endpointPools.filter((pool) => !isPool(pool)))]
  return pools.map((pool): ReconciliationCheck => {
    const rows = endpoints.filter((each) => each.pool === pool)
    const endpointSum: ReadFigure = hasAllPools
      ? addFigures(rows, 'units')
      : { faults: [{ field: 'pool', kind: 'missing' }] }
    const reported = (days: readonly TotalledDay[]): ReadFigure =>
      isPool(pool) ? addFigures(days, poolFigure(pool)) : { faults: [{ field: pool, kind: 'missing' }] }
    return { about: 'pool', pool, verdict: compareReadings(endpointSum, [reported(earlier), reported(later)]) }
  })
}

export interface CheckCounts {
  readonly checks: number
  readonly differs: number
  readonly unknown: number
  /** Explained by several prices; counted among those that agree. */
  readonly prices: number
}

export function countResults(checks: readonly ReconciliationCheck[]): CheckCounts {
  const count = (kind: CheckResult['kind']) => checks.filter(({ verdict }) => verdict.kind === kind).length
  return { checks: checks.length, differs: count('differs'), unknown: count('unknown'), prices: count('prices') }
}
