import { columnNameKey, roleOfName } from '@/lib/client/read-table/column-names'
import { provenType, sampleRows } from '@/lib/client/read-table/column-support'
import { bodyRows, countColumns } from '@/lib/client/read-table/columns'
import { findHeader } from '@/lib/client/read-table/header-row'
import { repairNumber } from '@/lib/client/read-table/repair-number'
import type { SheetRow } from '@/lib/client/read-table/source-table'
import { filterLists, type FilterListName } from '@/lib/domain/filter-lists'
import { guessIdentifierType } from '@/lib/domain/identifiers/identifiers'

import { checkValue } from '../draft/list-values'
import { readPanelTable, type UnmatchedText } from './panel-table'

/** A value as found in a file. */
export interface PlacedText {
  /** The text as it is written in the file. */
  readonly written: string
  /** The value without spreadsheet artefacts. */
  readonly text: string
  /** The row number in a table, counted from 1 as in a spreadsheet. */
  readonly line?: number | undefined
}

/** What the columns of a file contain for the lists of a filter. */
export interface PlacedRows {
  readonly texts: ReadonlyMap<FilterListName, readonly PlacedText[]>
  /** Values next to a list name that filters do not have. */
  readonly unmatched: readonly UnmatchedText[]
  /**
   * The number of filled cells that belong to no list, such as labels, dates and amounts; in a file for one list, also
   * cells of other columns.
   */
  readonly unplacedCells: number
  /** Whether the file names the list of every value, so that nothing was guessed. */
  readonly hasListNames: boolean
}

const signatures = ['krz_signature', 'msig_signature'] as const
const isNumbered = (list: FilterListName): list is 'nip' | 'krs' | 'pesel' | 'regon' | 'subject_id' =>
  list !== 'name' && list !== 'krz_signature' && list !== 'msig_signature'

/** Derives the list from a column name; a general name such as `Numer` decides nothing. */
function listOfName(name: string): FilterListName | undefined {
  const key = columnNameKey(name)
  if (key === '') return undefined
  if (/\bmsig\b/.test(key)) return 'msig_signature'
  if (/\b(krz|sygnatur\w*|signature\w*)\b/.test(key)) return 'krz_signature'
  const role = roleOfName(name)
  if (role === 'label') return 'name'
  return filterLists.find((list) => list === role)
}

function listOfCell(cell: string): FilterListName | undefined {
  const proven = provenType(cell)
  if (proven !== undefined) return proven
  return cell.includes('/') ? signatures.find((list) => checkValue(list, cell).ok) : undefined
}

/** Returns the list that at least half of the cells of a column provably belong to. */
function listOfColumn(cells: readonly CellWithLine[]): FilterListName | undefined {
  const counts = new Map<FilterListName, number>()
  for (const { cell } of cells) {
    const list = listOfCell(cell)
    if (list !== undefined) counts.set(list, (counts.get(list) ?? 0) + 1)
  }
  const [best] = [...counts].toSorted(([, a], [, b]) => b - a)
  return best !== undefined && best[1] * 2 >= cells.length ? best[0] : undefined
}

/** An apostrophe before a formula prevents its execution and is not part of the name. */
const ESCAPED_FORMULA = /^'(?=[=+\-@＝＋－＠])/

/** Undoes spreadsheet artefacts and formula escapes; a rounded number stays unchanged and is invalid. */
function repairCell(list: FilterListName, cell: string): string {
  if (!isNumbered(list)) return cell.replace(ESCAPED_FORMULA, '')
  const { text, isRounded } = repairNumber(cell, list)
  return isRounded === true ? cell : text
}

interface CellWithLine {
  readonly cell: string
  readonly line: number
}

interface Column {
  readonly name: string
  readonly cells: readonly CellWithLine[]
}

const toPlacedText = (list: FilterListName, { cell, line }: CellWithLine): PlacedText => ({
  written: cell.replace(ESCAPED_FORMULA, ''),
  text: repairCell(list, cell),
  line,
})

function columnsOf(rows: readonly SheetRow[]): readonly Column[] {
  const header = findHeader(rows)
  const body = bodyRows(rows, header)
  const names = header === undefined ? [] : (rows[header]?.cells ?? [])
  return Array.from({ length: countColumns(rows) }, (_, at) => ({
    name: names[at] ?? '',
    cells: body.map(({ line, cells }) => ({ line, cell: (cells[at] ?? '').trim() })).filter(({ cell }) => cell !== ''),
  }))
}

/** Returns what share of a column's cells is valid for a list. */
function shareFor(list: FilterListName, { cells }: Column): number {
  const sample = sampleRows(cells.map(({ cell, line }) => ({ line, cells: [cell] }))).flatMap((row) => row.cells)
  return sample.filter((cell) => checkValue(list, repairCell(list, cell)).ok).length / Math.max(1, sample.length)
}

const bestFor = (list: FilterListName, columns: readonly Column[]): Column =>
  columns.reduce(
    (found, each) => (shareFor(list, each) > shareFor(list, found) ? each : found),
    columns[0] ?? { name: '', cells: [] },
  )

/** Finds the column that is meant for a list: the one with its name, or the one that fits best. */
function placeInList(columns: readonly Column[], list: FilterListName): PlacedRows {
  const filled = columns.reduce((sum, { cells }) => sum + cells.length, 0)
  const best = columns.find(({ name }) => listOfName(name) === list) ?? bestFor(list, columns)
  return {
    texts: new Map([[list, best.cells.map((cell) => toPlacedText(list, cell))]]),
    unmatched: [],
    unplacedCells: filled - best.cells.length,
    hasListNames: false,
  }
}

class Placement {
  readonly texts = new Map<FilterListName, PlacedText[]>()

  add(list: FilterListName, cell: CellWithLine): void {
    const placedTexts = this.texts.get(list) ?? []
    placedTexts.push(toPlacedText(list, cell))
    this.texts.set(list, placedTexts)
  }
}

/** Judges by length only: a mistyped number among valid ones is to be corrected. */
function listOfForm({ cell }: CellWithLine): FilterListName | undefined {
  const guess = guessIdentifierType(cell)
  return guess === 'unknown' || guess === 'maybe_krs' ? undefined : guess
}

/**
 * Assigns a whole column, by its name or by most of its cells, else cell by cell. Returns how many cells belong to no
 * list.
 */
function placeColumn({ name, cells }: Column, placement: Placement): number {
  const columnList = listOfName(name) ?? listOfColumn(cells)
  if (columnList !== undefined) {
    for (const cell of cells) placement.add(columnList, cell)
    return 0
  }
  const proven = cells.map(({ cell }) => listOfCell(cell))
  const isOfNumbers = proven.filter((list) => list !== undefined).length * 2 >= cells.length
  let unplaced = 0
  for (const [at, cell] of cells.entries()) {
    const list = proven[at] ?? (isOfNumbers ? listOfForm(cell) : undefined)
    if (list === undefined) unplaced += 1
    else placement.add(list, cell)
  }
  return unplaced
}

/** Assigns the cells of a file to lists: named columns and columns of numbers as a whole, other numbers one by one. */
export function placeRows(rows: readonly SheetRow[], target?: FilterListName): PlacedRows {
  const placement = new Placement()
  const panelTable = target === undefined ? readPanelTable(rows) : undefined
  if (panelTable !== undefined) {
    for (const { list, ...cell } of panelTable.cells) placement.add(list, cell)
    return { texts: placement.texts, unmatched: panelTable.unmatched, unplacedCells: 0, hasListNames: true }
  }
  const columns = columnsOf(rows)
  if (target !== undefined) return placeInList(columns, target)
  const unplaced = columns.reduce((sum, column) => sum + placeColumn(column, placement), 0)
  // A single column of words is a list of names.
  const [singleColumn] = columns
  if (placement.texts.size === 0 && columns.length === 1 && singleColumn !== undefined)
    return {
      texts: new Map([['name', singleColumn.cells.map((cell) => toPlacedText('name', cell))]]),
      unmatched: [],
      unplacedCells: 0,
      hasListNames: false,
    }
  return { texts: placement.texts, unmatched: [], unplacedCells: unplaced, hasListNames: false }
}

/**
 * Assigns columns pasted into the field of one list. If that list receives none, a column that fits it and belongs
 * nowhere else is added to it, as names without a heading.
 */
export function placePasted(rows: readonly SheetRow[], list: FilterListName): PlacedRows {
  const result = placeRows(rows)
  if (result.hasListNames || result.texts.has(list)) return result
  const free = columnsOf(rows).filter((column) => placeColumn(column, new Placement()) === column.cells.length)
  const best = bestFor(list, free)
  if (shareFor(list, best) * 2 < 1) return result
  const texts = new Map([[list, best.cells.map((cell) => toPlacedText(list, cell))] as const, ...result.texts])
  return { ...result, texts, unplacedCells: result.unplacedCells - best.cells.length }
}
