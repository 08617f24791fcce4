import { compareValues } from './collections/compare-values'

/** The values of a filter by list in the stored history; lists without values are left out. */
export type StoredLists = Readonly<Record<string, readonly string[]>>
export type ListDifference = { readonly added: StoredLists; readonly removed: StoredLists }

export function tidyLists(lists: StoredLists): StoredLists {
  const entries = Object.entries(lists).map(([list, values]) => [list, [...new Set(values)].toSorted()] as const)
  return Object.fromEntries(
    entries.filter(([, values]) => values.length > 0).toSorted(([a], [b]) => compareValues(a, b)),
  )
}

const without = (lists: StoredLists, removed: StoredLists): StoredLists =>
  Object.fromEntries(
    Object.entries(lists).map(([list, values]) => {
      const others = new Set(removed[list])
      return [list, values.filter((value) => !others.has(value))]
    }),
  )

export const diffStoredLists = (before: StoredLists, after: StoredLists): ListDifference => ({
  added: tidyLists(without(after, before)),
  removed: tidyLists(without(before, after)),
})

export const countValues = (lists: StoredLists): number =>
  Object.values(lists).reduce((sum, values) => sum + values.length, 0)

/** One value a line, `krs 0000000018`: the input for the hash of a filter's content. */
export const toListLines = (lists: StoredLists): string[] =>
  Object.entries(tidyLists(lists)).flatMap(([list, values]) => values.map((value) => `${list} ${value}`))
