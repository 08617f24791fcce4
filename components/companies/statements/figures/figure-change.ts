/**
 * Returns the change from one year to the next as a share of the earlier value; null if a percentage would be
 * misleading.
 */
export function changeOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null
  if (!Number.isFinite(now) || !Number.isFinite(before)) return null
  // A change from zero has no percentage, and one from or to a loss would be ambiguous.
  if (before <= 0 || now < 0) return null
  return now / before - 1
}
