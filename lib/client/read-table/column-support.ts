import { countryIn } from '@/lib/domain/identifiers/country'
import { checkIdentifier, guessIdentifierType, type IdentifierType } from '@/lib/domain/identifiers/identifiers'

import { kindOfCell } from './column-names'
import { repairNumber } from './repair-number'
import type { SheetRow } from './source-table'

/** Number of sampled rows, spread over the whole list. */
const SAMPLE = 200

const MAX_COUNTRY = 40

export interface ColumnSupport {
  /** Non-empty cells among the sampled ones. */
  readonly filled: number
  readonly distinct: number
  /** Numbers with a valid checksum, and complete KRS numbers: ten digits that begin with 000. */
  readonly byType: Readonly<Record<IdentifierType, number>>
  readonly regon: number
  /** Numbers that may be KRS numbers without their leading zeros. */
  readonly short: number
  /** Names of identifier types. */
  readonly kinds: number
  /** Codes and names of countries; `poland` counts those of Poland. */
  readonly countries: number
  readonly poland: number
  /** Texts with a word in them: not numbers, amounts or dates. */
  readonly words: number
}

/** The type that a number's checksum proves; also `regon`, which monitors do not support. */
export function provenType(cell: string): IdentifierType | 'regon' | undefined {
  if (cell.length < 9) return undefined
  const { text, isRounded } = repairNumber(cell, 'any')
  const guess = isRounded === true ? 'unknown' : guessIdentifierType(text)
  if (guess === 'unknown' || guess === 'maybe_krs') return undefined
  return checkIdentifier(guess, text).ok ? guess : undefined
}

export function sampleRows(rows: readonly SheetRow[]): readonly SheetRow[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLE))
  return Array.from({ length: Math.min(rows.length, SAMPLE) }, (_, at) => rows[at * step]).filter(
    (row) => row !== undefined,
  )
}

export function measureSupport(rows: readonly SheetRow[], column: number): ColumnSupport {
  const byType = { nip: 0, krs: 0, pesel: 0, subject_id: 0 }
  const cells = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '')
  let [regon, short, kinds] = [0, 0, 0]
  for (const cell of cells) {
    const type = provenType(cell)
    if (type === 'regon') regon += 1
    else if (type !== undefined) byType[type] += 1
    else if (guessIdentifierType(cell) === 'maybe_krs') short += 1
    else if (kindOfCell(cell) !== undefined) kinds += 1
  }
  const words = cells.filter((cell) => /\p{L}{3}/u.test(cell)).length
  const countries = cells.flatMap((cell) => (cell.length <= MAX_COUNTRY ? (countryIn(cell) ?? []) : []))
  const poland = countries.filter((code) => code === 'PL').length
  return {
    filled: cells.length,
    countries: countries.length,
    poland,
    distinct: new Set(cells).size,
    byType,
    regon,
    short,
    kinds,
    words,
  }
}

export const provenIn = ({ byType }: ColumnSupport): number =>
  byType.nip + byType.krs + byType.pesel + byType.subject_id

/** At least half of its cells are numbers with a proven type. */
export const isProven = (support: ColumnSupport): boolean =>
  support.filled > 0 && provenIn(support) * 2 >= support.filled

/** The most frequent type of its proven numbers. */
export function mainType({ byType }: ColumnSupport): IdentifierType {
  const types = ['nip', 'krs', 'pesel', 'subject_id'] as const
  return types.reduce((best, type) => (byType[type] > byType[best] ? type : best))
}
