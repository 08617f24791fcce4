import { filterLists } from '@/lib/domain/filter-lists'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { toFilterDraft, type FilterRecord } from './draft/filter-draft'

/** Shorter digit groups would match nearly everything. */
const MIN_DIGITS = 4

function containsNumber(filter: FilterRecord, digits: string): boolean {
  const { content } = toFilterDraft(filter)
  return filterLists.some((list) => content[list].some((value) => !readSealed(value) && value.includes(digits)))
}

/**
 * Finds filters whose name contains the words, or that contain the typed number, with or without dashes.
 * `idsWithPerson` are the filters that the server found by a personal number, because these are masked here.
 */
export function searchFilters(
  filters: readonly FilterRecord[],
  text: string,
  idsWithPerson: readonly string[] = [],
): readonly FilterRecord[] {
  const needle = text.trim()
  const words = searchWords(needle)
  if (words.length === 0) return filters
  const digits = /^[\d\s-]+$/.test(needle) ? needle.replace(/[\s-]/g, '') : ''
  return filters.filter(
    (filter) =>
      idsWithPerson.includes(filter.id) ||
      includesWords(foldText(filter.name ?? ''), words) ||
      (digits.length >= MIN_DIGITS && containsNumber(filter, digits)),
  )
}
