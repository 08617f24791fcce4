import { addDays, type Day, daysBetween, isWorkingDay, readInstant, startOfDay, warsawDay } from '../calendar'

export const DAY_MS = 86_400_000
const WINDOW_DAYS = 7
const MIN_DAYS = 3
/** Longest plausible period; a later end is not forecast. */
const LONGEST_PERIOD_DAYS = 400

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value))
/** A usable number: neither negative nor too large to be exact. */
const isAmount = (value: number): boolean => value >= 0 && value <= Number.MAX_SAFE_INTEGER

/** The elapsed share of a period, 0..1, which is the mark of even consumption. */
export function paceRatio(startIso: string, endIso: string, now: Date): number {
  const start = Date.parse(startIso)
  const length = Date.parse(endIso) - start
  return length > 0 ? clamp01((now.getTime() - start) / length) : 0
}

export type ProjectionInput = {
  used: number
  /** Ascending, one row per Warsaw day up to today, zeros included. */
  daily: readonly { date: Day; units: number }[]
  periodEnd: string
  now: Date
  /** Thresholds in units, for instance the included units and what the cap covers. */
  limits: readonly number[]
}

/** A number for working days and one for other days, on which use is lower: units a day, or days. */
export type ByDayKind = { readonly working: number; readonly free: number }

/**
 * The forecast used in the whole panel, with its inputs: `used + left.working × pace.working + left.free × pace.free`.
 */
export type Projection = {
  /** Units a day, over the last seven whole days, or as many as there are. */
  pace: ByDayKind
  /** Days to the end of the period; today counts with its remaining part. */
  left: ByDayKind
  unitsAtEnd: number
  /**
   * ISO instants in the order of `limits`: `now` when already reached, null when not reached before the period ends.
   */
  reachedAt: (string | null)[]
}

export const kindOfDay = (day: Day): keyof ByDayKind => (isWorkingDay(day) ? 'working' : 'free')

/** Units a day by kind of day. A kind without days takes the pace of the other. */
function paceOf(days: ProjectionInput['daily']): ByDayKind {
  const mean = (kind: keyof ByDayKind): number | undefined => {
    const daysOfKind = days.filter(({ date }) => kindOfDay(date) === kind)
    return daysOfKind.length === 0
      ? undefined
      : daysOfKind.reduce((sum, { units }) => sum + units, 0) / daysOfKind.length
  }
  const [working, free] = [mean('working'), mean('free')]
  return { working: working ?? free ?? 0, free: free ?? working ?? 0 }
}

type Stretch = { readonly kind: keyof ByDayKind; readonly fromMs: number; readonly toMs: number; readonly days: number }

/** The rest of the period by day: the rest of today, and of the last day the part before the end. */
function stretchesLeft(now: Date, endMs: number): readonly Stretch[] {
  const today = warsawDay(now)
  const last = warsawDay(new Date(Math.max(endMs - 1, now.getTime())))
  return Array.from({ length: daysBetween(today, last) + 1 }, (_, index): Stretch => {
    const date = addDays(today, index)
    const [start, next] = [startOfDay(date).getTime(), startOfDay(addDays(date, 1)).getTime()]
    const fromMs = Math.max(start, now.getTime())
    const toMs = Math.max(fromMs, Math.min(next, endMs))
    return { kind: kindOfDay(date), fromMs, toMs, days: (toMs - fromMs) / (next - start) }
  })
}

/** When the units reach a limit; null when they do not within the stretches. */
function reach(limit: number, used: number, { pace, stretches }: { pace: ByDayKind; stretches: readonly Stretch[] }) {
  let units = used
  for (const { kind, fromMs, toMs, days } of stretches) {
    const more = pace[kind] * days
    if (more > 0 && units + more > limit) return new Date(fromMs + ((limit - units) / more) * (toMs - fromMs))
    units += more
  }
  return null
}

const isReadable = ({ used, daily, periodEnd }: ProjectionInput): boolean =>
  isAmount(used) && readInstant(periodEnd) !== undefined && daily.every(({ units }) => isAmount(units))

/**
 * Projects the pace of the last whole days to the end of the period; null for fewer than three days, and for impossible
 * numbers.
 */
export function projectUnits(input: ProjectionInput): Projection | null {
  const { used, daily, periodEnd, now, limits } = input
  const today = warsawDay(now)
  const window = daily.filter(({ date }) => date < today).slice(-WINDOW_DAYS)
  const endMs = Date.parse(periodEnd)
  if (!isReadable(input) || window.length < MIN_DAYS || endMs - now.getTime() > LONGEST_PERIOD_DAYS * DAY_MS)
    return null
  const pace = paceOf(window)
  const stretches = stretchesLeft(now, endMs)
  const leftOf = (kind: keyof ByDayKind) =>
    stretches.reduce((sum, each) => sum + (each.kind === kind ? each.days : 0), 0)
  const left = { working: leftOf('working'), free: leftOf('free') }
  const unitsAtEnd = Math.round(used + left.working * pace.working + left.free * pace.free)
  if (!isAmount(unitsAtEnd)) return null
  const reachedAt = limits.map((limit) => (used >= limit ? now : reach(limit, used, { pace, stretches })))
  return { pace, left, unitsAtEnd, reachedAt: reachedAt.map((instant) => instant?.toISOString() ?? null) }
}
