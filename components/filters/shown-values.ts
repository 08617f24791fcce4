import type { ListFaults } from './filter-draft'

/**
 * A list may hold ten thousand values; a page of chips that long is slow and unreadable. Shown first is what asks for
 * attention: bad values, then those added since the last save, then the rest up to the limit.
 */
export function shownValues(
  values: readonly string[],
  {
    saved,
    faults,
    limit,
  }: { readonly saved: ReadonlySet<string>; readonly faults: ListFaults; readonly limit: number },
): readonly string[] {
  if (values.length <= limit) return values
  const rank = (value: string) => (faults.has(value) ? 0 : saved.has(value) ? 2 : 1)
  return values.toSorted((a, b) => rank(a) - rank(b)).slice(0, limit)
}

/** Applies an edit of what is shown to the whole list: what left the view leaves the list, what is new joins its end. */
export function applyShownEdit(
  values: readonly string[],
  shown: readonly string[],
  edited: readonly string[],
): readonly string[] {
  const kept = new Set(edited)
  const gone = new Set(shown.filter((value) => !kept.has(value)))
  return [...new Set([...values.filter((value) => !gone.has(value)), ...edited])]
}
