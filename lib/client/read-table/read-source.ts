import { countColumns } from './columns'
import { readEncoded } from './decode-text'
import type { Encoding } from './encodings'
import { HEADER_ROWS } from './header-row'
import { readDelimited, TooManyCells } from './read-delimited'
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
import { isArchive } from './workbook/archive'
import type { Workbook } from './workbook/choose-sheet'
import { readOpenText, readWorkbook } from './workbook/read-workbook'

/** An order of a payment package: type, day, amount, the payer's bank … */
const ORDER = /^(?:110|111|120|210),(\d{8}),\d+,\d{8},/
const QUOTED = /"((?:[^"]|"")*)"/g
/** Column names of a Polish list, so that the package is read like any other list. */
const NAMES = ['NIP', 'Rachunek odbiorcy', 'Data zlecenia', 'Nazwa odbiorcy']

/** Whether a text is an Elixir-O payment package: each line is an order. */
const isElixir = (text: string): boolean => {
  const lines = text
    .slice(0, 20_000)
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
  return lines.length > 0 && ORDER.test(lines[0] ?? '')
}

/**
 * Number, account, day and name of the recipient. The number is in the title of a split payment:
 * `/VAT/…/IDC/NIP/INV/…`.
 */
function cellsOf(line: string): string[] | undefined {
  const day = ORDER.exec(line)?.[1]
  if (day === undefined) return undefined
  const quoted = Array.from(line.matchAll(QUOTED), ([, text = '']) => text.replaceAll('""', '"'))
  const [, account = '', , payee = ''] = quoted
  const title = quoted.slice(4).join('|').replaceAll('|', '')
  const nip = /\/IDC\/([^/]*)/.exec(title)?.[1] ?? ''
  const [name = ''] = payee.split('|')
  return [nip, account, `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`, name].map((text) => text.trim())
}

/** Rows of the orders in a payment package; a note counts the other lines. */
function readElixir(text: string): {
  readonly rows: readonly SheetRow[]
  readonly notes: readonly SourceNote[]
} {
  const rows: SheetRow[] = [{ line: 0, cells: NAMES }]
  let other = 0
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const cells = cellsOf(line)
    if (cells !== undefined) rows.push({ line: at + 1, cells })
    else if (line.trim() !== '') other += 1
  }
  return { rows, notes: ['elixir', ...(other > 0 ? [{ note: 'unread_lines' as const, count: other }] : [])] }
}
const SIGNATURES: readonly (readonly [string, SourceFault])[] = [
  ['{\\rtf', 'word'],
  ['\u0089PNG', 'image'],
  ['\u00FF\u00D8\u00FF', 'image'],
  ['GIF8', 'image'],
  ['\u001F\u008B', 'archive'],
  ['7z\u00BC\u00AF', 'archive'],
  ['Rar!', 'archive'],
  // Early Excel sheets, not yet compound files.
  ['\u0009\u0008\u0010\u0000', 'old_excel'],
  ['\u0009\u0004\u0006\u0000', 'old_excel'],
  ['\u0009\u0002\u0006\u0000', 'old_excel'],
]
const COMPOUND = '\u00D0\u00CF\u0011\u00E0'
/** Names in the directory of a compound file of old Office, in UTF-16. */
const STREAMS: readonly (readonly [string, SourceFault])[] = [
  ['EncryptedPackage', 'password'],
  ['WordDocument', 'word'],
  ['Workbook', 'old_excel'],
  ['Book', 'old_excel'],
]
/** Some writers put a line before the signature of a PDF. */
const PDF_WITHIN = 1024

const SAMPLE = 20_000

const XML_KINDS: readonly (readonly [RegExp, SourceFault])[] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'xml_2003'],
  [/<html[\s>]/i, 'html'],
  [/iso:std:iso:20022:tech:xsd:(camt|pain)\./, 'camt'],
  [/<(?:\w+:)?JPK[\s>]/, 'jpk'],
]

export interface ReadOptions {
  /** Overrides the detected encoding. */
  readonly encoding?: Encoding | undefined
  readonly sheet?: string | undefined
  /** Includes rows that the spreadsheet hides. */
  readonly takesHidden?: boolean | undefined
}

/** A wider row is a list of numbers, because nobody works with more columns. */
const MAX_COLUMNS = 1000
const MAX_LISTED = 60_000
/** Three times the limit of a spreadsheet cell. */
const MAX_CELL_LENGTH = 100_000
/** More than the limit of a list, to allow for titles and a header; the others are in `rest`. */
const MAX_READ_ROWS = MAX_ROWS + HEADER_ROWS

const failure = (fault: SourceFault): SourceResult => ({ ok: false, fault })

const isBeyondLists = (rows: readonly SheetRow[]): boolean =>
  (rows.length > 1 && countColumns(rows) > MAX_LISTED) ||
  rows.some(({ cells }) => cells.some((cell) => cell.length > MAX_CELL_LENGTH))

function limitTable(table: Omit<SourceTable, 'rest'>): SourceResult {
  if (table.rows.length === 0) return failure('empty')
  if (isBeyondLists(table.rows)) return failure('too_wide')
  const spread = spreadRows(table.rows)
  const rows = spread ?? table.rows
  if (countColumns(rows) > MAX_COLUMNS) return failure('too_wide')
  const notes: readonly SourceNote[] = spread === undefined ? table.notes : [...table.notes, 'spread']
  const exceedsLimit = rows.length > MAX_READ_ROWS
  const rest: readonly SheetRow[] = exceedsLimit ? rows.slice(MAX_READ_ROWS) : []
  return { ok: true, table: { ...table, notes, rows: exceedsLimit ? rows.slice(0, MAX_READ_ROWS) : rows, rest } }
}

const isFlatOpenDocument = (text: string): boolean =>
  /^\s*<\?xml/.test(text) && /<office:document[\s>]/.test(text.slice(0, 2000))

export function readText(text: string, encoding?: Encoding, notes: readonly SourceNote[] = []): SourceResult {
  const fault = faultOfText(text)
  if (fault !== undefined) return failure(fault)
  if (isElixir(text)) {
    const elixir = readElixir(text)
    return limitTable({ rows: elixir.rows, notes: [...elixir.notes, ...notes], encoding })
  }
  try {
    const table = readDelimited(text)
    return limitTable({ ...table, notes: [...table.notes, ...notes], encoding })
  } catch (error) {
    if (error instanceof TooManyCells) return failure('too_wide')
    throw error
  }
}

export const tableOfBook = (book: Workbook): SourceResult => limitTable(book)

/**
 * Rows of a file, whose type is detected by its content and not by its name. Files that only the library reads are
 * refused by their type; `openSource` reads them.
 */
export function readBytes(bytes: Uint8Array, { encoding, ...book }: ReadOptions = {}): SourceResult {
  if (bytes.length > MAX_BYTES) return failure('too_big')
  const kind = kindOfBytes(bytes)
  if (kind !== 'text' && kind !== 'workbook') return failure(kind)
  const decoded = kind === 'text' ? readEncoded(bytes, encoding) : undefined
  if (decoded !== undefined && !isFlatOpenDocument(decoded.text))
    return readText(decoded.text, decoded.encoding, decoded.notes)
  const result = decoded === undefined ? readWorkbook(bytes, book) : readOpenText(decoded.text, book)
  return result.ok ? tableOfBook(result.workbook) : failure(result.fault)
}

type FileKind = 'workbook' | 'text' | SourceFault

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

function compoundKind(bytes: Uint8Array): SourceFault {
  const text = new TextDecoder('latin1').decode(bytes)
  const wide = (name: string) => Array.from(name, (letter) => `${letter}\u0000`).join('')
  return STREAMS.find(([name]) => text.includes(wide(name)))?.[1] ?? 'old_excel'
}

function kindOfBytes(bytes: Uint8Array): FileKind {
  const head = latin(bytes.subarray(0, PDF_WITHIN))
  if (head.startsWith(COMPOUND)) return compoundKind(bytes)
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1]
  if (signed !== undefined) return signed
  if (/(^|[\r\n])%PDF-/.test(head) || head.startsWith('%PDF')) return 'pdf'
  return isArchive(bytes) ? 'workbook' : 'text'
}

function countOf(text: string, isWanted: (code: number) => boolean): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isWanted(text.charCodeAt(at))) count += 1
  return count
}

const kindOfXml = (text: string): SourceFault => XML_KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'xml'

/** Detects text that is not a list, by control characters and by the beginnings of other formats. */
function faultOfText(text: string): SourceFault | undefined {
  const sample = text.slice(0, SAMPLE).replace(/^\uFEFF/, '')
  if (/^\s*(?:<!--[^>]*-->\s*)?<(!doctype html|html|head|meta|body|table|div|style)[\s>]/i.test(sample)) return 'html'
  if (/^\s*<(\?xml|!doctype|[\w:]+\s[^>]*xmlns)/i.test(sample)) return kindOfXml(sample)
  if (/^MIME-Version:/im.test(sample) && /^Content-Type:\s*multipart/im.test(sample)) return 'mhtml'
  if (/^\s*(\{1:F01|:20:)/.test(sample) && /^:(25|60[FM]|61):/m.test(sample)) return 'mt940'
  if (/^\s*(\{\s*"|\[\s*\{\s*")/.test(sample)) return 'json'
  const controls = countOf(sample, (code) => (code > 0 && code < 9) || (code > 13 && code < 32) || code === 127)
  const nuls = countOf(sample, (code) => code === 0)
  return controls > sample.length * 0.01 || nuls > sample.length * 0.2 ? 'binary' : undefined
}
