import {
  type CheckedType,
  faultOf,
  hasBirthDate,
  type IdentifierFault,
  type IdentifierType,
  isDigits,
  isZeros,
  nipFault,
  peselFault,
} from './checksums'
import { findNumber, plainText } from './number-text'
import { type DigitRun, peselRuns } from './pesel-runs'

export { type IdentifierFault, type IdentifierType, identifierTypes, isIdentifierType } from './checksums'
export type IdentifierCheck = { ok: true; value: string } | { ok: false; error: IdentifierFault }

const compact = (text: string): string => text.replace(/[\s-]/g, '')

const normalise: Record<CheckedType, (text: string) => string> = {
  nip: (text) =>
    compact(text)
      .replace(/^NIP[:.]?/i, '')
      .replace(/^PL/i, ''),
  // KRS extracts print the nine digits of a REGON followed by 00000, which is not a local unit.
  regon: (text) =>
    compact(text)
      .replace(/^REGON[:.]?/i, '')
      .replace(/^(\d{9})00000$/, '$1'),
  pesel: (text) => compact(text).replace(/^PESEL[:.]?/i, ''),
  // Spreadsheets drop leading zeros.
  krs: (text) => {
    const value = compact(text).replace(/^KRS[:.]?/i, '')
    return /^\d{1,9}$/.test(value) ? value.padStart(10, '0') : value
  },
  subject_id: (text) =>
    text
      .replace(/^urn:uuid:/i, '')
      .replace(/^\{(.*)\}$/, '$1')
      .toLowerCase(),
}

/**
 * Normalises and checks one pasted identifier: separators, a label (`NIP:`), the EU prefix `PL`, lost leading zeros of
 * a KRS number. `value` is the only form that may be stored, compared or sent.
 */
export function checkIdentifier(type: IdentifierType | 'regon', raw: string): IdentifierCheck {
  const text = plainText(raw)
  if (text === '') return { ok: false, error: 'empty' }
  const value = normalise[type](text)
  const error = faultOf[type](value)
  if (error === null) return { ok: true, value }
  const found = type === 'subject_id' ? undefined : wordedNumber(type, text)
  if (found === undefined) return { ok: false, error }
  const normalised = normalise[type](found)
  const fault = faultOf[type](normalised)
  return fault === null ? { ok: true, value: normalised } : { ok: false, error: fault }
}

/** Words that may accompany a number of each type without changing its meaning. */
const COMMON_WORDS = ['nr', 'no', 'numer', 'number', 'id']
const WORDS: Readonly<Record<Exclude<CheckedType, 'subject_id'>, readonly string[]>> = {
  nip: ['nip', 'pl', 'vat', 'ue', 'eu', 'tin', 'tax', 'podatkowy', 'europejski'],
  regon: ['regon'],
  pesel: ['pesel'],
  krs: ['krs'],
}
const LENGTHS: Readonly<Record<Exclude<CheckedType, 'subject_id'>, readonly number[]>> = {
  nip: [10],
  regon: [9, 14],
  pesel: [11],
  krs: [1, 2, 3, 4, 5, 6, 7, 10],
}

/** The digits of a number surrounded by known words and punctuation, if there are as many as its type has. */
function wordedNumber(type: Exclude<CheckedType, 'subject_id'>, text: string): string | undefined {
  const found = findNumber(text)
  if (found === undefined || !LENGTHS[type].includes(found.digits.length)) return undefined
  // `28.860` is more often an amount than a KRS number, which has no check digit. The same applies to a PESEL, which is
  // not masked in every readable form.
  if ((type === 'krs' || type === 'pesel') && found.isParted) return undefined
  const allowedWords = [...COMMON_WORDS, ...WORDS[type]]
  return found.words.every((word) => allowedWords.includes(word)) ? found.digits : undefined
}

/** Possible type of a bare number by its shape. `maybe_krs`: it could be a KRS number, but without further evidence. */
export type IdentifierGuess = CheckedType | 'maybe_krs' | 'unknown'

/** Significant digits of issued KRS numbers; spreadsheets drop the zeros before them. */
const KRS_DIGITS = 7

function guessTenDigits(digits: string): IdentifierGuess {
  if (digits.startsWith('000')) return 'krs'
  // A mistyped NIP is not a KRS number.
  return digits.startsWith('0') && nipFault(digits) !== null ? 'maybe_krs' : 'nip'
}

const LABELS: readonly [RegExp, CheckedType][] = [
  [/^(NIP|PL(?=\d))/i, 'nip'],
  [/^REGON/i, 'regon'],
  [/^PESEL/i, 'pesel'],
  [/^KRS/i, 'krs'],
]

/** A UUID with its dashes; shorter texts are not checked. */
const UUID_LENGTH = 36

const isUuid = (text: string): boolean => text.length >= UUID_LENGTH && checkIdentifier('subject_id', text).ok

/**
 * The type of a bare number by its shape, regardless of its checksum. Ten digits are a KRS number when they begin with
 * `000`, as no NIP does. A short number could be a KRS number without its zeros, or anything else.
 */
export function guessIdentifierType(raw: string): IdentifierGuess {
  const text = plainText(raw)
  if (isUuid(text)) return 'subject_id'
  const guess = guessPlain(text)
  return guess === 'unknown' ? (WORDED.find((type) => checkIdentifier(type, text).ok) ?? guess) : guess
}

/** Types with a checksum, which identifies a number that contains words or points. */
const WORDED = ['nip', 'regon', 'pesel'] as const

function guessPlain(text: string): IdentifierGuess {
  const value = compact(text)
  const label = LABELS.find(([pattern]) => pattern.test(value))
  if (label !== undefined) return label[1]
  if (!isDigits(value) || isZeros(value)) return 'unknown'
  if (value.length === 10) return guessTenDigits(value)
  if (value.length === 11) return 'pesel'
  if (value.length === 9 || value.length === 14) return 'regon'
  return value.length <= KRS_DIGITS ? 'maybe_krs' : 'unknown'
}

const maskPesel = (pesel: string): string => `${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`

/** The form for lists, toasts and logs: a PESEL shows its first and last two digits, the others are public data. */
export function maskIdentifier(type: IdentifierType | 'regon', value: string): string {
  if (type !== 'pesel') return value
  return /^\d\d[\d•]{7}\d\d$/.test(value) ? maskPesel(value) : value.replace(/\p{Nd}/gu, '•')
}

type IsMeant = Parameters<typeof peselRuns>[1]

function maskRuns(text: string, isMeant: IsMeant): string {
  let masked = ''
  let lastEnd = 0
  for (const { start, end, digits } of peselRuns(text, isMeant)) {
    masked += text.slice(lastEnd, start) + maskPesel(digits)
    lastEnd = end
  }
  return lastEnd === 0 ? text : masked + text.slice(lastEnd)
}

/** The text before a number calls it a PESEL. */
const CALLED_PESEL = /pesel\P{L}{0,5}$/iu

/** It is valid, or the text calls it a PESEL. */
const isPesel = (text: string): IsMeant => {
  const isLabelled = (start: number) => CALLED_PESEL.test(text.slice(Math.max(0, start - 10), start))
  return ({ start, digits, isParted }) => isValid({ digits, isParted }) || isLabelled(start)
}

/** Digits that could also be a list of numbers count only with a plausible date of birth. */
const isValid = ({ digits, isParted }: Pick<DigitRun, 'digits' | 'isParted'>): boolean =>
  peselFault(digits) === null && (!isParted || mayBeBornIn(digits))

/**
 * Masks PESEL numbers in free text: valid ones, however their digits are split or written, and any eleven digits that
 * the text calls a PESEL. Hashes, ids, days and amounts are unchanged.
 */
export const maskPesels = (text: string): string => maskRuns(text, isPesel(text))

/**
 * Born between 1800 and 2099: future centuries are impossible, and their months look like the beginning of mobile phone
 * numbers.
 */
const mayBeBornIn = (digits: string): boolean => {
  const coded = Number(digits.slice(2, 4))
  return (coded <= 32 || coded > 80) && hasBirthDate(digits)
}

/** Blanks, quotes, brackets and punctuation; not a sign, dash, slash or fraction. */
const WORD_BEFORE = /(?:^|[\s"'„“”«»([{:;,])$/u
const WORD_AFTER = /^(?:$|[\s"'“”«»)\]};:!?]|[.,](?!\d))/u

/**
 * The same for texts that can never be corrected: also masks eleven unbroken digits that stand alone and begin with a
 * date of birth, which are most likely a mistyped PESEL.
 */
export function maskLikelyPesels(text: string): string {
  const isMeant = isPesel(text)
  return maskRuns(text, (run) => {
    const isWord =
      WORD_BEFORE.test(text.slice(0, run.start).slice(-1)) && WORD_AFTER.test(text.slice(run.end, run.end + 2))
    return isMeant(run) || (run.end - run.start === run.digits.length && isWord && mayBeBornIn(run.digits))
  })
}

/**
 * The same for a value that is meant to be a number: masks any eleven digits, because a mistyped PESEL still reveals a
 * date of birth. Digits of a list are unchanged.
 */
export const maskMistyped = (value: string): string => maskRuns(value, (run) => !run.isParted || isPesel(value)(run))
