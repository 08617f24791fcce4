import { guessIdentifierType, type IdentifierType } from '@/lib/domain/identifiers/identifiers'

import { provenType } from './column-support'
import { isBlank, type SheetRow } from './source-table'

const SAMPLE = 200
/** Length of a REGON; no other identifier is longer. */
const MOST_DIGITS = 14

/** A date or an account number belongs to the number next to it. */
const belongsToNeighbour = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}\b/.test(text) || text.replace(/\D/g, '').length > MOST_DIGITS

const isNumber = (text: string): boolean =>
  (/^[\d\s-]*\d[\d\s-]*$/.test(text) && !belongsToNeighbour(text)) ||
  guessIdentifierType(text) === 'subject_id' ||
  provenType(text) !== undefined

/** The numbers of one cell: the cell itself, or its parts if each of them is a number. */
function numbersIn(cell: string): string[] | undefined {
  if (provenType(cell) !== undefined) return [cell]
  const parts = cell.split(/[\s,;/|]+/).filter((part) => part !== '')
  const isList = parts.length > 0 && parts.every((part) => provenType(part) !== undefined)
  if (isList) return parts
  return isNumber(cell) ? [cell] : undefined
}

function numbersOf({ cells }: SheetRow): string[] | undefined {
  const numbers: string[] = []
  for (const cell of cells) {
    if (cell === '') continue
    const found = numbersIn(cell)
    if (found === undefined) return undefined
    numbers.push(...found)
  }
  return numbers
}

const areMostlyProven = (numbers: readonly string[]): boolean =>
  numbers.filter((number) => provenType(number) !== undefined).length * 2 >= numbers.length

/** Every row has the same columns with different types, so its numbers belong to one subject. */
function isTable(rows: readonly SheetRow[]): boolean {
  const [first] = rows
  if (first === undefined || first.cells.length < 2 || rows.length < 2) return false
  const kinds = first.cells.map((cell) => provenType(cell))
  const isSame = (row: SheetRow) => row.cells.length === kinds.length && row.cells.every((cell) => cell !== '')
  const types = new Set<IdentifierType | 'regon' | undefined>(kinds)
  return rows.every(isSame) && types.size === kinds.length
}

/**
 * Splits numbers that were pasted side by side without other content into a row each. Undefined when the rows form a
 * table.
 */
export function spreadRows(rows: readonly SheetRow[]): SheetRow[] | undefined {
  const sample = rows.slice(0, SAMPLE).map(numbersOf)
  const sampledNumbers = sample.flatMap((numbers) => numbers ?? [])
  const hasOther = sample.some((numbers) => numbers === undefined)
  const hasSeveralPerRow = sample.some((numbers) => numbers !== undefined && numbers.length > 1)
  if (hasOther || !hasSeveralPerRow || !areMostlyProven(sampledNumbers) || isTable(rows.slice(0, SAMPLE)))
    return undefined
  if (rows.length > 1 && !eachColumnHasNumbers(rows.slice(0, SAMPLE))) return undefined
  return rows.flatMap((row) => {
    const numbers = numbersOf(row)
    return numbers === undefined ? [row] : numbers.map((number) => ({ line: row.line, cells: [number] }))
  })
}

/** A column of other numbers next to an identifier is not a second subject. */
function eachColumnHasNumbers(rows: readonly SheetRow[]): boolean {
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => rows.map(({ cells }) => cells[column] ?? '')).every(
    (cells) =>
      isBlank(cells) || areMostlyProven(cells.filter((cell) => cell !== '').flatMap((cell) => numbersIn(cell) ?? [])),
  )
}
