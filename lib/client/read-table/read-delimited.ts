import { isBlank, MAX_CELLS, type Separator, separators, type SheetRow, type SourceNote } from './source-table'

const SAMPLE_LINES = 100
/** A quoted cell longer than this, or over more lines, has an unclosed quote. */
const MAX_QUOTED = 4000
const MAX_QUOTED_LINES = 20

interface Cell {
  readonly text: string
  /** Index of the cell's terminator: a separator, a line feed, or the end of the text. */
  readonly end: number
  readonly isStray: boolean
}

export interface Delimited {
  readonly rows: readonly SheetRow[]
  readonly separator: Separator
  readonly notes: readonly SourceNote[]
}

const isSeparator = (text: string): text is Separator => separators.some((each) => each === text)
const linesWith = (lines: readonly string[], separator: string) =>
  lines.filter((line) => line.includes(separator)).length

/** A name may contain a comma but hardly ever a tab, so an earlier separator wins with half as many lines. */
function detectSeparator(text: string): Separator {
  const lines = text
    .slice(0, SAMPLE_LINES * 1000)
    // Quoted text does not count, even across lines.
    .replace(/(^|[\t;|,])"(?:[^"]|""){0,4000}"(?=[\t;|,\n]|$)/gm, '$1x')
    .split('\n', SAMPLE_LINES)
    .filter((line) => line.trim() !== '')
  const maxLines = Math.max(...separators.map((separator) => linesWith(lines, separator)))
  return (maxLines > 0 && separators.find((separator) => linesWith(lines, separator) * 2 >= maxLines)) || ';'
}

/** A quoted cell; undefined when no separator or line end follows the closing quote, so it is not a quoted cell. */
function readQuoted(text: string, start: number, separator: Separator): Cell | undefined {
  let close = start
  do {
    close = text.indexOf('"', close + 1)
    // A doubled quote is an escaped quote.
    if (text[close + 1] === '"' && close !== -1) close += 1
    else break
  } while (close - start < MAX_QUOTED)
  const end = close + 1
  const isClosed = close !== -1 && close - start < MAX_QUOTED
  if (!isClosed || !(end >= text.length || text[end] === separator || text[end] === '\n')) return undefined
  const inner = text.slice(start + 1, close)
  if (inner.split('\n', MAX_QUOTED_LINES + 1).length > MAX_QUOTED_LINES) return undefined
  return { text: inner.replaceAll('""', '"'), end, isStray: false }
}

function readPlain(text: string, start: number, separator: Separator): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  const cell = text.slice(start, end)
  return { text: cell.replace(/^"(.*)"$/, '$1'), end, isStray: cell.startsWith('"') }
}

function readRecord(text: string, start: number, separator: Separator) {
  const cells: string[] = []
  let isStray = false
  let at = start
  for (;;) {
    const cell = (text[at] === '"' && readQuoted(text, at, separator)) || readPlain(text, at, separator)
    if (cells.length <= MAX_CELLS) cells.push(cell.text)
    isStray ||= cell.isStray
    at = cell.end
    if (text[at] !== separator) return { cells, isStray, end: at }
    at += 1
  }
}

/** A pasted list may change its separator from line to line. */
function splitLoose(cells: string[]): string[] {
  const [cell = ''] = cells
  const other = cells.length === 1 ? separators.find((separator) => cell.includes(separator)) : undefined
  return other === undefined ? cells : cell.split(other, MAX_CELLS + 1)
}

const tidy = (cells: string[]): string[] => splitLoose(cells).map((cell) => cell.replace(/\s+/g, ' ').trim())

/** Thrown for a text with more cells than any real list has. */
export class TooManyCells extends Error {}

function readRows(text: string, separator: Separator) {
  const rows: SheetRow[] = []
  let hasStray = false
  let [line, at, filled] = [1, 0, 0]
  while (at < text.length) {
    const feed = text.indexOf('\n', at)
    const lineEnd = feed === -1 ? text.length : feed
    const plain = text.slice(at, lineEnd)
    const record = plain.includes('"')
      ? readRecord(text, at, separator)
      : { cells: plain.split(separator, MAX_CELLS + 1), isStray: false, end: lineEnd }
    hasStray ||= record.isStray
    filled += record.cells.length
    if (filled > MAX_CELLS) throw new TooManyCells()
    const cells = tidy(record.cells)
    if (!isBlank(cells)) rows.push({ line, cells })
    line += 1
    at = record.end + 1
  }
  return { rows, hasStray }
}

function lineEndsOf(text: string): number {
  return [/\r\n/, /(?<!\r)\n/, /\r(?!\n)/].filter((pattern) => pattern.test(text)).length
}

/**
 * Rows of a possibly malformed text: mixed line ends, NUL characters, unclosed quotes (treated as plain characters of
 * their row). Blank rows are left out and counted. Throws `TooManyCells`.
 */
export function readDelimited(input: string): Delimited {
  const notes: SourceNote[] = []
  if (input.includes('\0')) notes.push('nul')
  if (lineEndsOf(input) > 1) notes.push('mixed_line_ends')
  const text = input
    .replace(/\0/g, '')
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  // Excel's optional first line that names the separator is not a row.
  const declaration = /^sep=(.)(?:\n|$)/i.exec(text)
  const wanted = declaration?.[1] ?? ''
  const body = declaration === null ? text : text.slice(declaration[0].length)
  const separator = isSeparator(wanted) ? wanted : detectSeparator(body)
  const { rows, hasStray } = readRows(body, separator)
  if (hasStray) notes.push('stray_quotes')
  return { rows, separator, notes }
}
