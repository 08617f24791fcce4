import type { MeterTone } from '@/components/ui/meter'
import { meterTone } from '@/components/ui/meter-tone'
import type { OperationAnswer } from '@/lib/client/client'
import type { KnownRefusals } from '@/lib/client/refusals'
import { readInstant } from '@/lib/domain/calendar'
import { knownDays, unitsByDay } from '@/lib/domain/usage/forecast'
import { makeOutlook, type Outlook } from '@/lib/domain/usage/outlook'
import { wholeCount } from '@/lib/domain/usage/overage'
import { paceRatio, type Projection, projectUnits } from '@/lib/domain/usage/pace'
import { type PoolReading, readPool } from '@/lib/domain/usage/pool-reading'
import { type Pool, poolNames, pools } from '@/lib/domain/usage/pools'
import { type AccountFacts, readStanding } from '@/lib/domain/usage/standing'

/** What the one line of words under a pool's figures says. */
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
  /** A call was answered 402, whatever the meter says. */
  | { readonly kind: 'refused'; readonly seenAt: number }
  /** The answer has a number that cannot be one, for what is used or for the limit. */
  | { readonly kind: 'unusable' | 'limit_unusable'; readonly value: number }

/**
 * What was charged above the plan, by the ledger. `over`: just what is used above the limit; `above`: another number, because the plan
 * has changed or sold nothing then; undefined units where the answer does not say.
 */
export type AbovePlan =
  | { readonly kind: 'over'; readonly units: number }
  | { readonly kind: 'above'; readonly used: number; readonly limit: number; readonly units: number | undefined }

export type PoolView = {
  readonly name: Pool
  /** Units; undefined when the answer does not say. */
  readonly used: number | undefined
  /** Units; null when nothing limits the pool, undefined when the answer does not say. */
  readonly limit: number | null | undefined
  /** Units at which the service stops: the limit, or what the spend cap pays for above it. */
  readonly stop: number | null | undefined
  /** Units at the end of the period, by the forecast. */
  readonly projected: number | undefined
  /** 0..1 of the limit: where even consumption would be; undefined without the bounds of the period. */
  readonly pace: number | undefined
  /** ISO; the pool's own reset. */
  readonly resetsAt: string | undefined
  /** Undefined while nothing is used above the limit. */
  readonly above: AbovePlan | undefined
  readonly verdict: PoolVerdict
  readonly tone: MeterTone
}

export type PoolsInput = {
  readonly summary: OperationAnswer<'usage.summary'>
  /** Undefined while it is not there: the pools are worth showing without it. */
  readonly meter: OperationAnswer<'usage.api'> | undefined
  readonly days: OperationAnswer<'usage.daily'>['items']
  readonly now: Date
  readonly refusals: KnownRefusals
  /** What is known of the account beside its answers. */
  readonly facts?: AccountFacts
}

type Figures = Omit<PoolView, 'verdict' | 'tone' | 'projected'> & {
  readonly odd: { readonly kind: 'unusable' | 'limit_unusable'; readonly value: number } | undefined
  readonly refusedAt: number | undefined
  /** Nothing is given, however much is left. */
  readonly isStopped: boolean
}

/** Every pool with its own reset, in the order of the page. */
export const toPoolViews = (input: PoolsInput): PoolView[] => poolNames.map((name) => toPoolView(input, name))

function toPoolView(input: PoolsInput, name: Pool): PoolView {
  const { now, refusals, facts } = input
  const { used, limit: rawLimit, start, end } = readingOf(input, name)
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
  return judged(figures, { projection: projectionOf(figures, input), outlook, now })
}

/** The pool that costs money is read from the meter, as the money is: a summary of a moment later would not fit it. */
function readingOf({ summary, meter }: PoolsInput, name: Pool): PoolReading {
  const reading = readPool(summary, name)
  if (!pools[name].sellsOverage || meter === undefined) return reading
  const { used = reading.used, included = reading.limit } = meter
  const { period_start: start = reading.start, period_end: end = reading.end } = meter
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

type Reported = PoolReading['used']
type ToldInstant = PoolReading['end']

const isOdd = (value: Reported): value is number => typeof value === 'number' && wholeCount(value) === undefined
function oddOf(used: Reported, limit: Reported): Figures['odd'] {
  if (isOdd(used)) return { kind: 'unusable', value: used }
  return isOdd(limit) ? { kind: 'limit_unusable', value: limit } : undefined
}
const limitOf = (limit: Reported) => (limit === null ? null : wholeCount(limit))
const resetOf = (end: ToldInstant) => (readInstant(end) === undefined ? undefined : (end ?? undefined))

function paceOf(start: ToldInstant, end: ToldInstant, now: Date): number | undefined {
  const [from, to] = [resetOf(start), resetOf(end)]
  return from === undefined || to === undefined ? undefined : paceRatio(from, to, now)
}

/** The service lets nothing through, with units left or without. */
function areLookupsClosed({ meter, facts }: PoolsInput): boolean {
  const stop = readStanding(meter ?? {}, facts).stop
  return stop === 'inactive' || stop === 'closed'
}

/** Lookups alone run over into overage, until the cap (decision 19); null when nothing stops them, undefined when nobody says how far. */
function lookupStop(limit: PoolView['limit'], { meter, facts }: PoolsInput): PoolView['stop'] {
  if (typeof limit !== 'number') return limit
  if (meter === undefined) return undefined
  const { terms, left } = readStanding(meter, facts)
  if (terms !== 'paid') return limit
  if (left === null) return null
  const used = wholeCount(meter.used)
  return used === undefined || left === undefined ? undefined : Math.max(limit, used + left)
}

/** Of a period of days: within one day there is no pace to go by. */
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

type Moment = {
  readonly projection: Projection | null
  /** Of the pool that costs money: its forecast is the one of the money. */
  readonly outlook: Outlook | undefined
  readonly now: Date
}

const verdictOf = (figures: Figures, moment: Moment): PoolVerdict =>
  outweighing(figures, moment.now) ?? levelVerdict(figures) ?? forecastVerdict(moment)

/** What matters more than how full the pool is. */
function outweighing({ resetsAt, refusedAt, isStopped, odd }: Figures, now: Date): PoolVerdict | undefined {
  if (resetsAt !== undefined && Date.parse(resetsAt) <= now.getTime()) return { kind: 'ended' }
  if (isStopped) return { kind: 'stopped' }
  if (refusedAt !== undefined) return { kind: 'refused', seenAt: refusedAt }
  return odd
}

/** What needs no forecast to be said; undefined when there is more to say. */
function levelVerdict({ used, limit, stop, above }: Figures): PoolVerdict | undefined {
  if (limit === null) return { kind: 'unlimited' }
  if (used === undefined) return { kind: 'unknown' }
  if (limit === undefined) return { kind: 'limit_unknown' }
  if (used === 0 && stop === 0) return { kind: 'not_included' }
  return used < limit ? undefined : fullVerdict({ used, stop, above })
}

/** The included units are used up: what is above them is paid for until the stop. Use above the limit shows that without a meter too. */
function fullVerdict({ used, stop, above }: Pick<PoolView, 'stop' | 'above'> & { readonly used: number }): PoolVerdict {
  const hasRoom = typeof stop === 'number' ? used < stop : stop === null || above !== undefined
  return hasRoom ? (above ?? { kind: 'over', units: 0 }) : { kind: 'exhausted' }
}

function forecastVerdict({ projection, outlook }: Moment): PoolVerdict {
  if (projection === null) return { kind: 'unknown' }
  const at = outlook?.forecast ? outlook.forecast.includedReachedAt : projection.reachedAt[0]
  return at ? { kind: 'runs_out', at } : { kind: 'lasts' }
}

const loud: Partial<Record<PoolVerdict['kind'], MeterTone>> = {
  runs_out: 'warn',
  over: 'warn',
  above: 'warn',
  exhausted: 'danger',
  stopped: 'danger',
  refused: 'danger',
  not_included: 'normal',
  // Old numbers alarm nobody.
  ended: 'normal',
}

/** Where nothing more is given, nothing more is to be expected. */
const silent: ReadonlySet<PoolVerdict['kind']> = new Set(['ended', 'stopped', 'exhausted', 'refused'])
const projectedTo = ({ stop }: Pick<PoolView, 'stop'>, projection: Projection | null): number | undefined =>
  projection === null ? undefined : Math.min(projection.unitsAtEnd, stop ?? Infinity)

/** Amber from 75 % of the limit or when it will not last, red where the service stops or has refused already. */
function judged(figures: Figures, moment: Moment): PoolView {
  const { odd: _odd, refusedAt: _refusedAt, isStopped: _isStopped, ...pool } = figures
  const verdict = verdictOf(figures, moment)
  const { used, limit } = pool
  const byRatio = used === undefined || typeof limit !== 'number' ? 'normal' : meterTone(used / Math.max(1, limit))
  const projected = silent.has(verdict.kind) ? undefined : projectedTo(pool, moment.projection)
  return { ...pool, projected, verdict, tone: loud[verdict.kind] ?? byRatio }
}
