import { filterLists, mapLists, type FilterListName } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { type ContentDraft } from './filter-draft'
import { valueKey } from './list-values'

export const setOperations = ['without', 'both', 'either', 'one'] as const
/** Values in A and not in B; in both; in either; in exactly one. */
export type SetOperation = (typeof setOperations)[number]

interface Sides {
  readonly a: readonly string[]
  readonly b: readonly string[]
}

function combineLists(list: FilterListName, { a, b }: Sides, operation: SetOperation): readonly string[] {
  const keyOf = (value: string) => valueKey(list, value)
  const [inA, inB] = [new Set(a.map(keyOf)), new Set(b.map(keyOf))]
  const onlyA = a.filter((value) => !inB.has(keyOf(value)))
  const onlyB = b.filter((value) => !inA.has(keyOf(value)))
  switch (operation) {
    case 'without':
      return onlyA
    case 'both':
      return a.filter((value) => inB.has(keyOf(value)))
    case 'either':
      return [...a, ...onlyB]
    case 'one':
      return [...onlyA, ...onlyB]
  }
}

/** Combines two filters list by list; values are compared by what they stand for. */
export const combineFilters = (a: ContentDraft, b: ContentDraft, operation: SetOperation): ContentDraft =>
  mapLists((list) => combineLists(list, { a: a[list], b: b[list] }, operation))

const isTyped = (value: string): boolean => readSealed(value) === undefined && maskPesels(value) !== value

/** A typed and a sealed personal number cannot be compared here, because only the server can open a seal. */
export const hasIncomparable = (a: ContentDraft, b: ContentDraft): boolean =>
  filterLists.some(
    (list) =>
      (a[list].some(isTyped) && b[list].some((value) => readSealed(value) !== undefined)) ||
      (b[list].some(isTyped) && a[list].some((value) => readSealed(value) !== undefined)),
  )
