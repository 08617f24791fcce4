import type { MeterTone } from '@/components/ui/meter'
import { meterTone } from '@/components/ui/meter-tone'
import type { OperationAnswer } from '@/lib/client/client'
import type { StoredRefusals } from '@/lib/client/refusals'
import { readInstant } from '@/lib/domain/calendar'
import { knownDays, unitsByDay } from '@/lib/domain/usage/forecast'
import { makeOutlook, type Outlook } from '@/lib/domain/usage/outlook'
import { wholeCount } from '@/lib/domain/usage/overage'
import { paceRatio, type Projection, projectUnits } from '@/lib/domain/usage/pace'
import { type PoolValues, poolValuesOf } from '@/lib/domain/usage/pool-reading'
import { type Pool, poolNames, pools } from '@/lib/domain/usage/pools'
import { type AccountFacts, readStanding } from '@/lib/domain/usage/standing'

export type PoolVerdict =
  | {
      readonly kind:
        | 'unlimited'
        | 'not_included'
        | 'lasts'
        | 'exhausted'
        | 'stopped'
        | 'ended'
        | 'unknown'
        | 'limit_unknown'
    }
  | { readonly kind: 'runs_out'; readonly at: string }
  | AbovePlan
  /** A call was answered with 402, whatever the meter reports. */
  | { readonly kind: 'refused'; readonly seenAt: number }
  /** The used units or the limit are not a valid number. */
  | { readonly kind: 'unusable' | 'limit_unusable'; readonly value: number }

/**
 * Units charged above the plan according to the ledger. `over`: equal to the use above the limit; `above`: a different
 * number, because the plan has changed or had no overage then. Units are undefined if the answer lacks them.
 */
export type AbovePlan =
  | { readonly kind: 'over'; readonly units: number }
  | { readonly kind: 'above'; readonly used: number; readonly limit: number; readonly units: number | undefined }

export type PoolView = {
  readonly name: Pool
  /** Units; undefined if the answer lacks them. */
  readonly used: number | undefined
  /** Units; null if the pool is unlimited, undefined if the answer lacks the limit. */
  readonly limit: number | null | undefined
  /** Units at which the service stops: the limit, or what the spend cap pays for above it. */
  readonly stop: number | null | undefined
  /** Forecast units at the end of the period. */
  readonly projected: number | undefined
  /** From 0 to 1 of the limit: where even consumption would be; undefined without the period's bounds. */
  readonly pace: number | undefined
  /** ISO 8601; the reset of this pool. */
  readonly resetsAt: string | undefined
  /** Undefined unless units above the limit were used. */
  readonly above: AbovePlan | undefined
  readonly verdict: PoolVerdict
  readonly tone: MeterTone
}

export type PoolsInput = {
  readonly summary: OperationAnswer<'usage.summary'>
  /** Undefined while loading: the pools are shown without it. */
  readonly meter: OperationAnswer<'usage.api'> | undefined
  readonly days: OperationAnswer<'usage.daily'>['items']
  readonly now: Date
  readonly refusals: StoredRefusals
  /** Facts about the account from other sources than the answers. */
  readonly facts?: AccountFacts
}

type Figures = Omit<PoolView, 'verdict' | 'tone' | 'projected'> & {
  readonly odd: { readonly kind: 'unusable' | 'limit_unusable'; readonly value: number } | undefined
  readonly refusedAt: number | undefined
  /** True if the service refuses calls, however many units are left. */
  readonly isStopped: boolean
}

export const toPoolViews = (input: PoolsInput): PoolView[] => poolNames.map((name) => toPoolView(input, name))

function toPoolView(input: PoolsInput, name: Pool): PoolView {
  const { now, refusals, facts } = input
  const { used, limit: rawLimit, start, end } = reportedFigures(input, name)
  const outlook = pools[name].sellsOverage ? outlookOf(input) : undefined
  const limit = limitOf(rawLimit)
  const { sellsOverage } = pools[name]
  const refused = refusals[name] ?? (sellsOverage ? refusals['overage'] : undefined)
  const figures: Figures = {
    name,
    used: wholeCount(used),
    odd: oddOf(used, rawLimit),
    limit,
    stop: sellsOverage ? lookupStop(limit, input) : limit,
    pace: paceOf(start, end, now),
    resetsAt: resetOf(end),
    refusedAt: refused?.seenAt,
    above: abovePlan(wholeCount(used), limit, outlook?.chargedUnits),
    isStopped: sellsOverage ? areLookupsClosed(input) : facts?.isInactive === true,
  }
  return withVerdict(figures, { projection: projectionOf(figures, input), outlook, now })
}

/** The pool with overage is read from the meter, like the money: a summary of a moment later may not match it. */
function reportedFigures({ summary, meter }: PoolsInput, name: Pool): PoolValues {
  const reported = poolValuesOf(summary, name)
  if (!pools[name].sellsOverage || meter === undefined) return reported
  const { used = reported.used, included = reported.limit } = meter
  const { period_start: start = reported.start, period_end: end = reported.end } = meter
  return { used, limit: included, start, end }
}

const outlookOf = ({ meter, days, now, facts }: PoolsInput): Outlook | undefined =>
  meter && makeOutlook(meter, days, { ...facts, now })

function abovePlan(
  used: number | undefined,
  limit: PoolView['limit'],
  charged: number | undefined,
): AbovePlan | undefined {
  if (used === undefined || typeof limit !== 'number' || used <= limit) return undefined
  return charged === used - limit ? { kind: 'over', units: charged } : { kind: 'above', used, limit, units: charged }
}

type ReportedCount = PoolValues['used']
type ReportedInstant = PoolValues['end']

const isOdd = (value: ReportedCount): value is number => typeof value === 'number' && wholeCount(value) === undefined
function oddOf(used: ReportedCount, limit: ReportedCount): Figures['odd'] {
  if (isOdd(used)) return { kind: 'unusable', value: used }
  return isOdd(limit) ? { kind: 'limit_unusable', value: limit } : undefined
}
const limitOf = (limit: ReportedCount) => (limit === null ? null : wholeCount(limit))
const resetOf = (end: ReportedInstant) => (readInstant(end) === undefined ? undefined : (end ?? undefined))

function paceOf(start: ReportedInstant, end: ReportedInstant, now: Date): number | undefined {
  const [from, to] = [resetOf(start), resetOf(end)]
  return from === undefined || to === undefined ? undefined : paceRatio(from, to, now)
}

/** Whether the service refuses every lookup, with or without units left. */
function areLookupsClosed({ meter, facts }: PoolsInput): boolean {
  const stop = readStanding(meter ?? {}, facts).stop
  return stop === 'inactive' || stop === 'closed'
}

/**
 * Only lookups continue into overage, until the cap (decision 19, pools with overage). Null if there is no limit,
 * undefined if it is unknown.
 */
function lookupStop(limit: PoolView['limit'], { meter, facts }: PoolsInput): PoolView['stop'] {
  if (typeof limit !== 'number') return limit
  if (meter === undefined) return undefined
  const { terms, left } = readStanding(meter, facts)
  if (terms !== 'paid') return limit
  if (left === null) return null
  const used = wholeCount(meter.used)
  return used === undefined || left === undefined ? undefined : Math.max(limit, used + left)
}

/** For periods of several days only: within one day there is no pace. */
function projectionOf({ name, used, limit, resetsAt }: Figures, input: PoolsInput): Projection | null {
  const { days, now, facts = {} } = input
  const row = pools[name]
  if (row.reset === 'daily') return null
  if (used === undefined || typeof limit !== 'number' || resetsAt === undefined) return null
  return projectUnits({
    used,
    daily: unitsByDay(knownDays(days, facts), row.figure),
    periodEnd: resetsAt,
    now,
    limits: [limit],
  })
}

type VerdictContext = {
  readonly projection: Projection | null
  /** The outlook of the pool with overage, whose forecast is that of the money. */
  readonly outlook: Outlook | undefined
  readonly now: Date
}

const verdictOf = (figures: Figures, context: VerdictContext): PoolVerdict =>
  overridingVerdict(figures, context.now) ?? levelVerdict(figures) ?? forecastVerdict(context)

/** Verdicts that take precedence over how full the pool is. */
function overridingVerdict({ resetsAt, refusedAt, isStopped, odd }: Figures, now: Date): PoolVerdict | undefined {
  if (resetsAt !== undefined && Date.parse(resetsAt) <= now.getTime()) return { kind: 'ended' }
  if (isStopped) return { kind: 'stopped' }
  if (refusedAt !== undefined) return { kind: 'refused', seenAt: refusedAt }
  return odd
}

/** Verdicts that need no forecast; undefined if the forecast decides. */
function levelVerdict({ used, limit, stop, above }: Figures): PoolVerdict | undefined {
  if (limit === null) return { kind: 'unlimited' }
  if (used === undefined) return { kind: 'unknown' }
  if (limit === undefined) return { kind: 'limit_unknown' }
  if (used === 0 && stop === 0) return { kind: 'not_included' }
  return used < limit ? undefined : fullVerdict({ used, stop, above })
}

/**
 * The included units are used up and further ones are paid for until the stop. Use above the limit proves that even
 * without a meter.
 */
function fullVerdict({ used, stop, above }: Pick<PoolView, 'stop' | 'above'> & { readonly used: number }): PoolVerdict {
  const hasUnitsLeft = typeof stop === 'number' ? used < stop : stop === null || above !== undefined
  return hasUnitsLeft ? (above ?? { kind: 'over', units: 0 }) : { kind: 'exhausted' }
}

function forecastVerdict({ projection, outlook }: VerdictContext): PoolVerdict {
  if (projection === null) return { kind: 'unknown' }
  const at = outlook?.forecast ? outlook.forecast.includedReachedAt : projection.reachedAt[0]
  return at ? { kind: 'runs_out', at } : { kind: 'lasts' }
}

const toneByVerdict: Partial<Record<PoolVerdict['kind'], MeterTone>> = {
  runs_out: 'warn',
  over: 'warn',
  above: 'warn',
  exhausted: 'danger',
  stopped: 'danger',
  refused: 'danger',
  not_included: 'normal',
  // Figures of a past period raise no warning.
  ended: 'normal',
}

/** Verdicts without a forecast, because the service gives nothing more. */
const verdictsWithoutForecast: ReadonlySet<PoolVerdict['kind']> = new Set(['ended', 'stopped', 'exhausted', 'refused'])
const projectedTo = ({ stop }: Pick<PoolView, 'stop'>, projection: Projection | null): number | undefined =>
  projection === null ? undefined : Math.min(projection.unitsAtEnd, stop ?? Infinity)

/** Amber from 75 % of the limit or if the units will not last; red where the service stops or has already refused. */
function withVerdict(figures: Figures, context: VerdictContext): PoolView {
  const { odd: _odd, refusedAt: _refusedAt, isStopped: _isStopped, ...pool } = figures
  const verdict = verdictOf(figures, context)
  const { used, limit } = pool
  const byRatio = used === undefined || typeof limit !== 'number' ? 'normal' : meterTone(used / Math.max(1, limit))
  const projected = verdictsWithoutForecast.has(verdict.kind) ? undefined : projectedTo(pool, context.projection)
  return { ...pool, projected, verdict, tone: toneByVerdict[verdict.kind] ?? byRatio }
}
