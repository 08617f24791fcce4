import { countColumns } from './columns'
import { readEncoded } from './decode-text'
import type { Encoding } from './encodings'
import { faultOfText, kindOfBytes } from './file-kind'
import { HEADER_ROWS } from './header-row'
import { readDelimited, TooManyCells } from './read-delimited'
import { isElixir, readElixir } from './read-elixir'
import {
  MAX_BYTES,
  MAX_ROWS,
  type SheetRow,
  type SourceFault,
  type SourceNote,
  type SourceResult,
  type SourceTable,
} from './source-table'
import { spreadRows } from './spread-rows'
import type { Workbook } from './workbook/choose-sheet'
import { readOpenText, readWorkbook } from './workbook/read-workbook'

export interface ReadOptions {
  /** When the detected one is wrong. */
  readonly encoding?: Encoding | undefined
  readonly sheet?: string | undefined
  /** Rows that the spreadsheet hides are read as well. */
  readonly takesHidden?: boolean | undefined
}

/** A row is one list of numbers, or it has columns, of which nobody looks at as many. */
const MAX_COLUMNS = 1000
const MAX_LISTED = 60_000
/** Three times what a spreadsheet takes. */
const MAX_CELL_LENGTH = 100_000
/** More than the limit, for titles and a header; the document counts what is left of it. */
const KEPT_ROWS = MAX_ROWS + HEADER_ROWS

const failed = (fault: SourceFault): SourceResult => ({ ok: false, fault })

const isBeyondLists = (rows: readonly SheetRow[]): boolean =>
  (rows.length > 1 && countColumns(rows) > MAX_LISTED) ||
  rows.some(({ cells }) => cells.some((cell) => cell.length > MAX_CELL_LENGTH))

function limited(table: Omit<SourceTable, 'rest'>): SourceResult {
  if (table.rows.length === 0) return failed('empty')
  if (isBeyondLists(table.rows)) return failed('too_wide')
  const spread = spreadRows(table.rows)
  const rows = spread ?? table.rows
  if (countColumns(rows) > MAX_COLUMNS) return failed('too_wide')
  const notes: readonly SourceNote[] = spread === undefined ? table.notes : [...table.notes, 'spread']
  const isOver = rows.length > KEPT_ROWS
  const rest: readonly SheetRow[] = isOver ? rows.slice(KEPT_ROWS) : []
  return { ok: true, table: { ...table, notes, rows: isOver ? rows.slice(0, KEPT_ROWS) : rows, rest } }
}

const isFlatOpenDocument = (text: string): boolean =>
  /^\s*<\?xml/.test(text) && /<office:document[\s>]/.test(text.slice(0, 2000))

export function readText(text: string, encoding?: Encoding, notes: readonly SourceNote[] = []): SourceResult {
  const fault = faultOfText(text)
  if (fault !== undefined) return failed(fault)
  if (isElixir(text)) {
    const elixir = readElixir(text)
    return limited({ rows: elixir.rows, notes: [...elixir.notes, ...notes], encoding })
  }
  try {
    const table = readDelimited(text)
    return limited({ ...table, notes: [...table.notes, ...notes], encoding })
  } catch (error) {
    if (error instanceof TooManyCells) return failed('too_wide')
    throw error
  }
}

/** One sheet of a workbook as a table. */
export const tableOfBook = (book: Workbook): SourceResult => limited(book)

/**
 * The rows of a file, by what is in it and not by its name. Files that only a library reads are refused here by their kind:
 * `openSource` reads them.
 */
export function readBytes(bytes: Uint8Array, { encoding, ...book }: ReadOptions = {}): SourceResult {
  if (bytes.length > MAX_BYTES) return failed('too_big')
  const kind = kindOfBytes(bytes)
  if (kind !== 'text' && kind !== 'workbook') return failed(kind)
  const decoded = kind === 'text' ? readEncoded(bytes, encoding) : undefined
  if (decoded !== undefined && !isFlatOpenDocument(decoded.text))
    return readText(decoded.text, decoded.encoding, decoded.notes)
  const result = decoded === undefined ? readWorkbook(bytes, book) : readOpenText(decoded.text, book)
  return result.ok ? tableOfBook(result.workbook) : failed(result.fault)
}
