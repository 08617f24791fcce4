import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import { changedValues, type FilterDraft } from '../draft/filter-draft'
import { cachedName } from '../lists/names'
import { findValues } from '../lists/order-values'

/** A changed value; its sign says whether it was added or removed. */
export interface SignedValue {
  readonly list: FilterListName
  readonly value: string
  readonly isAdded: boolean
}

/** Lists what a save would change, value by value; a text narrows it to matching values. */
export function signedValues(saved: FilterDraft, draft: FilterDraft, text = ''): readonly SignedValue[] {
  return filterLists.flatMap((list) => {
    const { added, removed } = changedValues(saved.content[list], draft.content[list])
    const toSigned = (values: readonly string[], isAdded: boolean): readonly SignedValue[] =>
      findValues(values, text, { list, nameOf: (value) => cachedName(list, value) }).map((value) => ({
        list,
        value,
        isAdded,
      }))
    return [...toSigned(added, true), ...toSigned(removed, false)]
  })
}

/**
 * Reverts one change: an added value is removed, and a removed one returns to its old position as far as its neighbours
 * remain.
 */
export function revertValue(saved: readonly string[], now: readonly string[], value: string): readonly string[] {
  if (now.includes(value)) return now.filter((each) => each !== value)
  const currentValues = new Set(now)
  const before = saved.slice(0, saved.indexOf(value)).findLast((each) => currentValues.has(each))
  const at = before === undefined ? 0 : now.indexOf(before) + 1
  return [...now.slice(0, at), value, ...now.slice(at)]
}
