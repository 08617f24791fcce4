import type { OperationAnswer } from '@/lib/client/client'
import type { FilterContent } from '@/lib/contract/filters'
import type { FieldError } from '@/lib/domain/api-error'
import { filterLists, type FilterListName, MAX_FILTER_ITEMS, mapLists } from '@/lib/domain/filter-lists'

import { checkValue, type ValueFault } from './list-values'

/** A filter as this panel reads it; only `id` is guaranteed. */
export type FilterRecord = OperationAnswer<'filters.list'>['items'][number]
export type ContentDraft = { readonly [L in FilterListName]: readonly string[] }
export interface FilterDraft {
  readonly name: string
  readonly content: ContentDraft
}

export const MAX_NAME_LENGTH = 120

export const emptyDraft: FilterDraft = { name: '', content: mapLists<readonly string[]>(() => []) }

export const toFilterDraft = ({ name = '', content }: FilterRecord): FilterDraft => ({
  name,
  content: mapLists<readonly string[]>((list) => content?.[list] ?? []),
})

/** Builds the body of a save, with the lists as plain arrays. */
export const contentToSend = (content: ContentDraft): FilterContent => mapLists((list) => [...content[list]])

export const withList = (draft: FilterDraft, list: FilterListName, values: readonly string[]): FilterDraft => ({
  ...draft,
  content: { ...draft.content, [list]: values },
})

export const countItems = (content: ContentDraft): number =>
  filterLists.reduce((sum, list) => sum + content[list].length, 0)

export interface ListDiff {
  readonly added: number
  readonly removed: number
}

export interface ListChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const unchanged: ListChanges = { added: [], removed: [] }
const changesCache = new WeakMap<readonly string[], WeakMap<readonly string[], ListChanges>>()

/**
 * Returns the added and removed values of a list, ignoring order and repetition. Results are cached per pair of arrays,
 * so that an edit of one list does not compare the other seven again.
 */
export function changedValues(before: readonly string[], after: readonly string[]): ListChanges {
  if (before === after) return unchanged
  const found = changesCache.get(before)?.get(after)
  if (found !== undefined) return found
  const [old, now] = [new Set(before), new Set(after)]
  const changes = {
    added: [...now].filter((value) => !old.has(value)),
    removed: [...old].filter((value) => !now.has(value)),
  }
  changesCache.set(
    before,
    (changesCache.get(before) ?? new WeakMap<readonly string[], ListChanges>()).set(after, changes),
  )
  return changes
}

export function diffList(before: readonly string[], after: readonly string[]): ListDiff {
  const { added, removed } = changedValues(before, after)
  return { added: added.length, removed: removed.length }
}

export interface DraftDiff extends ListDiff {
  readonly byList: { readonly [L in FilterListName]: ListDiff }
  readonly isRenamed: boolean
  readonly isDirty: boolean
}

export function diffDraft(before: FilterDraft, after: FilterDraft): DraftDiff {
  const byList = mapLists((list) => diffList(before.content[list], after.content[list]))
  const added = filterLists.reduce((sum, list) => sum + byList[list].added, 0)
  const removed = filterLists.reduce((sum, list) => sum + byList[list].removed, 0)
  const isRenamed = before.name.trim() !== after.name.trim()
  return { added, removed, byList, isRenamed, isDirty: isRenamed || added > 0 || removed > 0 }
}

/** Why a value cannot be saved: the code of a local check, or a message of the service. */
export type FilterFault =
  | { readonly by: 'panel'; readonly code: ValueFault; readonly suggestion?: string | undefined }
  | { readonly by: 'service'; readonly message: string }
export type ListFaults = ReadonlyMap<string, FilterFault>
export type ServiceFaults = ReadonlyMap<FilterListName, ReadonlyMap<string, string>>
export const noServiceFaults: ServiceFaults = new Map()

const faultsCache = new WeakMap<readonly string[], { readonly list: FilterListName; readonly faults: ListFaults }>()

/** Checks all values of a list; cached, because the arrays are immutable. */
function checkList(list: FilterListName, values: readonly string[]): ListFaults {
  const found = faultsCache.get(values)
  if (found?.list === list) return found.faults
  const faults = new Map<string, FilterFault>()
  for (const value of values) {
    const check = checkValue(list, value)
    if (!check.ok) faults.set(value, { by: 'panel', code: check.error, suggestion: check.suggestion })
  }
  faultsCache.set(values, { list, faults })
  return faults
}

/**
 * Finds the invalid values of one list with reasons. A value that the service refused stays invalid until it is
 * changed.
 */
export function findFilterFaults(list: FilterListName, values: readonly string[], service: ServiceFaults): ListFaults {
  const panelFaults = checkList(list, values)
  const refused = service.get(list)
  if (refused === undefined) return panelFaults
  const faults = new Map<string, FilterFault>()
  for (const value of values) {
    const fault = panelFaults.get(value)
    const message = refused.get(value)
    if (fault !== undefined) faults.set(value, fault)
    else if (message !== undefined) faults.set(value, { by: 'service', message })
  }
  return faults
}

export const countOver = (values: readonly string[]): number => Math.max(0, values.length - MAX_FILTER_ITEMS)

const isList = (value: unknown): value is FilterListName => filterLists.some((list) => list === value)

/** Maps the field paths of a 422 (`content`, list, index) back to the values that were sent. */
export function placeServiceFaults(fields: readonly FieldError[], sent: ContentDraft): ServiceFaults {
  const faultsByList = new Map<FilterListName, Map<string, string>>()
  for (const { path, message } of fields) {
    const [root, list, index] = path
    const value = root === 'content' && isList(list) && typeof index === 'number' ? sent[list][index] : undefined
    if (value === undefined || !isList(list)) continue
    faultsByList.set(list, (faultsByList.get(list) ?? new Map<string, string>()).set(value, message))
  }
  return faultsByList
}
