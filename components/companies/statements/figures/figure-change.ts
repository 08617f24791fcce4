/** Change of one figure from one year to the next, as a share of the earlier one; null where a percentage would mislead. */
export function changeOf(now: number | null | undefined, before: number | null | undefined): number | null {
  if (typeof now !== 'number' || typeof before !== 'number') return null
  if (!Number.isFinite(now) || !Number.isFinite(before)) return null
  // Of nothing there is no share, and of a loss nobody knows which way is up.
  if (before <= 0 || now < 0) return null
  return now / before - 1
}
