import type { MeterTone } from '@/components/ui/meter'
import type { Answer } from '@/lib/client/client'
import { isCapReached } from '@/lib/domain/overage'
import { paceRatio, projectUnits } from '@/lib/domain/pace'

export type PoolName = 'lookups' | 'rdf' | 'pdf' | 'wpv'

/** What the one line of words under a pool's figures says. */
export type PoolVerdict =
  | { readonly kind: 'unlimited' | 'not_included' | 'lasts' | 'unknown' }
  | { readonly kind: 'runs_out' | 'exhausted' | 'resets'; readonly at: string }
  | { readonly kind: 'over'; readonly units: number }

export type Pool = {
  readonly name: PoolName
  /** Units; undefined when the answer does not say. */
  readonly used: number | undefined
  /** Units; null when nothing limits the pool, undefined when the answer does not say. */
  readonly limit: number | null | undefined
  /** 0..1: where even consumption would be; undefined without the bounds of the period. */
  readonly pace: number | undefined
  /** ISO; the pool's own reset. */
  readonly resetsAt: string | undefined
  readonly verdict: PoolVerdict
  readonly tone: MeterTone | undefined
}

export type Days = Answer<'usage.daily'>['items']
export type PoolsInput = {
  readonly summary: Answer<'usage.summary'>
  /** Undefined while it is not there: the pools are worth showing without it. */
  readonly meter: Answer<'usage.api'> | undefined
  readonly days: Days
  readonly now: Date
}

type Figures = Pick<Pool, 'name' | 'used' | 'limit' | 'pace' | 'resetsAt'>
type DailyKey = 'lookups' | 'rdf' | 'pdfs'

/** The four pools of interface 8.1, each with its own reset, in the order of the page. */
export function poolsOf(input: PoolsInput): Pool[] {
  return [
    monthlyPool(input, { name: 'lookups', key: 'lookups' }),
    monthlyPool(input, { name: 'rdf', key: 'rdf' }),
    monthlyPool(input, { name: 'pdf', key: 'pdfs' }),
    dailyPool(input),
  ]
}

function monthlyPool(input: PoolsInput, { name, key }: { name: PoolName; key: DailyKey }): Pool {
  const { summary, now } = input
  const { period_start: start, period_end: end } = summary
  const figures: Figures = {
    name,
    used: summary.counts?.[key] ?? undefined,
    limit: summary.limits?.[key],
    pace: paceOf(start, end, now),
    resetsAt: end ?? undefined,
  }
  return judged(figures, verdictOf(figures, input, key))
}

function dailyPool({ summary: { daily, limits }, now }: PoolsInput): Pool {
  const { day_start: start, day_end: end, wpv_checks: used, wpv_checks_limit: limit } = daily ?? {}
  const figures: Figures = {
    name: 'wpv',
    used: used ?? undefined,
    limit: limits?.wpv_checks === null ? null : (limit ?? limits?.wpv_checks),
    pace: paceOf(start, end, now),
    resetsAt: end ?? undefined,
  }
  return judged(figures, plainVerdict(figures) ?? resetVerdict(figures))
}

const paceOf = (start: string | null | undefined, end: string | null | undefined, now: Date): number | undefined =>
  typeof start === 'string' && typeof end === 'string' ? paceRatio(start, end, now) : undefined

/** What needs no forecast to be said; undefined when there is more to say. */
function plainVerdict({ used, limit, resetsAt }: Figures): PoolVerdict | undefined {
  if (limit === null) return { kind: 'unlimited' }
  if (used === undefined || limit === undefined) return { kind: 'unknown' }
  if (limit === 0 && used === 0) return { kind: 'not_included' }
  if (used < limit) return undefined
  return resetsAt === undefined ? { kind: 'unknown' } : { kind: 'exhausted', at: resetsAt }
}

const resetVerdict = ({ resetsAt }: Figures): PoolVerdict =>
  resetsAt === undefined ? { kind: 'unknown' } : { kind: 'resets', at: resetsAt }

function verdictOf(figures: Figures, input: PoolsInput, key: DailyKey): PoolVerdict {
  const plain = plainVerdict(figures)
  if (plain?.kind === 'exhausted' && key === 'lookups' && runsOver(figures, input.meter))
    return { kind: 'over', units: (figures.used ?? 0) - (figures.limit ?? 0) }
  return plain ?? forecastVerdict(figures, input, key)
}

/** Lookups alone run over into overage, until the cap (decision 19); use above the limit shows it even without the meter. */
function runsOver({ used = 0, limit }: Figures, meter: PoolsInput['meter']): boolean {
  if (meter === undefined) return used > (limit ?? 0)
  return meter.trial !== true && !isCapReached(meter)
}

function forecastVerdict(figures: Figures, { days, now }: PoolsInput, key: DailyKey): PoolVerdict {
  const { used, limit, resetsAt } = figures
  if (used === undefined || typeof limit !== 'number' || resetsAt === undefined) return { kind: 'unknown' }
  const daily = days.flatMap((day) =>
    typeof day.date === 'string' && typeof day[key] === 'number' ? [{ date: day.date, units: day[key] }] : [],
  )
  const projection = projectUnits({ used, daily, periodEnd: resetsAt, now, limits: [limit] })
  if (projection === null) return resetVerdict(figures)
  const [at] = projection.reachedAt
  return at ? { kind: 'runs_out', at } : { kind: 'lasts' }
}

const tones: Partial<Record<PoolVerdict['kind'], MeterTone>> = {
  runs_out: 'warn',
  over: 'warn',
  exhausted: 'danger',
  lasts: 'normal',
}

/** A forecast that lasts outweighs the bar's own rule, which only knows how full it is. */
const judged = (figures: Figures, verdict: PoolVerdict): Pool => ({ ...figures, verdict, tone: tones[verdict.kind] })
