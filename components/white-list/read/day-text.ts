import { maskMistyped } from '@/lib/domain/identifiers/identifiers'

import { readTypedDay } from './read-typed-day'

/**
 * A cell of a column of days, as it is shown: the day that was understood, as `write` writes it, because nobody can tell a day by the
 * plain number of a spreadsheet. Any other text is masked like every cell, since the column may hold numbers of persons.
 */
export function dayText(cell: string, write: (day: string) => string = (day) => day): string {
  const day = readTypedDay(cell)
  return day === undefined ? maskMistyped(cell) : write(day)
}
