import { addDays, type Day, readInstant, startOfDay } from '@/lib/domain/calendar'

export const DAY_MS = 86_400_000
const WINDOW_MS = 7 * DAY_MS
const MIN_DATA_MS = 3 * DAY_MS

const clamp01 = (value: number): number => Math.min(1, Math.max(0, value))
/** What may be reckoned with: no negative number, and none that is too large to be exact. */
const isAmount = (value: number): boolean => value >= 0 && value <= Number.MAX_SAFE_INTEGER

/** The share of a period that has passed, 0..1: where the tick of even consumption stands. */
export function paceRatio(startIso: string, endIso: string, now: Date): number {
  const start = Date.parse(startIso)
  const length = Date.parse(endIso) - start
  return length > 0 ? clamp01((now.getTime() - start) / length) : 0
}

export type ProjectionInput = {
  /** Units used in the period so far. */
  used: number
  /** Ascending, one row per Warsaw day up to today, zeros included. */
  daily: readonly { date: Day; units: number }[]
  periodEnd: string
  now: Date
  /** Thresholds in units, for instance the included units and what the cap covers. */
  limits: readonly number[]
}

/** The forecast of the whole panel, with the numbers it is made of: `used + window.units / window.ms × leftMs`. */
export type Projection = {
  unitsPerDay: number
  unitsAtEnd: number
  /** The trailing seven days, or as many as there are. */
  window: { units: number; ms: number }
  /** To the end of the period; 0 after it. */
  leftMs: number
  /** ISO instants in the order of `limits`: `now` when already reached, null when not reached before the period ends. */
  reachedAt: (string | null)[]
}

/** Units that fall into the window; a day that it cuts counts by the share of its time inside. */
function unitsSince(fromMs: number, nowMs: number, daily: ProjectionInput['daily']): number {
  return daily.reduce((sum, { date, units }) => {
    const start = startOfDay(date).getTime()
    const end = Math.min(startOfDay(addDays(date, 1)).getTime(), nowMs)
    const inside = end - Math.max(start, fromMs)
    return inside > 0 ? sum + (units * inside) / (end - start) : sum
  }, 0)
}

const isReadable = ({ used, daily, periodEnd }: ProjectionInput): boolean =>
  isAmount(used) && readInstant(periodEnd) !== undefined && daily.every(({ units }) => isAmount(units))

/** The trailing seven days' rate carried to the end of the period; null while there are under three days of data, and for numbers that cannot be. */
export function projectUnits(input: ProjectionInput): Projection | null {
  const { used, daily, periodEnd, now, limits } = input
  const first = daily[0]
  if (first === undefined || !isReadable(input)) return null
  const nowMs = now.getTime()
  const endMs = Date.parse(periodEnd)
  const dataMs = nowMs - startOfDay(first.date).getTime()
  if (dataMs < MIN_DATA_MS) return null
  const windowMs = Math.min(WINDOW_MS, dataMs)
  const units = unitsSince(nowMs - windowMs, nowMs, daily)
  const perMs = units / windowMs
  const leftMs = Math.max(0, endMs - nowMs)
  const unitsAtEnd = Math.round(used + perMs * leftMs)
  if (!isAmount(unitsAtEnd)) return null
  const reach = (limit: number): string | null => {
    if (used >= limit) return now.toISOString()
    const atMs = nowMs + (limit - used) / perMs
    return atMs < endMs ? new Date(atMs).toISOString() : null
  }
  return {
    unitsPerDay: perMs * DAY_MS,
    unitsAtEnd,
    window: { units, ms: windowMs },
    leftMs,
    reachedAt: limits.map(reach),
  }
}
