import { columnNameKey } from '@/lib/client/read-table/column-names'
import { HEADER_ROWS } from '@/lib/client/read-table/header-row'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

/** A value that no list can take, whatever it is. */
export interface StrangeText {
  readonly text: string
  /** What the file calls its list. */
  readonly list: string
  readonly fault: 'unknown_list' | 'no_text'
  readonly line?: number | undefined
}

const LIST = /^(list|lista)$/
const VALUE = /^(value|wartosc)$/

/** What people write beside the contract's own word for a list. */
const otherNames: Readonly<Record<string, FilterListName>> = {
  nazwa: 'name',
  nazwy: 'name',
  names: 'name',
  'sygnatura krz': 'krz_signature',
  'sygnatury krz': 'krz_signature',
  'sygnatura msig': 'msig_signature',
  'sygnatury msig': 'msig_signature',
  uuid: 'subject_id',
}

function listOfWord(word: string): FilterListName | undefined {
  const key = columnNameKey(word)
  return filterLists.find((list) => columnNameKey(list) === key) ?? otherNames[key]
}

export interface OwnCell {
  readonly list: FilterListName
  readonly cell: string
  readonly line: number
}

export interface OwnTable {
  readonly cells: readonly OwnCell[]
  readonly strange: readonly StrangeText[]
}

/** A table that names the list of every value, as the panel writes it; undefined when it is another one. */
export function readOwnTable(rows: readonly SheetRow[]): OwnTable | undefined {
  const header = rows
    .slice(0, HEADER_ROWS)
    .findIndex(({ cells }) => [LIST, VALUE].every((name) => cells.some((cell) => name.test(columnNameKey(cell)))))
  const names = rows[header]?.cells.map(columnNameKey)
  if (names === undefined) return undefined
  const [listAt, valueAt] = [names.findIndex((name) => LIST.test(name)), names.findIndex((name) => VALUE.test(name))]
  const cells: OwnCell[] = []
  const strange: StrangeText[] = []
  for (const { line, cells: row } of rows.slice(header + 1)) {
    const [word = '', cell = ''] = [row[listAt], row[valueAt]]
    const list = listOfWord(word)
    if (cell === '') continue
    if (list === undefined) strange.push({ text: cell, list: word, fault: 'unknown_list', line })
    else cells.push({ list, cell, line })
  }
  return cells.length === 0 ? undefined : { cells, strange }
}
