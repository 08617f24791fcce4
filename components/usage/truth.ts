import type { Answer } from '@/lib/client/client'
import type { Month } from '@/lib/domain/calendar'
import { overageBillOf, overageOfDays } from '@/lib/domain/overage-bill'

import { type Endpoint, isKnownPool, type KnownPool, knownPools } from './breakdown'
import { type Fault, type Figure, figureOf, type Loose, productOf, sumOf } from './figure'
import { isPeriodOf } from './month'
import { type DayKey, daysOf, type UsageDay } from './totals'

export type Meter = Loose<Answer<'usage.api'>>
type Twice<T> = readonly [earlier: T, later: T]

/**
 * The answers that must agree. They are not of one instant: in an account at work one is always a call ahead of another.
 * Hence two of meter and days, read around the rest (meter, days, endpoints, days, meter), between which the inner ones
 * must lie. Twice the same one when nothing was read again: then everything must be equal.
 */
export interface Reading {
  readonly month: Month
  /** Undefined for a closed month: the meter is of the current period only. */
  readonly meter: Twice<Meter> | undefined
  readonly days: Twice<readonly UsageDay[]>
  readonly endpoints: readonly Endpoint[]
}

export type Verdict =
  | { readonly kind: 'agrees'; readonly left: number; readonly right: number }
  /** In use while it was read: `left` lies between what the other side said before and after. */
  | { readonly kind: 'moves'; readonly left: number; readonly from: number; readonly to: number }
  /** `by` is left minus right. */
  | { readonly kind: 'differs'; readonly left: number; readonly right: number; readonly by: number }
  /** Of the price only: the amount was charged at more than one. */
  | { readonly kind: 'prices'; readonly left: number; readonly right: number; readonly meanGrosz: number }
  | { readonly kind: 'unknown'; readonly faults: readonly Fault[] }

export type Check = (
  | { readonly about: 'price'; readonly units: number | undefined; readonly unitGrosz: number | undefined }
  | { readonly about: 'lookups' | 'overage_units' | 'overage_grosz' }
  | { readonly about: 'pool'; readonly pool: string }
) & { readonly verdict: Verdict }

function judge(left: Figure, [earlier, later]: Twice<Figure>): Verdict {
  const faults = [left, earlier, later].flatMap((figure) => figure.faults ?? [])
  if (left.faults !== undefined || earlier.faults !== undefined || later.faults !== undefined)
    return {
      kind: 'unknown',
      faults: faults.filter((fault, at) => !faults.slice(0, at).some((own) => isSame(own, fault))),
    }
  const [from, to] = [Math.min(earlier.value, later.value), Math.max(earlier.value, later.value)]
  if (left.value === later.value) return { kind: 'agrees', left: left.value, right: later.value }
  if (from <= left.value && left.value <= to) return { kind: 'moves', left: left.value, from, to }
  const right = left.value > to ? to : from
  return { kind: 'differs', left: left.value, right, by: left.value - right }
}

const isSame = (a: Fault, b: Fault): boolean => a.field === b.field && a.kind === b.kind

const meterFields = { lookups: 'used', overage_units: 'overage_units', overage_grosz: 'overage_grosz' } as const

/** Every line of the page's own bookkeeping: the meter with itself, days with the meter, endpoints with days. */
export function checksOf(reading: Reading): readonly Check[] {
  const { meter, days, endpoints, month } = reading
  const columns = days.map((items) => daysOf(items, month))
  const [earlier = [], later = []] = columns
  const ofMeter = meter === undefined ? [] : meterChecks(meter, earlier, month)
  return [...ofMeter, ...poolChecks(endpoints, [earlier, later])]
}

const column = (days: readonly UsageDay[], key: DayKey): Figure =>
  sumOf(
    key,
    days.map((day) => day[key]),
  )

function priceCheck(meter: Meter, days: readonly UsageDay[]): Check {
  const { overage_units: units, unit_grosz: unitGrosz, overage_grosz: grosz } = meter
  const amount = figureOf('overage_grosz', grosz)
  const product = productOf(figureOf('overage_units', units), figureOf('unit_grosz', unitGrosz))
  const verdict = judge(product, [amount, amount])
  const bill = overageBillOf(meter, overageOfDays(meter, days))
  const hasPrices = verdict.kind === 'differs' && bill?.kind === 'prices'
  return {
    about: 'price',
    units: units ?? undefined,
    unitGrosz: unitGrosz ?? undefined,
    verdict: hasPrices
      ? { kind: 'prices', left: verdict.left, right: verdict.right, meanGrosz: bill.meanGrosz }
      : verdict,
  }
}

function meterChecks([before, after]: Twice<Meter>, days: readonly UsageDay[], month: Month): readonly Check[] {
  const sums = (['lookups', 'overage_units', 'overage_grosz'] as const).map((about): Check => {
    const field = meterFields[about]
    const told = (meter: Meter): Figure =>
      isPeriodOf(meter, month) ? figureOf(field, meter[field]) : { faults: [{ field: 'period_start', kind: 'period' }] }
    return { about, verdict: judge(column(days, about), [told(before), told(after)]) }
  })
  return [priceCheck(after, days), ...sums]
}

const dayColumns: Readonly<Record<KnownPool, DayKey>> = {
  lookups: 'lookups',
  rdf: 'rdf',
  pdf: 'pdfs',
  wpv: 'wpv_checks',
}

function poolChecks(endpoints: readonly Endpoint[], [earlier, later]: Twice<readonly UsageDay[]>): readonly Check[] {
  const isPoolTold = endpoints.every(({ pool }) => pool !== undefined)
  const named = endpoints.flatMap(({ pool }) => (typeof pool === 'string' ? [pool] : []))
  const pools: string[] = [...knownPools, ...new Set(named.filter((pool) => !isKnownPool(pool)))]
  return pools.map((pool): Check => {
    const rows = endpoints.filter((each) => each.pool === pool)
    const units = sumOf(
      'units',
      rows.map((row) => row.units),
    )
    const left: Figure = isPoolTold ? units : { faults: [{ field: 'pool', kind: 'missing' }] }
    const told = (days: readonly UsageDay[]): Figure =>
      isKnownPool(pool) ? column(days, dayColumns[pool]) : { faults: [{ field: pool, kind: 'missing' }] }
    return { about: 'pool', pool, verdict: judge(left, [told(earlier), told(later)]) }
  })
}

export interface Tally {
  readonly checks: number
  readonly differs: number
  readonly unknown: number
  /** Explained by more than one price; among those that agree. */
  readonly prices: number
}

export function tallyOf(checks: readonly Check[]): Tally {
  const count = (kind: Verdict['kind']) => checks.filter(({ verdict }) => verdict.kind === kind).length
  return { checks: checks.length, differs: count('differs'), unknown: count('unknown'), prices: count('prices') }
}
