import { foldText, includesWords } from '@/lib/domain/fold'

import type { PreviewRow } from './contract'
import { maskReportRow } from './mask-row'

type Fields = Readonly<Record<string, unknown>>

/** Characters shown in a list; the row's detail view shows the whole text. */
const MAX_CELL = 200
/** Reports have about twenty columns; further ones are ignored. */
const MAX_COLUMNS = 200
const MAX_COLUMN_NAME = 100

/** The display text of a value; null if there is none. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Limits a text to a number of characters without splitting one. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`

export const toCells = (fields: Fields, columns: readonly string[]): PreviewRow['cells'] =>
  columns.map((name) => {
    const text = toText(fields[name])
    return text === null ? null : shorten(text, MAX_CELL)
  })

/** Column names in order of appearance; new ones are added at the end. */
export class Columns {
  readonly #names: string[] = []
  readonly #known = new Set<string>()

  add(names: readonly string[]): boolean {
    const before = this.#names.length
    for (const name of names) {
      if (this.#names.length >= MAX_COLUMNS || name.length > MAX_COLUMN_NAME || this.#known.has(name)) continue
      this.#known.add(name)
      this.#names.push(name)
    }
    return this.#names.length > before
  }

  get names(): readonly string[] {
    return this.#names
  }
}

export type RowSearch = {
  readonly words: readonly string[]
  readonly columns: readonly string[] | undefined
  readonly showsNames: boolean
}

const textsOf = (fields: Fields, columns: readonly string[] | undefined): string =>
  foldText((columns ?? Object.keys(fields)).map((name) => toText(fields[name]) ?? '').join('\n'))

/** Masking adds only dots, so every other word of a masked text was already in the original. */
const mayOccurUnmasked = (word: string): boolean => !word.includes('•')

/**
 * Returns the masked row if its displayed text contains all words; else undefined. Masked text cannot be found: a row
 * whose original contains the words is masked and then checked again.
 */
export function findMasked(fields: Fields, { words, columns, showsNames }: RowSearch): Fields | undefined {
  if (words.length === 0) return maskReportRow(fields, showsNames)
  if (words.every(mayOccurUnmasked) && !includesWords(textsOf(fields, undefined), words)) return undefined
  const masked = maskReportRow(fields, showsNames)
  return includesWords(textsOf(masked, columns), words) ? masked : undefined
}
