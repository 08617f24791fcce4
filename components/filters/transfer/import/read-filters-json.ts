import type { SheetRow } from '@/lib/client/read-table/source-table'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

import type { UnmatchedText } from '../../file/panel-table'
import type { PlacedText } from '../../file/place-rows'
import { FILTERS_FORMAT, FILTERS_VERSION, type PersonalForm, personalForms } from '../filters-file'
import type { FoundFilter } from './judge-values'

/** Why a JSON file contains no filters. */
export type FiltersJsonFault = 'json' | 'other' | 'alerts' | 'newer' | 'none'

export type FiltersJson =
  | { readonly kind: 'filters'; readonly filters: readonly FoundFilter[]; readonly personal: PersonalForm | undefined }
  /** Records without a filter around them are read like a table. */
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'fault'; readonly fault: FiltersJsonFault }

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCell = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
const hasList = (value: Fields): boolean => filterLists.some((list) => Array.isArray(value[list]))

const failed = (fault: FiltersJsonFault): FiltersJson => ({ kind: 'fault', fault })

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/**
 * Reads a JSON file: a panel's export, an answer of the interface, one filter, its lists only, or records of another
 * program.
 */
export function readFiltersJson(text: string): FiltersJson {
  const parsed = parse(text)
  if (parsed === undefined) return failed('json')
  const { value } = parsed
  if (isFields(value) && value['format'] === FILTERS_FORMAT) return readPanelFile(value)
  const items = itemsOf(value)
  if (items === undefined) return failed('other')
  if (items.length === 0) return failed('none')
  if (items.every(isCell)) return { kind: 'rows', rows: items.map((cell, at) => toRow([cell], at + 1)) }
  const records = items.filter(isFields)
  return records.length < items.length ? failed('other') : readRecords(records)
}

const isFilter = (record: Fields): boolean => isFields(record['content']) || hasList(record)

function readRecords(records: readonly Fields[]): FiltersJson {
  if (records.some(({ filter }) => isFields(filter))) return failed('alerts')
  if (records.every(isFilter)) return { kind: 'filters', filters: records.map(toFoundFilter), personal: undefined }
  return records.every((each) => Object.values(each).every(isCell)) ? toRows(records) : failed('other')
}

function readPanelFile(value: Fields): FiltersJson {
  const { version, filters, personal_numbers: personal } = value
  if (typeof version === 'number' && version > FILTERS_VERSION) return failed('newer')
  if (!Array.isArray(filters)) return failed('other')
  const records = filters.filter(isFields)
  if (records.length === 0) return failed('none')
  return {
    kind: 'filters',
    filters: records.map(toFoundFilter),
    personal: personalForms.find((form) => form === personal),
  }
}

const listIn = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined)

function itemsOf(value: unknown): readonly unknown[] | undefined {
  const list = listIn(value)
  if (list !== undefined) return list
  if (!isFields(value)) return undefined
  const nestedList = listIn(value['filters']) ?? listIn(value['items'])
  if (nestedList !== undefined) return nestedList
  return isFields(value['content']) || hasList(value) ? [value] : undefined
}

/** The lists may be next to the name, without an object around them. */
const listsOf = (record: Fields): Fields =>
  isFields(record['content'])
    ? record['content']
    : Object.fromEntries(Object.entries(record).filter(([, values]) => Array.isArray(values)))

function toFoundFilter(record: Fields): FoundFilter {
  const { name } = record
  const texts = new Map<FilterListName, readonly PlacedText[]>()
  const unmatched: UnmatchedText[] = []
  for (const [key, rawList] of Object.entries(listsOf(record))) {
    const list = filterLists.find((each) => each === key)
    const values = listIn(rawList) ?? [rawList]
    const good = values.filter(isText).map((each) => ({ written: String(each), text: String(each) }))
    const bad = values.filter((each) => !isText(each))
    unmatched.push(...bad.map((each) => ({ text: textOf(each), list: key, fault: 'no_text' as const })))
    if (list === undefined)
      unmatched.push(...good.map(({ text }) => ({ text, list: key, fault: 'unknown_list' as const })))
    else texts.set(list, good)
  }
  return {
    name: typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim() : '',
    texts,
    unmatched,
    unplacedCells: 0,
    hasListNames: true,
  }
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

const MAX_SHOWN = 60
const textOf = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, MAX_SHOWN)

const toRow = (cells: readonly (string | number | boolean | null | undefined)[], line: number): SheetRow => ({
  line,
  cells: cells.map((cell) => (cell === null || cell === undefined ? '' : String(cell).trim())),
})

function toRows(records: readonly Fields[]): FiltersJson {
  const names = [...new Set(records.flatMap((each) => Object.keys(each)))]
  // Safe: the caller checked every value.
  const cells = (each: Fields) => names.map((name) => each[name] as string | number | boolean | null | undefined)
  return { kind: 'rows', rows: [toRow(names, 1), ...records.map((each, at) => toRow(cells(each), at + 2))] }
}
