import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import { readTypedDay } from './read-typed-day'

/**
 * The text shown for a cell of a date column: the date as formatted by `write`, because the serial number of a
 * spreadsheet is unreadable. Any other text is masked like every cell, since the column may contain personal numbers.
 */
export function dayText(cell: string, write: (day: string) => string = (day) => day): string {
  const day = readTypedDay(cell)
  return day === undefined ? maskMistyped(cell) : write(day)
}
