import { splitTypedTags } from '@/components/ui/inputs/tag-text'
import { isIdentifierRole, roleOfName } from '@/lib/client/read-table/column-names'
import type { FilterListName } from '@/lib/domain/filter-lists'

import { checkValue, type ValueFault, valueKey } from './list-values'

/** `174,50` is an amount, not two numbers. */
const AMOUNT = /^\d[\d\s.]*,\d{1,2}$/
/** A comma separates numbers, except in `7,74E+09`, which is a number rounded by a spreadsheet. */
const COMMA = /,(?!(?<=(?<!\d)\d,)\d+E\+?\d{1,2}(?!\d))/i
/** Shorter numbers next to each other are more often the digit groups of one number. */
const MIN_SEPARATE_LENGTH = 5
const LISTS_WITH_BLANKS: readonly FilterListName[] = ['krz_signature', 'msig_signature', 'name']

/**
 * Splits numbers that only blanks separate, if each is long enough to be a value by itself and the whole text is not
 * a valid value.
 */
function splitAtBlanks(list: FilterListName, text: string): readonly string[] {
  if (!/\s/.test(text) || LISTS_WITH_BLANKS.includes(list) || checkValue(list, text).ok) return [text]
  const parts = text.split(/\s+/)
  const couldBeValue = (part: string) => {
    const check = checkValue(list, part)
    return (
      part.length >= MIN_SEPARATE_LENGTH && (check.ok || check.error === 'checksum' || check.error === 'birth_date')
    )
  }
  return parts.every(couldBeValue) ? parts : [text]
}

/** Splits a typed or pasted text into values. Names contain commas, so only line ends and tabs separate them. */
export function splitTexts(list: FilterListName, text: string): readonly string[] {
  if (list === 'name') return splitTypedTags(text, 'lines')
  return text
    .split(/[;\t\r\n]+/)
    .map((piece) => piece.trim())
    .flatMap((piece) => (AMOUNT.test(piece) ? [piece] : piece.split(COMMA).map((part) => part.trim())))
    .filter((piece) => piece !== '')
    .flatMap((piece) => splitAtBlanks(list, piece))
}

/**
 * Whether a text is spreadsheet rows with more than one column, rather than values of one kind separated by line ends
 * or tabs.
 */
export function hasColumns(text: string): boolean {
  const rows = text.split(/[\r\n]+/).filter((line) => line.trim() !== '' && line.includes('\t'))
  return rows.length > 1 && rows.some((line) => line.trim().includes('\t'))
}

/**
 * Finds a column heading that was copied with its numbers, such as `NIP klienta`; a company name is never mistaken
 * for one.
 */
export function findColumnTitle(list: FilterListName, texts: readonly string[]): string | undefined {
  const [first = ''] = texts
  const isTitle =
    texts.length > 1 && !LISTS_WITH_BLANKS.includes(list) && !/\d/.test(first) && isIdentifierRole(roleOfName(first))
  return isTitle ? first : undefined
}

/** Another spelling of a value that the list has already. */
export interface MergedText {
  readonly text: string
  readonly value: string
}

/** The result of adding texts to a list. Every text is counted once. */
export interface Addition {
  readonly list: FilterListName
  /** The list afterwards; the same array if nothing was added. */
  readonly values: readonly string[]
  /** Valid values that are new. */
  readonly added: readonly string[]
  /** Invalid values that are new: they stay in the list to be corrected. */
  readonly invalid: readonly string[]
  readonly reasons: ReadonlyMap<ValueFault, number>
  /** The number of texts that the list had before. */
  readonly known: number
  /** The number of texts that repeat an earlier one. */
  readonly repeated: number
  readonly merged: readonly MergedText[]
}

interface CheckedText {
  readonly value: string
  readonly fault: ValueFault | undefined
}

function checkText(list: FilterListName, text: string): CheckedText {
  const check = checkValue(list, text)
  return check.ok ? { value: check.value, fault: undefined } : { value: text.trim(), fault: check.error }
}

/** Appends new values; values are compared by what they stand for, so that the list has no duplicates. */
export function addTexts(list: FilterListName, values: readonly string[], texts: readonly string[]): Addition {
  const before = new Map(values.map((value) => [valueKey(list, value), value]))
  const fresh = new Map<string, string>()
  const [added, invalid, merged]: [string[], string[], MergedText[]] = [[], [], []]
  const reasons = new Map<ValueFault, number>()
  let [known, repeated] = [0, 0]
  for (const text of texts) {
    const { value, fault } = checkText(list, text)
    const key = valueKey(list, value)
    const existing = before.get(key) ?? fresh.get(key)
    if (existing !== undefined) {
      if (before.has(key)) known += 1
      else repeated += 1
      if (text.trim() !== existing) merged.push({ text: text.trim(), value: existing })
      continue
    }
    fresh.set(key, value)
    if (fault === undefined) added.push(value)
    else invalid.push(value)
    if (fault !== undefined) reasons.set(fault, (reasons.get(fault) ?? 0) + 1)
  }
  const after = fresh.size === 0 ? values : [...values, ...fresh.values()]
  return { list, values: after, added, invalid, reasons, known, repeated, merged }
}

/** Replaces invalid values with their corrections; a correction that the list has already is dropped. */
export function replaceValues(
  list: FilterListName,
  values: readonly string[],
  corrections: ReadonlyMap<string, string>,
): readonly string[] {
  const seen = new Set(values.filter((value) => !corrections.has(value)).map((value) => valueKey(list, value)))
  return values.flatMap((value) => {
    const text = corrections.get(value)
    if (text === undefined) return [value]
    const key = valueKey(list, text)
    if (seen.has(key)) return []
    seen.add(key)
    return [text]
  })
}

/** Replaces a value with a corrected text. If the list already has that value, the corrected one is dropped. */
export function replaceValue(
  list: FilterListName,
  values: readonly string[],
  { old, text }: { readonly old: string; readonly text: string },
): { readonly values: readonly string[]; readonly merged: MergedText | undefined } {
  const { value } = checkText(list, text)
  if (value === '') return { values, merged: undefined }
  const key = valueKey(list, value)
  const existing = values.find((each) => each !== old && valueKey(list, each) === key)
  if (existing !== undefined)
    return { values: values.filter((each) => each !== old), merged: { text: value, value: existing } }
  return { values: values.map((each) => (each === old ? value : each)), merged: undefined }
}
