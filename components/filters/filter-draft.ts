import type { OperationAnswer } from '@/lib/client/client'
import type { FilterContent, FilterListName } from '@/lib/contract/filters'
import type { FieldError } from '@/lib/domain/api-error'

import { checkValue, shownFilterLists, MAX_LIST_ITEMS, type ValueFault } from './filter-lists'

/** A filter as this panel reads it: only `id` is certain. */
export type FilterRecord = OperationAnswer<'filters.list'>['items'][number]
export type ContentDraft = { readonly [L in FilterListName]: readonly string[] }
export interface FilterDraft {
  readonly name: string
  readonly content: ContentDraft
}

export const MAX_NAME_LENGTH = 120

const mapLists = <T>(of: (list: FilterListName) => T): { readonly [L in FilterListName]: T } => ({
  krs: of('krs'),
  nip: of('nip'),
  regon: of('regon'),
  pesel: of('pesel'),
  krz_signature: of('krz_signature'),
  msig_signature: of('msig_signature'),
  name: of('name'),
  subject_id: of('subject_id'),
})

export const emptyDraft: FilterDraft = { name: '', content: mapLists<readonly string[]>(() => []) }

export const toFilterDraft = ({ name = '', content }: FilterRecord): FilterDraft => ({
  name,
  content: mapLists<readonly string[]>((list) => content?.[list] ?? []),
})

/** The body of a save: the lists as plain arrays. */
export const contentToSend = (content: ContentDraft): FilterContent => mapLists((list) => [...content[list]])

export const withList = (draft: FilterDraft, list: FilterListName, values: readonly string[]): FilterDraft => ({
  ...draft,
  content: { ...draft.content, [list]: values },
})

export const countItems = (content: ContentDraft): number =>
  shownFilterLists.reduce((sum, list) => sum + content[list].length, 0)

export interface ListDiff {
  readonly added: number
  readonly removed: number
}

/** How many values of a list are new, and how many are gone; order and repetition do not count. */
export function diffList(before: readonly string[], after: readonly string[]): ListDiff {
  if (before === after) return { added: 0, removed: 0 }
  const { added, removed } = changedValues(before, after)
  return { added: added.length, removed: removed.length }
}

/** The values of a list that are new, and those that are gone. */
export function changedValues(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before), new Set(after)]
  return {
    added: [...now].filter((value) => !old.has(value)),
    removed: [...old].filter((value) => !now.has(value)),
  }
}

export interface DraftDiff extends ListDiff {
  readonly byList: { readonly [L in FilterListName]: ListDiff }
  readonly isRenamed: boolean
  readonly isDirty: boolean
}

/** What a save would change. */
export function diffDraft(before: FilterDraft, after: FilterDraft): DraftDiff {
  const byList = mapLists((list) => diffList(before.content[list], after.content[list]))
  const added = shownFilterLists.reduce((sum, list) => sum + byList[list].added, 0)
  const removed = shownFilterLists.reduce((sum, list) => sum + byList[list].removed, 0)
  const isRenamed = before.name.trim() !== after.name.trim()
  return { added, removed, byList, isRenamed, isDirty: isRenamed || added > 0 || removed > 0 }
}

/** Why a value cannot be saved: our own verdict by its code, or the service's in its words. */
export type FilterFault =
  | { readonly by: 'panel'; readonly code: ValueFault; readonly suggestion?: string | undefined }
  | { readonly by: 'service'; readonly message: string }
export type ListFaults = ReadonlyMap<string, FilterFault>
export type ServiceFaults = ReadonlyMap<FilterListName, ReadonlyMap<string, string>>
export const noServiceFaults: ServiceFaults = new Map()

/** The bad values of one list, each with its reason. What the service refused stays refused until it is changed. */
export function findFilterFaults(list: FilterListName, values: readonly string[], service: ServiceFaults): ListFaults {
  const faults = new Map<string, FilterFault>()
  const refused = service.get(list)
  for (const value of values) {
    const check = checkValue(list, value)
    const message = refused?.get(value)
    if (!check.ok) faults.set(value, { by: 'panel', code: check.error, suggestion: check.suggestion })
    else if (message !== undefined) faults.set(value, { by: 'service', message })
  }
  return faults
}

export const isTooLong = (values: readonly string[]): boolean => values.length > MAX_LIST_ITEMS

const isList = (value: unknown): value is FilterListName => shownFilterLists.some((list) => list === value)

/** Puts the places of a 422 (`content`, list, index) back on the values that were sent. */
export function placeServiceFaults(fields: readonly FieldError[], sent: ContentDraft): ServiceFaults {
  const placed = new Map<FilterListName, Map<string, string>>()
  for (const { path, message } of fields) {
    const [root, list, index] = path
    const value = root === 'content' && isList(list) && typeof index === 'number' ? sent[list][index] : undefined
    if (value === undefined || !isList(list)) continue
    placed.set(list, (placed.get(list) ?? new Map<string, string>()).set(value, message))
  }
  return placed
}
