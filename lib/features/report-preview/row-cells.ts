import { foldText, holdsWords } from '@/lib/domain/fold'

import type { PreviewRow } from './contract'
import { maskReportRow } from './mask-row'

type Fields = Readonly<Record<string, unknown>>

/** In a list; the whole text is in the row's own view. */
const MAX_CELL = 200
/** A report has about twenty columns; what stands beyond is counted as not there. */
const MAX_COLUMNS = 200
const MAX_COLUMN_NAME = 100

/** What a field is to be read as; null where there is nothing. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** No longer than so many characters, and no half of one. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`

export const toCells = (fields: Fields, columns: readonly string[]): PreviewRow['cells'] =>
  columns.map((name) => {
    const text = toText(fields[name])
    return text === null ? null : shorten(text, MAX_CELL)
  })

/** Names of columns as they come up; new ones are added at the end. */
export class Columns {
  readonly #names: string[] = []
  readonly #known = new Set<string>()

  /** True when there was a new one. */
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

export type SearchOf = { readonly words: readonly string[]; readonly columns: readonly string[] | undefined }

const textsOf = (fields: Fields, columns: readonly string[] | undefined): string =>
  foldText((columns ?? Object.keys(fields)).map((name) => toText(fields[name]) ?? '').join('\n'))

/** A mask shows nothing that was not there but its dots and an end of what it hides. */
const mayStandUnmasked = (word: string): boolean => !word.includes('•')

/**
 * The row as it is shown, if it has all words in what is shown; else undefined. What is masked cannot be found: rows that hold the
 * words as they came are masked first and looked at again.
 */
export function findMasked(fields: Fields, { words, columns }: SearchOf): Fields | undefined {
  if (words.length === 0) return maskReportRow(fields)
  if (words.every(mayStandUnmasked) && !holdsWords(textsOf(fields, undefined), words)) return undefined
  const masked = maskReportRow(fields)
  return holdsWords(textsOf(masked, columns), words) ? masked : undefined
}
