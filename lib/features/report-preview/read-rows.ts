import { removeFormulaApostrophe } from '@/lib/domain/files/csv'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { BrokenReport, type ReportFile, openReport } from '@/lib/features/reports/report-reader'
import type { FetchService } from '@/lib/panel/context'

import type { PreviewRow, PreviewedReport } from './contract'
import { type RawRow, UnreadableReport, type RowCutter, csvCutter, jsonCutter } from './row-cutter'
import { type RowPlace, fileMark } from './row-place'

type ParsedRow =
  | { readonly fields: Readonly<Record<string, unknown>> }
  | { readonly fault: NonNullable<PreviewRow['fault']> }

const decoder = new TextDecoder()

export function parseJsonRow({ bytes }: RawRow): ParsedRow {
  if (bytes === undefined) return { fault: 'too_long' }
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { fault: 'not_an_object' }
    return { fields: { ...value } }
  } catch {
    return { fault: 'unreadable' }
  }
}

/** Cells by the names of the header; cells missing at the end are null, surplus ones are an error. */
export function parseCsvRow({ bytes }: RawRow, header: readonly string[]): ParsedRow {
  if (bytes === undefined) return { fault: 'too_long' }
  const cells = parseRecord(decoder.decode(bytes))
  if (cells.length > header.length) return { fault: 'cells' }
  const entries = header.map((name, index): [string, unknown] => [name, toValue(cells[index])])
  return { fields: Object.fromEntries(entries) }
}

/** Names of the columns; a repeated name gets a number. */
export function parseHeader({ bytes }: RawRow): string[] {
  const occurrences = new Map<string, number>()
  return parseRecord(decoder.decode(bytes ?? new Uint8Array())).map((name) => {
    const times = (occurrences.get(name) ?? 0) + 1
    occurrences.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/**
 * Interface decision 30 (rows of ordered reports): a cell contains lists and objects as JSON. Text that only resembles
 * JSON stays text.
 */
function toValue(cell: string | undefined): unknown {
  if (cell === undefined) return null
  if (!/^[[{]/.test(cell)) return removeFormulaApostrophe(cell)
  try {
    const value: unknown = JSON.parse(cell)
    return value
  } catch {
    return cell
  }
}

/** The cells of one record (RFC 4180); quotes in the middle of a cell are literal. */
function parseRecord(line: string): string[] {
  const record = line.endsWith('\r') ? line.slice(0, -1) : line
  const cells: string[] = []
  for (let at = 0; at <= record.length; at += 1) {
    const quoted = record[at] === '"' ? readQuotedCell(record, at) : undefined
    const stop = quoted?.end ?? record.indexOf(',', at)
    const end = stop === -1 ? record.length : stop
    cells.push(quoted?.text ?? record.slice(at, end))
    at = end
  }
  return cells
}

/** Undefined if no comma follows the closing quote: then the cell is not quoted. */
function readQuotedCell(record: string, start: number): { text: string; end: number } | undefined {
  let close = record.indexOf('"', start + 1)
  while (close !== -1 && record[close + 1] === '"') close = record.indexOf('"', close + 2)
  const end = close + 1
  if (close === -1 || (end < record.length && record[end] !== ',')) return undefined
  return { text: record.slice(start + 1, close).replaceAll('""', '"'), end }
}

export type PreviewedRow = { readonly row: number; readonly offset: number; readonly parsed: ParsedRow }

export type ReportRows = {
  /** Identifies the file that the rows belong to. */
  readonly file: string
  /** The masked header of a CSV; empty for JSON, whose columns are not known in advance. */
  readonly header: readonly string[]
  /** Rows in batches as they arrive. Throws `BrokenReport`, `UnreadableReport` or the service's `ApiError`. */
  readonly rows: AsyncGenerator<readonly PreviewedRow[]>
}

export type RowsOpening = {
  readonly fetchService: FetchService
  readonly id: string
  readonly format: PreviewedReport['format'] | undefined
  readonly place: RowPlace | undefined
  readonly signal: AbortSignal
}

/**
 * Opens a report at a position, or at its beginning. Throws what `openReport` throws; `changed` if the position belongs
 * to another file.
 */
export async function openRows(opening: RowsOpening): Promise<ReportRows & Pick<PreviewedReport, 'format'>> {
  const { place } = opening
  const opened = await openAt(opening, place?.offset ?? 0)
  const file = fileMark(opened.etag, opened.sizeBytes)
  const format = opening.format ?? (/^text\/csv\b/i.test(opened.mediaType) ? 'csv' : 'json')
  try {
    if (place !== undefined && place.file !== file) throw new BrokenReport('changed')
    const rows = format === 'json' ? jsonRows(opened, place) : await csvRows(opened, opening)
    return { file, format, ...rows }
  } catch (error) {
    await opened.bytes.return({ sizeBytes: 0, sha256: null })
    throw error
  }
}

type Rows = Pick<ReportRows, 'header' | 'rows'>

const jsonRows = ({ bytes }: ReportFile, place: RowPlace | undefined): Rows => ({
  header: [],
  rows: numberRows(cutRows(bytes, jsonCutter(place?.offset)), parseJsonRow, place?.row),
})

async function csvRows({ bytes }: ReportFile, opening: RowsOpening): Promise<Rows> {
  const { place } = opening
  const rawRows = cutRows(bytes, csvCutter(place?.offset))
  const { names, rest } = place === undefined ? await splitHeader(rawRows) : await readHeader(opening, rawRows)
  return { header: names.map(maskPesels), rows: numberRows(rest, (row) => parseCsvRow(row, names), place?.row) }
}

async function openAt({ fetchService, id, signal }: RowsOpening, from: number): Promise<ReportFile> {
  if (from === 0) return openReport({ fetchService, id, signal })
  try {
    return await openReport({ fetchService, id, from, signal })
  } catch (error) {
    if (!(error instanceof BrokenReport) || error.reason !== 'changed') throw error
    // A service without range support sends the whole file.
    const fullFile = await openReport({ fetchService, id, signal })
    return { ...fullFile, bytes: skipBytes(fullFile.bytes, from) }
  }
}

async function* skipBytes(bytes: ReportFile['bytes'], from: number): ReportFile['bytes'] {
  let remaining = from
  try {
    for (;;) {
      const next = await bytes.next()
      if (next.done) return next.value
      const rest = next.value.subarray(Math.min(remaining, next.value.length))
      remaining -= next.value.length - rest.length
      if (rest.length > 0) yield rest
    }
  } finally {
    await bytes.return({ sizeBytes: 0, sha256: null })
  }
}

async function* cutRows(bytes: ReportFile['bytes'], cutter: RowCutter): AsyncGenerator<RawRow[]> {
  for await (const chunk of bytes) {
    const rows = cutter.push(chunk)
    if (rows.length > 0) yield rows
  }
  const last = cutter.end()
  if (last.length > 0) yield last
}

type HeaderAndRest = { readonly names: readonly string[]; readonly rest: AsyncGenerator<readonly RawRow[]> }

async function splitHeader(rawRows: AsyncGenerator<RawRow[]>): Promise<HeaderAndRest> {
  const first = await rawRows.next()
  const [head, ...rows]: readonly RawRow[] = first.done === true ? [] : first.value
  if (head !== undefined && head.bytes === undefined) throw new UnreadableReport('not_rows')
  return { names: head === undefined ? [] : parseHeader(head), rest: prepend(rows, rawRows) }
}

async function* prepend(rows: readonly RawRow[], rawRows: AsyncGenerator<RawRow[]>): AsyncGenerator<readonly RawRow[]> {
  try {
    yield rows
    yield* rawRows
  } finally {
    await rawRows.return(undefined)
  }
}

/** Reading continues in the middle, but the header is at the beginning of the file. */
async function readHeader(opening: RowsOpening, rest: AsyncGenerator<RawRow[]>): Promise<HeaderAndRest> {
  const { bytes } = await openAt(opening, 0)
  const { names, rest: unread } = await splitHeader(cutRows(bytes, csvCutter()))
  await unread.return(undefined)
  await bytes.return({ sizeBytes: 0, sha256: null })
  return { names, rest }
}

async function* numberRows(
  rawRows: AsyncGenerator<readonly RawRow[]>,
  parse: (row: RawRow) => ParsedRow,
  from = 1,
): AsyncGenerator<readonly PreviewedRow[]> {
  let row = from
  for await (const rows of rawRows) {
    yield rows.filter(isRow).map((each) => {
      const read = { row, offset: each.at, parsed: parse(each) }
      row += 1
      return read
    })
  }
}

/** An empty line of a CSV is not a row. */
const isRow = ({ bytes }: RawRow): boolean =>
  bytes === undefined || bytes.length > 1 || (bytes.length === 1 && bytes[0] !== 0x0d)
