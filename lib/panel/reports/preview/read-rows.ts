import type { PreviewedReport } from '@/lib/contract/panel/report-preview'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import type { FetchService } from '../../context'
import { BrokenReport, openReport, type ReportFile } from '../report-reader'
import { parseCsvRow, type ParsedRow, parseHeader, parseJsonRow } from './parse-row'
import { csvCutter, type CutRow, CutShort, jsonCutter, type RowCutter } from './row-cutter'
import { fileMark, type RowPlace } from './row-place'

/** A row as it was read, with its number and its first byte. */
export type PreviewedRow = { readonly row: number; readonly offset: number; readonly parsed: ParsedRow }

export type OpenedRows = {
  /** Of the file that the rows are from. */
  readonly file: string
  /** Of a CSV, masked; of JSON nobody knows them beforehand. */
  readonly header: readonly string[]
  /** As many at a time as came together. Throws `BrokenReport`, `CutShort`, or `ApiError` of the service in the middle. */
  readonly rows: AsyncGenerator<readonly PreviewedRow[]>
}

export type RowsOpening = {
  readonly fetchService: FetchService
  readonly id: string
  readonly format: PreviewedReport['format'] | undefined
  readonly place: RowPlace | undefined
  readonly signal: AbortSignal
}

/** Opens a report at a place, or from its beginning. Throws what `openReport` throws; `changed` where the place is of another file. */
export async function openRows(opening: RowsOpening): Promise<OpenedRows & Pick<PreviewedReport, 'format'>> {
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

type Rows = Pick<OpenedRows, 'header' | 'rows'>

const jsonRows = ({ bytes }: ReportFile, place: RowPlace | undefined): Rows => ({
  header: [],
  rows: numbered(cutRows(bytes, jsonCutter(place?.offset)), parseJsonRow, place?.row),
})

async function csvRows({ bytes }: ReportFile, opening: RowsOpening): Promise<Rows> {
  const { place } = opening
  const cut = cutRows(bytes, csvCutter(place?.offset))
  const { names, rest } = place === undefined ? await takeHeader(cut) : await readHeader(opening, cut)
  return { header: names.map(maskPesels), rows: numbered(rest, (row) => parseCsvRow(row, names), place?.row) }
}

async function openAt({ fetchService, id, signal }: RowsOpening, from: number): Promise<ReportFile> {
  if (from === 0) return openReport({ fetchService, id, signal })
  try {
    return await openReport({ fetchService, id, from, signal })
  } catch (error) {
    if (!(error instanceof BrokenReport) || error.reason !== 'changed') throw error
    // A service that knows no ranges gives the whole file.
    const whole = await openReport({ fetchService, id, signal })
    return { ...whole, bytes: skipBytes(whole.bytes, from) }
  }
}

async function* skipBytes(bytes: ReportFile['bytes'], from: number): ReportFile['bytes'] {
  let left = from
  try {
    for (;;) {
      const next = await bytes.next()
      if (next.done) return next.value
      const rest = next.value.subarray(Math.min(left, next.value.length))
      left -= next.value.length - rest.length
      if (rest.length > 0) yield rest
    }
  } finally {
    await bytes.return({ sizeBytes: 0, sha256: null })
  }
}

async function* cutRows(bytes: ReportFile['bytes'], cutter: RowCutter): AsyncGenerator<CutRow[]> {
  for await (const chunk of bytes) {
    const rows = cutter.push(chunk)
    if (rows.length > 0) yield rows
  }
  const last = cutter.end()
  if (last.length > 0) yield last
}

type Headed = { readonly names: readonly string[]; readonly rest: AsyncGenerator<readonly CutRow[]> }

async function takeHeader(cut: AsyncGenerator<CutRow[]>): Promise<Headed> {
  const first = await cut.next()
  const [head, ...rows]: readonly CutRow[] = first.done === true ? [] : first.value
  if (head !== undefined && head.bytes === undefined) throw new CutShort('not_rows')
  return { names: head === undefined ? [] : parseHeader(head), rest: resumed(rows, cut) }
}

async function* resumed(rows: readonly CutRow[], cut: AsyncGenerator<CutRow[]>): AsyncGenerator<readonly CutRow[]> {
  try {
    yield rows
    yield* cut
  } finally {
    await cut.return(undefined)
  }
}

/** Reading goes on in the middle: the names of the cells stand at the beginning. */
async function readHeader(opening: RowsOpening, rest: AsyncGenerator<CutRow[]>): Promise<Headed> {
  const { bytes } = await openAt(opening, 0)
  const { names, rest: unread } = await takeHeader(cutRows(bytes, csvCutter()))
  await unread.return(undefined)
  await bytes.return({ sizeBytes: 0, sha256: null })
  return { names, rest }
}

async function* numbered(
  cut: AsyncGenerator<readonly CutRow[]>,
  parse: (row: CutRow) => ParsedRow,
  from = 1,
): AsyncGenerator<readonly PreviewedRow[]> {
  let row = from
  for await (const rows of cut) {
    yield rows.filter(isRow).map((each) => {
      const read = { row, offset: each.at, parsed: parse(each) }
      row += 1
      return read
    })
  }
}

/** An empty line of a CSV is none. */
const isRow = ({ bytes }: CutRow): boolean =>
  bytes === undefined || bytes.length > 1 || (bytes.length === 1 && bytes[0] !== 0x0d)
