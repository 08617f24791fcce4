export type CountVerdict = 'none' | 'few' | 'good' | 'narrow' | 'loud'

/** More than this per day is too much to read. */
const LOUD_PER_DAY = 10
/** Fewer than one in three days suggest that the filter misses something. */
const FEW_PER_DAY = 1 / 3

/**
 * Judges whether a count over a number of days suits an alert. A count is not good while a neighbouring code,
 * of the same branch, has more.
 */
export function judgeCount(count: number, days: number, besideCounts: readonly number[] = []): CountVerdict {
  const perDay = count / Math.max(1, days)
  if (count === 0) return 'none'
  if (perDay < FEW_PER_DAY) return 'few'
  if (perDay > LOUD_PER_DAY) return 'loud'
  return besideCounts.some((beside) => beside > count) ? 'narrow' : 'good'
}

/** `perDay` if there is at least one a day; otherwise one in `n` days. */
export type Pace = { readonly unit: 'perDay' | 'inDays'; readonly n: number }

export function countPace(count: number, days: number): Pace | undefined {
  if (count === 0 || days < 1) return undefined
  const perDay = Math.round(count / days)
  return perDay >= 1 ? { unit: 'perDay', n: perDay } : { unit: 'inDays', n: Math.round(days / count) }
}
