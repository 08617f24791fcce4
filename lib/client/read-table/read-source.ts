import { countColumns } from './columns'
import { decodeText, detectEncoding, type Encoding } from './decode-text'
import { HEADER_ROWS } from './header-row'
import { readDelimited, TooManyCells } from './read-delimited'
import { readWorkbook } from './read-workbook'
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

export interface ReadOptions {
  /** When the detected one is wrong. */
  readonly encoding?: Encoding | undefined
  readonly sheet?: string | undefined
}

const SIGNATURES: readonly (readonly [string, SourceFault | 'workbook'])[] = [
  ['PK\u0003\u0004', 'workbook'],
  ['%PDF', 'pdf'],
  ['\u00D0\u00CF\u0011\u00E0', 'old_excel'],
]
const SAMPLE = 20_000
/** A row is one list of numbers, or it has columns, of which nobody looks at as many. */
const MAX_COLUMNS = 1000
const MAX_LISTED = 60_000
/** Three times what a spreadsheet takes. */
const MAX_CELL_LENGTH = 100_000
/** More than the limit, for titles and a header; the document counts what is left of it. */
const KEPT_ROWS = MAX_ROWS + HEADER_ROWS

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Array.from(text, (character) => character.charCodeAt(0)).every((code, index) => bytes[index] === code)

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

function countOf(text: string, isWanted: (code: number) => boolean): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isWanted(text.charCodeAt(at))) count += 1
  return count
}

/** Not text at all, or text that is no list: by its control characters, and by the first tag of a web page. */
function textFault(text: string): SourceFault | undefined {
  const sample = text.slice(0, SAMPLE)
  if (/^\s*(<!doctype|<html|<table|<\?xml)/i.test(sample)) return 'html'
  const controls = countOf(sample, (code) => (code > 0 && code < 9) || (code > 13 && code < 32) || code === 127)
  const nuls = countOf(sample, (code) => code === 0)
  return controls > sample.length * 0.01 || nuls > sample.length * 0.2 ? 'binary' : undefined
}

export function readText(text: string, encoding?: Encoding): SourceResult {
  const fault = textFault(text)
  if (fault !== undefined) return failed(fault)
  try {
    return limited({ ...readDelimited(text), encoding })
  } catch (error) {
    if (error instanceof TooManyCells) return failed('too_wide')
    throw error
  }
}

function readBook(bytes: Uint8Array, sheet: string | undefined): SourceResult {
  const result = readWorkbook(bytes, sheet)
  return result.ok ? limited(result.workbook) : failed(result.fault)
}

/** The rows of a file, by what is in it and not by its name. */
export function readBytes(bytes: Uint8Array, { encoding, sheet }: ReadOptions = {}): SourceResult {
  if (bytes.length > MAX_BYTES) return failed('too_big')
  const kind = SIGNATURES.find(([signature]) => startsWith(bytes, signature))?.[1] ?? 'text'
  if (kind === 'workbook') return readBook(bytes, sheet)
  if (kind !== 'text') return failed(kind)
  const used = encoding ?? detectEncoding(bytes)
  return readText(decodeText(bytes, used), used)
}
