import { compareValues } from './collections/compare-values'

/** The values of a filter by list in the stored history; lists without values are left out. */
export type KeptLists = Readonly<Record<string, readonly string[]>>
export type ListDifference = { readonly added: KeptLists; readonly removed: KeptLists }

/** Sorts lists and values. */
export function tidyLists(lists: KeptLists): KeptLists {
  const entries = Object.entries(lists).map(([list, values]) => [list, [...new Set(values)].toSorted()] as const)
  return Object.fromEntries(
    entries.filter(([, values]) => values.length > 0).toSorted(([a], [b]) => compareValues(a, b)),
  )
}

const without = (lists: KeptLists, gone: KeptLists): KeptLists =>
  Object.fromEntries(
    Object.entries(lists).map(([list, values]) => {
      const others = new Set(gone[list])
      return [list, values.filter((value) => !others.has(value))]
    }),
  )

export const diffKeptLists = (before: KeptLists, after: KeptLists): ListDifference => ({
  added: tidyLists(without(after, before)),
  removed: tidyLists(without(before, after)),
})

export const countValues = (lists: KeptLists): number =>
  Object.values(lists).reduce((sum, values) => sum + values.length, 0)

/** One value a line, `krs 0000000018`: the input for the hash of a filter's content. */
export const toListLines = (lists: KeptLists): string[] =>
  Object.entries(tidyLists(lists)).flatMap(([list, values]) => values.map((value) => `${list} ${value}`))
