import { columnNameKey } from '@/lib/client/read-table/column-names'
import { HEADER_ROWS } from '@/lib/client/read-table/header-row'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'

/** A value that fits no list. */
export interface UnmatchedText {
  readonly text: string
  readonly list: string
  readonly fault: 'unknown_list' | 'no_text'
  readonly line?: number | undefined
}

const LIST = /^(list|lista)$/
const VALUE = /^(value|wartosc)$/

/** Names of lists other than those of the contract. */
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

export interface PanelTableCell {
  readonly list: FilterListName
  readonly cell: string
  readonly line: number
}

export interface PanelTable {
  readonly cells: readonly PanelTableCell[]
  readonly unmatched: readonly UnmatchedText[]
}

/** Reads a table as the panel writes it, which names the list of every value; undefined for any other table. */
export function readPanelTable(rows: readonly SheetRow[]): PanelTable | undefined {
  const header = rows
    .slice(0, HEADER_ROWS)
    .findIndex(({ cells }) => [LIST, VALUE].every((name) => cells.some((cell) => name.test(columnNameKey(cell)))))
  const names = rows[header]?.cells.map(columnNameKey)
  if (names === undefined) return undefined
  const [listAt, valueAt] = [names.findIndex((name) => LIST.test(name)), names.findIndex((name) => VALUE.test(name))]
  const cells: PanelTableCell[] = []
  const unmatched: UnmatchedText[] = []
  for (const { line, cells: row } of rows.slice(header + 1)) {
    const [word = '', cell = ''] = [row[listAt], row[valueAt]]
    const list = listOfWord(word)
    if (cell === '') continue
    if (list === undefined) unmatched.push({ text: cell, list: word, fault: 'unknown_list', line })
    else cells.push({ list, cell, line })
  }
  return cells.length === 0 ? undefined : { cells, unmatched }
}
