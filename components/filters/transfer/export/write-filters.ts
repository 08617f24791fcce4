import { type FileTable, lazyTable, type ValuedColumn } from '@/lib/domain/files/file-table'
import { filterLists, mapLists, type FilterListName } from '@/lib/domain/filter-lists'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { readSealed } from '@/lib/domain/identifiers/sealed-value'

import { type ContentDraft, type FilterDraft } from '../../draft/filter-draft'
import { FILTERS_FORMAT, FILTERS_VERSION, type PersonalForm } from '../filters-file'

const maskOf = (value: string): string => readSealed(value)?.shown ?? value

/** Counts values with a masked personal number, sealed or not. */
export const countMasked = (filters: readonly FilterDraft[]): number =>
  filters.reduce(
    (sum, { content }) =>
      sum + filterLists.reduce((count, list) => count + content[list].filter((value) => isMasked(value)).length, 0),
    0,
  )

const isMasked = (value: string): boolean => isMaskedText(maskOf(value))
const isSealed = ({ content }: FilterDraft): boolean =>
  filterLists.some((list) => content[list].some((value) => readSealed(value) !== undefined))

/** Returns how a file of these filters represents personal numbers. */
export function personalForm(filters: readonly FilterDraft[], isClear: boolean): PersonalForm {
  if (isClear) return 'full'
  if (countMasked(filters) === 0) return 'none'
  return filters.some(isSealed) ? 'sealed' : 'masked'
}

/** Sealed values stay sealed: the same account can import them, and no other reader can open them. */
export const filtersJson = (
  filters: readonly FilterDraft[],
  { at, personal }: { readonly at: Date; readonly personal: PersonalForm },
): string =>
  `${JSON.stringify(
    {
      format: FILTERS_FORMAT,
      version: FILTERS_VERSION,
      exported_at: at.toISOString(),
      personal_numbers: personal,
      filters: filters.map(({ name, content }) => ({ name, content: mapLists((list) => content[list]) })),
    },
    null,
    2,
  )}\n`

interface Row {
  readonly list: FilterListName
  readonly value: string
}

function* rowsOf(content: ContentDraft): Generator<Row> {
  for (const list of filterLists) for (const value of content[list]) yield { list, value }
}

/**
 * Writes one row per value. Tables are read by people and other programs that cannot use a seal, so sealed values are
 * written as masks.
 */
export function filterTable(
  content: ContentDraft,
  nameOf: (list: FilterListName, value: string) => string | undefined,
): FileTable {
  const columns: readonly ValuedColumn<Row>[] = [
    { name: 'list', kind: 'text', width: 16, value: ({ list }) => list },
    { name: 'value', kind: 'text', width: 40, value: ({ value }) => maskOf(value) },
    { name: 'name', kind: 'text', width: 48, value: ({ list, value }) => nameOf(list, value) ?? '' },
  ]
  return lazyTable('Filtr', columns, rowsOf(content))
}
