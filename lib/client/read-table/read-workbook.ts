import { strFromU8, unzipSync } from 'fflate'

import { isBlank, MAX_CELLS, type SheetRow, type SourceNote } from './source-table'
import { withoutElements, xmlElements } from './xml-elements'

/** Unpacked; a real list of 50 000 rows takes a fifth of it. */
const MAX_UNPACKED = 200_000_000
/** How much longer it gets: real lists ten to thirty times. What is short may be as regular as it likes. */
const MAX_RATIO = 100
const ALWAYS_UNPACKED = 10_000_000
const MAX_COLUMNS = 200
/** Longer than the tag that closes a sheet. */
const ENDING = 100
/** Each is offered by its name. */
const MAX_SHEETS = 1000

export type WorkbookFault = 'archive' | 'broken_workbook' | 'unpacks_too_far' | 'too_wide'
export interface Workbook {
  readonly rows: readonly SheetRow[]
  readonly sheets: readonly string[]
  readonly sheet: string
  readonly notes: readonly SourceNote[]
}
export type WorkbookResult =
  | { readonly ok: true; readonly workbook: Workbook }
  | { readonly ok: false; readonly fault: WorkbookFault }

interface Sheet {
  readonly name: string
  readonly path: string
}

class Refused extends Error {
  readonly fault: WorkbookFault

  constructor(fault: WorkbookFault) {
    super(fault)
    this.fault = fault
  }
}

/** The named entries of the archive, as text. */
function unpack(bytes: Uint8Array, wanted: (path: string) => boolean): Map<string, string> {
  let total = 0
  const most = Math.min(MAX_UNPACKED, Math.max(ALWAYS_UNPACKED, MAX_RATIO * bytes.length))
  // No more is unpacked than the archive says of an entry.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!wanted(name)) return false
    total += originalSize
    if (total > most) throw new Refused('unpacks_too_far')
    return true
  }
  return new Map(Object.entries(unzipSync(bytes, { filter })).map(([path, data]) => [path, strFromU8(data)]))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function entity(whole: string, body: string): string {
  if (!body.startsWith('#')) return ENTITIES[body] ?? whole
  const code = body.startsWith('#x') ? parseInt(body.slice(2), 16) : Number(body.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const unescapeXml = (text: string): string =>
  text
    .replace(/&(#x?[\da-f]+|\w+);/gi, entity)
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found ? unescapeXml(found[1] ?? found[2] ?? '') : undefined
}

const textOf = (xml: string): string =>
  xml === ''
    ? ''
    : unescapeXml(Array.from(xmlElements(withoutElements(xml, 'rPh'), 't'), ({ content }) => content).join(''))

function sheetsOf(workbook: string, relations: string): Sheet[] {
  const targets = new Map(
    Array.from(xmlElements(relations, 'Relationship'), ({ attributes }) => [
      attribute(attributes, 'Id') ?? '',
      attribute(attributes, 'Target') ?? '',
    ]),
  )
  const sheets = [...xmlElements(workbook, 'sheet')]
  if (sheets.length > MAX_SHEETS) throw new Refused('too_wide')
  return sheets.flatMap(({ attributes }) => {
    const target = targets.get(attribute(attributes, 'id') ?? '')
    const isHidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
    if (target === undefined || isHidden) return []
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    return [{ name: attribute(attributes, 'name') ?? path, path }]
  })
}

/** `BC12` → 54; undefined when the cell does not say where it stands. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** A whole number is written out in full, however the file spells it: `5.261040828E9` is a NIP. */
function numberText(value: string): string {
  const number = Number(value)
  return value !== '' && Number.isSafeInteger(number) ? String(number) : value
}

interface Reading {
  readonly shared: readonly string[]
  readonly notes: Set<SourceNote>
}

function cellText(attributes: string, content: string, { shared, notes }: Reading): string {
  const type = attribute(attributes, 't') ?? 'n'
  if (type === 'inlineStr') return textOf(content)
  const [first] = xmlElements(content, 'v')
  const raw = first?.content
  const value = unescapeXml(raw ?? '')
  if (/<(?:\w+:)?f[\s/>]/.test(content)) notes.add(raw === undefined ? 'formulas_empty' : 'formulas')
  if (type === 's') return shared[Number(value)] ?? ''
  return type === 'n' ? numberText(value) : value
}

function cellsOf(xml: string, reading: Reading): string[] {
  const cells: string[] = []
  for (const { attributes, content } of xmlElements(xml, 'c')) {
    const column = columnOf(attribute(attributes, 'r')) ?? cells.length
    if (column >= MAX_COLUMNS) continue
    while (cells.length < column) cells.push('')
    cells[column] = cellText(attributes, content, reading).replace(/\s+/g, ' ').trim()
  }
  return cells
}

function rowsOf(xml: string, reading: Reading): SheetRow[] {
  const rows: SheetRow[] = []
  let [line, filled] = [0, 0]
  for (const { attributes, content } of xmlElements(xml, 'row')) {
    line = Number(attribute(attributes, 'r') ?? line + 1)
    const cells = cellsOf(content, reading)
    if (isBlank(cells)) continue
    rows.push({ line, cells })
    filled += cells.length
    if (filled > MAX_CELLS) throw new Refused('too_wide')
  }
  if (/<(?:\w+:)?mergeCell\s/.test(xml)) reading.notes.add('merged')
  return rows
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  for (const { content } of xmlElements(xml, 'si')) {
    texts.push(textOf(content))
    if (texts.length > MAX_CELLS) throw new Refused('too_wide')
  }
  return texts
}

function read(bytes: Uint8Array, wanted: string | undefined): WorkbookResult {
  const names = new Set<string>()
  const book = unpack(bytes, (path) => {
    names.add(path)
    return path === 'xl/workbook.xml' || path === 'xl/_rels/workbook.xml.rels'
  })
  const main = book.get('xl/workbook.xml')
  if (main === undefined) return { ok: false, fault: 'archive' }
  const sheets = sheetsOf(main, book.get('xl/_rels/workbook.xml.rels') ?? '').filter(({ path }) => names.has(path))
  const sheet = sheets.find(({ name }) => name === wanted) ?? sheets[0]
  if (sheet === undefined) return { ok: false, fault: 'broken_workbook' }
  const parts = unpack(bytes, (path) => path === sheet.path || path === 'xl/sharedStrings.xml')
  const shared = sharedTexts(parts.get('xl/sharedStrings.xml') ?? '')
  const xml = parts.get(sheet.path) ?? ''
  // A file that was cut off: rows would be missing without a word.
  if (!/<\/(?:\w+:)?worksheet>$/.test(xml.trimEnd().slice(-ENDING))) return { ok: false, fault: 'broken_workbook' }
  const notes = new Set<SourceNote>()
  const rows = rowsOf(xml, { shared, notes })
  return { ok: true, workbook: { rows, sheets: sheets.map(({ name }) => name), sheet: sheet.name, notes: [...notes] } }
}

/** The rows of one visible sheet of an XLSX file: what is shown of formulas, and the numbers as they are kept. */
export function readWorkbook(bytes: Uint8Array, sheet?: string): WorkbookResult {
  try {
    return read(bytes, sheet)
  } catch (error) {
    return { ok: false, fault: error instanceof Refused ? error.fault : 'broken_workbook' }
  }
}
