import { readInstant, startOfDay, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { wholeCount } from '@/lib/domain/usage/overage'
import { poolValuesOf, type PartialSummary } from '@/lib/domain/usage/pool-reading'
import { type Pool, pools } from '@/lib/domain/usage/pools'
import type { AccountMeter } from '@/lib/domain/usage/standing'
import { type CapMeterReading, observeMeter } from '@/lib/features/spend-cap/cap-history'
import {
  type AlertFigures,
  alertFigures,
  reachedOfPool,
  reachedThresholds,
} from '@/lib/features/spend-cap/domain/spend-alert'

import type { ConditionOf } from '../contract/conditions'
import type { RuleCheckContext } from './kind'
import type { SpendHitContent } from './spend-description'

type Condition = ConditionOf<'spend'>

export type SpentMoney = {
  readonly meter: AccountMeter
  readonly figures: AlertFigures
  /** Number of the last cap change at that time; defaults to the current one. */
  readonly capNumber?: number
}

/** The numbers of one instant, as far as conditions use them. */
export type Spending = {
  readonly now: Date
  readonly money: SpentMoney | undefined
  readonly summary: PartialSummary | undefined
}

/** `newMeter`: a meter that the caller has just read. */
export async function readSpending(
  { storage, account, now, callService }: RuleCheckContext,
  conditions: readonly Condition[],
  newMeter?: CapMeterReading,
): Promise<Spending> {
  const needsPools = conditions.some(({ basis }) => basis === 'pool')
  const summary = needsPools ? await callService('usage.summary', {}) : undefined
  if (conditions.every(({ basis }) => basis === 'pool')) return { now, money: undefined, summary }
  const meter = newMeter ?? (await observeMeter({ storage, accountId: account.id, now }, callService))
  const { items } = await callService('usage.daily', { query: {} })
  return { now, money: { meter: meterOf(meter), figures: alertFigures(meter, items, now) }, summary }
}

/** The part of a meter that is stored with a threshold and used for its text. */
const meterOf = (meter: AccountMeter): AccountMeter => ({
  included: meter.included,
  used: meter.used,
  overage_units: meter.overage_units,
  overage_grosz: meter.overage_grosz,
  unit_grosz: meter.unit_grosz,
  spend_cap_pln: meter.spend_cap_pln,
  max_overage_pln: meter.max_overage_pln,
  allowance: meter.allowance,
  trial: meter.trial,
  period_start: meter.period_start,
  period_end: meter.period_end,
})

export type ThresholdHit = {
  readonly threshold: number
  readonly occurrence: string
  /** End of the period, ISO 8601; empty if the service does not report it. */
  readonly endsAt: string
  readonly content: Omit<SpendHitContent, 'also'>
}

/**
 * Returns the reached thresholds in ascending order. `capNumber` distinguishes caps: the same percentage of another cap
 * is another amount.
 */
export function reachedThresholdsOf(condition: Condition, spending: Spending, capNumber: number): ThresholdHit[] {
  return condition.basis === 'pool'
    ? reachedInPool(condition, spending)
    : reachedInMoney(condition, condition.basis, { spending, capNumber })
}

function reachedInMoney(
  { measure, thresholds }: Condition,
  basis: Exclude<Condition['basis'], 'pool'>,
  { spending: { now, money }, capNumber }: { readonly spending: Spending; readonly capNumber: number },
): ThresholdHit[] {
  if (!money) return []
  const start = toIsoInstant(money.meter.period_start) ?? warsawMonth(now)
  const cap = basis === 'cap' ? (money.capNumber ?? capNumber) : 0
  const { meter, figures } = money
  const at = now.toISOString()
  return reachedThresholds({ measure, basis, thresholds }, money.figures).map((threshold) => ({
    threshold,
    occurrence: ['spend', start, measure, basis, threshold, cap].join(':'),
    endsAt: toIsoInstant(meter.period_end) ?? '',
    content: { basis: 'money', period_start: start, firing: { measure, basis, threshold, at }, meter, figures },
  }))
}

function reachedInPool({ pool, thresholds }: Condition, { now, summary }: Spending): ThresholdHit[] {
  if (pool === null || !summary) return []
  const reading = poolValuesOf(summary, pool)
  const [used, limit] = [wholeCount(reading.used) ?? 0, wholeCount(reading.limit) ?? 0]
  const start = toIsoInstant(reading.start) ?? defaultStartOf(pool, now)
  const common = { basis: 'pool', period_start: start, pool, at: now.toISOString(), used, limit } as const
  return reachedOfPool(thresholds, reading).map((threshold) => ({
    threshold,
    occurrence: ['spend', start, 'pool', pool, threshold].join(':'),
    endsAt: toIsoInstant(reading.end) ?? '',
    content: { ...common, threshold, ends_at: reading.end ?? null },
  }))
}

/** Normalises instants, which services format differently, so that a threshold is found once per period. */
const toIsoInstant = (instant: string | null | undefined): string | undefined => {
  const timeMs = readInstant(instant)
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString()
}

/** Start of the period if the service does not report it. */
const defaultStartOf = (pool: Pool, now: Date): string =>
  pools[pool].reset === 'daily' ? startOfDay(warsawDay(now)).toISOString() : warsawMonth(now)
