import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx'

import { decodeText, detectEncoding } from '../decode-text'
import { encodings } from '../encodings'
import { tableOfBook } from '../read-source'
import { isBlank, MAX_CELLS, MAX_ROWS, type SheetRow, type SourceNote, type SourceResult } from '../source-table'
import { ZipParts, WorkbookRefusal } from '../workbook/archive'
import { type BookOptions, chooseSheet } from '../workbook/choose-sheet'
import { numberText, shapeOf } from '../workbook/number-format'
import { MAX_SHEET_COLUMNS, type RawSheet } from '../workbook/raw-sheet'
import { tidyCell } from '../workbook/sheet-reader'
import type { ForeignKind } from './open-source'

/** Sheets of these types have at most 65 536 rows or are cut at this limit; cut ones are refused. */
const MAX_READ_ROWS = MAX_ROWS * 2
const MAX_SHEETS = 1000

interface WorkbookReadState {
  readonly is1904: boolean
  readonly notes: Set<SourceNote>
  errors: number
}

const dayText = (date: Date): string =>
  date
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
    .replace(/ 00:00$/, '')

const valueText = ({ v }: CellObject): string => (v === undefined ? '' : v instanceof Date ? dayText(v) : String(v))

function cellText(cell: CellObject, state: WorkbookReadState): string {
  if (cell.f !== undefined) state.notes.add('formulas')
  if (cell.t === 'n')
    return numberText(valueText(cell), { shape: shapeOf(String(cell.z ?? 'General')), is1904: state.is1904 })
  if (cell.t === 'b') return cell.v === true ? 'TRUE' : 'FALSE'
  if (cell.t !== 'e') return valueText(cell)
  state.errors += 1
  return cell.w ?? '#ERR'
}

interface Grid {
  readonly rows: SheetRow[]
  readonly cut: Set<number>
}

type DataRow = readonly (CellObject | undefined)[]

/** Rows are sparse: a cell far to the right may have no neighbours. */
function cellsOf(row: DataRow, state: WorkbookReadState, cut: Set<number>): string[] {
  const cells: string[] = []
  for (const key of Object.keys(row)) {
    const column = Number(key)
    const cell = row[column]
    const text = cell === undefined ? '' : tidyCell(cellText(cell, state))
    if (text === '') continue
    if (column >= MAX_SHEET_COLUMNS) {
      cut.add(column)
      continue
    }
    while (cells.length < column) cells.push('')
    cells[column] = text
  }
  return cells
}

function gridOf(data: readonly (DataRow | undefined)[], state: WorkbookReadState): Grid {
  const rows: SheetRow[] = []
  const cut = new Set<number>()
  let filled = 0
  for (const [at, row] of data.entries()) {
    const cells = row === undefined ? [] : cellsOf(row, state, cut)
    filled += cells.length
    if (filled > MAX_CELLS) throw new WorkbookRefusal('too_wide')
    if (!isBlank(cells)) rows.push({ line: at + 1, cells })
  }
  return { rows, cut }
}

function rawSheet(sheet: WorkSheet, is1904: boolean, hiddenHtml: readonly boolean[]): RawSheet {
  const state: WorkbookReadState = { is1904, notes: new Set(), errors: 0 }
  const data = sheet['!data'] ?? []
  if (data.length > MAX_READ_ROWS) throw new WorkbookRefusal('too_wide')
  const { rows, cut } = gridOf(data, state)
  const isHidden = (line: number) => sheet['!rows']?.[line - 1]?.hidden === true || hiddenHtml[line - 1] === true
  const isFilled = (column: number) => rows.some(({ cells }) => (cells[column] ?? '') !== '')
  if ((sheet['!merges'] ?? []).length > 0) state.notes.add('merged')
  return {
    rows,
    hidden: new Set(rows.map(({ line }) => line).filter(isHidden)),
    hiddenColumns: (sheet['!cols'] ?? []).filter((column, at) => column?.hidden === true && isFilled(at)).length,
    cutColumns: cut.size,
    errors: state.errors,
    notes: [...state.notes],
  }
}

/** In HTML a row is hidden by its style. */
const hiddenInHtml = (html: string): boolean[][] =>
  Array.from(html.matchAll(/<table.*?>[\s\S]*?<\/table>/gi), ([table]) =>
    Array.from(table.matchAll(/<tr[^<>]*>/gi), ([tag]) => /display:\s*none/i.test(tag)),
  )

/** Removes all attributes except spans: the library takes a `>` within an attribute for the end of the tag. */
const plainTags = (html: string): string =>
  html.replace(/<(td|th)\s((?:[^"'>]|"[^"]*"|'[^']*')*)>/gi, (_, name: string, attributes: string) => {
    const spans = attributes.match(/\b(?:col|row)span\s*=\s*["']?\d+["']?/gi) ?? []
    return `<${[name, ...spans].join(' ')}>`
  })

/** Decodes with the declared encoding or the detected one. */
function textOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4000))
  const declared = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
  const detected = detectEncoding(bytes)
  const supported = encodings.find((each) => each === declared)
  return decodeText(bytes, supported !== undefined && !detected.startsWith('utf') ? supported : detected)
}

const OPTIONS = {
  dense: true,
  cellStyles: true,
  cellHTML: false,
  sheetStubs: false,
  raw: true,
  sheetRows: MAX_READ_ROWS + 1,
}

/** Thrown for a file that is not a workbook: the library would read it as plain text and invent rows. */
class NotAWorkbook extends Error {}

function open(bytes: Uint8Array, kind: ForeignKind): { readonly book: WorkBook; readonly html: string } {
  if (kind === 'old_excel' && bytes[0] === 0xd0 && bytes[4] !== 0xa1) throw new NotAWorkbook()
  if (kind === 'old_excel') return { book: read(bytes, { ...OPTIONS, type: 'array' }), html: '' }
  if (kind === 'xlsb') {
    // Refused when it would take more memory than a workbook may.
    const archive = new ZipParts(bytes)
    archive.admitAll()
    return { book: read(archive.bytes, { ...OPTIONS, type: 'array' }), html: '' }
  }
  const decoded = textOf(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (!decoded.startsWith('<')) throw new NotAWorkbook()
  const text = kind === 'html' ? plainTags(decoded) : decoded
  return { book: read(text, { ...OPTIONS, type: 'string' }), html: kind === 'html' ? text : '' }
}

/** Rows of a file that a library reads: XLS, XLSB, HTML tables and XML of 2003. Throws the library's errors. */
export function readForeignBook(bytes: Uint8Array, kind: ForeignKind, options: BookOptions): SourceResult {
  const { book, html } = open(bytes, kind)
  const workbook = book.Workbook
  const is1904 = workbook?.WBProps?.date1904 === true
  const hidden = html === '' ? [] : hiddenInHtml(html)
  if (book.SheetNames.length > MAX_SHEETS) throw new WorkbookRefusal('too_wide')
  const sheets = book.SheetNames.flatMap((name, at) => {
    const sheet = book.Sheets[name]
    // Charts and macros are not tables.
    if (sheet === undefined || (sheet['!type'] ?? 'sheet') !== 'sheet') return []
    const isHidden = (workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0
    return [{ name, isHidden, read: () => rawSheet(sheet, is1904, hidden[at] ?? []) }]
  })
  const chosen = chooseSheet(sheets, options)
  return chosen === undefined ? { ok: false, fault: 'empty' } : tableOfBook({ ...chosen, is1904 })
}
