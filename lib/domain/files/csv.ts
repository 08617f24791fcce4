import { stripBidiControls } from '../format/plain-direction'

export type CsvCell = string | number | boolean | null | undefined
/** A comma with a decimal point for machines, a semicolon with a decimal comma for a Polish spreadsheet. */
export type CsvDialect = { separator: ',' | ';' | '\t'; decimal: '.' | ',' }

const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/
// A spreadsheet runs a cell that begins with one of these as a formula, also in full-width form.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

function cellText(cell: CsvCell, decimal: CsvDialect['decimal']): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return decimal === ',' ? String(cell).replace('.', ',') : String(cell)
  if (typeof cell === 'boolean') return String(cell)
  const text = stripBidiControls(cell)
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
}

// Every common separator requires quotes, because the reader may use another one than the writer.
const quote = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One RFC 4180 record with its CRLF. Texts that a spreadsheet would run get a leading apostrophe. */
export const csvLine = (
  cells: readonly CsvCell[],
  { separator, decimal }: CsvDialect = { separator: ',', decimal: '.' },
): string => `${cells.map((cell) => quote(cellText(cell, decimal))).join(separator)}\r\n`

/** Removes the apostrophe before a formula. */
export function removeFormulaApostrophe(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith("'") && FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? text : cell
}
