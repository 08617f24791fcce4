import { addDays, type Bounds, dayBounds, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { wholeCount } from '@/lib/domain/usage/overage'
import type { PartialSummary } from '@/lib/domain/usage/pool-reading'
import { dailyFigures, dailyLimitField, type DayFigure, monthlyFigures } from '@/lib/domain/usage/pools'
import { capAt, type PackSnapshot } from '@/lib/features/packs/content'
import { listSnapshots } from '@/lib/features/packs/statements'
import { alertFigures } from '@/lib/features/spend-cap/domain/spend-alert'
import { listCapChanges, readKnownCap } from '@/lib/features/spend-cap/statements/cap-changes'

import type { RuleCheckContext } from './kind'
import type { Spending, SpentMoney } from './spend-reading'

/** Usage that began before the end of a period may be charged up to this long after it. */
const SETTLING_MS = 5 * 60_000
const ALL_CHANGES = 10_000

/**
 * Reads the final numbers of a period, or of a day of a daily pool, that ended since the last check. The meter resets
 * at that moment, so thresholds reached in the last minutes would be missed; the numbers come from the service's daily
 * usage. Undefined if no period ended.
 */
export async function readEndedSpending(
  checkContext: RuleCheckContext,
  current: Spending,
  lastCheckAt: string,
): Promise<Spending | undefined> {
  const { now } = checkContext
  const money = await endedMoney(checkContext, current, lastCheckAt)
  const summary = await endedSummary(checkContext, current, lastCheckAt)
  return money || summary ? { now, money, summary } : undefined
}

/** A check within the settling time after an end does not count as the last one of that period. */
const hasEnded = (end: string | null | undefined, lastCheckAt: string, now: Date): boolean => {
  const at = Date.parse(end ?? '')
  return lastCheckAt !== '' && Date.parse(lastCheckAt) < at + SETTLING_MS && at <= now.getTime()
}

/** Only calendar months are supported: the start of any other period is unknown. */
const isMonth = (start: string): boolean =>
  Date.parse(monthBounds(warsawMonth(new Date(start))).start) === Date.parse(start)

/** Returns the start of the running period if the month before it has ended since the last check. */
function monthEnd(start: string | null | undefined, lastCheckAt: string, now: Date): string | undefined {
  return start && isMonth(start) && hasEnded(start, lastCheckAt, now) ? start : undefined
}

async function endedMoney(
  checkContext: RuleCheckContext,
  { money }: Spending,
  lastCheckAt: string,
): Promise<SpentMoney | undefined> {
  const end = monthEnd(money?.meter.period_start, lastCheckAt, checkContext.now)
  if (!money || end === undefined) return undefined
  const period = monthBounds(warsawMonth(new Date(Date.parse(end) - 1)))
  const days = await daysBefore(checkContext, end)
  const { cap, capNumber, terms } = await termsOf(checkContext, period)
  const meter = {
    ...boundsOf(period),
    included: terms?.included ?? money.meter.included,
    unit_grosz: terms?.unit_grosz ?? money.meter.unit_grosz,
    used: sum(days, 'lookups'),
    overage_units: sum(days, 'overage_units'),
    overage_grosz: sum(days, 'overage_grosz'),
    trial: money.meter.trial,
    ...(cap !== 'unknown' && { spend_cap_pln: cap }),
  }
  return { meter, figures: alertFigures(meter, days, checkContext.now), capNumber }
}

const boundsOf = ({ start, end }: Bounds) => ({ period_start: start, period_end: end })

/** The terms of a period and its final cap, as far as the panel has recorded them. */
async function termsOf({ storage, account }: RuleCheckContext, period: Bounds) {
  const snapshots = await listSnapshots(storage.db, account.id)
  const snapshot = snapshots.find(({ period_start: start }) => start === period.start)
  const changes = await listCapChanges(storage.db, account.id, ALL_CHANGES)
  return {
    // Safe: only the job of the packs writes it.
    terms: snapshot && (JSON.parse(snapshot.content) as PackSnapshot).terms,
    cap: capAt(period.end, { changes, known: await readKnownCap(storage.db, account.id) }),
    capNumber: Math.max(0, ...changes.flatMap(({ at, number }) => (at < period.end ? [number] : []))),
  }
}

async function endedSummary(
  checkContext: RuleCheckContext,
  { summary }: Spending,
  lastCheckAt: string,
): Promise<PartialSummary | undefined> {
  const month = await endedMonth(checkContext, summary, lastCheckAt)
  const daily = await endedDay(checkContext, summary, lastCheckAt)
  return month || daily ? { limits: summary?.limits, ...month, ...(daily && { daily }) } : undefined
}

async function endedMonth(checkContext: RuleCheckContext, summary: Spending['summary'], lastCheckAt: string) {
  const end = monthEnd(summary?.period_start, lastCheckAt, checkContext.now)
  if (end === undefined) return undefined
  const days = await daysBefore(checkContext, end)
  return {
    ...boundsOf(monthBounds(warsawMonth(new Date(Date.parse(end) - 1)))),
    counts: recordOf(monthlyFigures, (figure) => sum(days, figure)),
  }
}

async function endedDay(checkContext: RuleCheckContext, summary: Spending['summary'], lastCheckAt: string) {
  const end = summary?.daily?.day_start
  if (!end || !hasEnded(end, lastCheckAt, checkContext.now)) return undefined
  const yesterday = addDays(warsawDay(new Date(end)), -1)
  const days = (await daysBefore(checkContext, end)).filter(({ date }) => date === yesterday)
  return {
    ...recordOf(dailyFigures.map(dailyLimitField), (field) => summary?.daily?.[field] ?? null),
    ...recordOf(dailyFigures, (figure) => sum(days, figure)),
    day_start: dayBounds(yesterday).start,
    day_end: end,
  }
}

/** The days of the month that ends at an instant, or of the month that contains the day ending there. */
async function daysBefore({ callService }: RuleCheckContext, end: string) {
  const month = warsawMonth(new Date(Date.parse(end) - 1))
  return (await callService('usage.daily', { query: { month } })).items
}

/** Null if a day lacks the number, or no days are available. */
function sum(days: Awaited<ReturnType<typeof daysBefore>>, figure: DayFigure): number | null {
  if (days.length === 0) return null
  const values = days.map((day) => wholeCount(day[figure]))
  return values.reduce<number | null>((all, value) => (all === null || value === undefined ? null : all + value), 0)
}
