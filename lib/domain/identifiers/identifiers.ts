import { type DigitRun, peselRuns } from './pesel-runs'

/** The identifier kinds of a monitor (interface 2.4); `subject_id` is the UUID of a subject. */
export const identifierTypes = ['nip', 'krs', 'pesel', 'subject_id'] as const
export type IdentifierType = (typeof identifierTypes)[number]
type CheckedType = IdentifierType | 'regon'

export type IdentifierFault = 'empty' | 'length' | 'format' | 'all_zero' | 'prefix' | 'checksum' | 'birth_date' | 'nil'
export type IdentifierCheck = { ok: true; value: string } | { ok: false; error: IdentifierFault }

const NIP_WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7]
const REGON_WEIGHTS = [8, 9, 2, 3, 4, 5, 6, 7]
const REGON_LOCAL_WEIGHTS = [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]
const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]
const PESEL_CENTURIES = [1900, 2000, 2100, 2200, 1800]

const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48
const weightedSum = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digitAt(text, index), 0)

/** What people paste: full-width digits, zero-width characters and typographic dashes become plain text. */
const plain = (raw: string): string =>
  // Nearly every cell is ASCII already, and lists are long.
  /^[ -~]*$/.test(raw)
    ? raw.trim()
    : raw
        .normalize('NFKC')
        .replace(/\u200B|\u200C|\u200D|\u2060|\uFEFF/g, '')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .trim()

const compact = (text: string): string => text.replace(/[\s-]/g, '')

const normalise: Record<CheckedType, (text: string) => string> = {
  nip: (text) =>
    compact(text)
      .replace(/^NIP[:.]?/i, '')
      .replace(/^PL/i, ''),
  // Extracts of KRS print the nine digits of a REGON followed by 00000, which is no local unit.
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

/** A UUID with its dashes; nothing shorter is looked at as one. */
const UUID_LENGTH = 36

const isDigits = (value: string): boolean => /^\d+$/.test(value)
const isZeros = (value: string): boolean => /^0+$/.test(value)

function nipFault(value: string): IdentifierFault | null {
  if (value.length !== 10) return 'length'
  if (!isDigits(value)) return 'format'
  if (isZeros(value)) return 'all_zero'
  // Its first three digits name a tax office; `000` is how KRS numbers begin.
  if (value.startsWith('000')) return 'prefix'
  // Remainder 10 is never issued; a tenth digit can never equal it, so one comparison covers both rules.
  return weightedSum(value, NIP_WEIGHTS) % 11 === digitAt(value, 9) ? null : 'checksum'
}

const regonDigit = (value: string, weights: readonly number[]): number => (weightedSum(value, weights) % 11) % 10

function regonFault(value: string): IdentifierFault | null {
  if (!isDigits(value)) return 'format'
  if (value.length !== 9 && value.length !== 14) return 'length'
  if (isZeros(value)) return 'all_zero'
  if (regonDigit(value, REGON_WEIGHTS) !== digitAt(value, 8)) return 'checksum'
  if (value.length === 9) return null
  return regonDigit(value, REGON_LOCAL_WEIGHTS) === digitAt(value, 13) ? null : 'checksum'
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const FEBRUARY = 2
const SHORT_MONTHS = [4, 6, 9, 11]

function daysInMonth(year: number, month: number): number {
  if (month === FEBRUARY) return isLeapYear(year) ? 29 : 28
  return SHORT_MONTHS.includes(month) ? 30 : 31
}

/** Calendar arithmetic instead of Date, which rolls 30 February over. Births in the future are accepted: no clock here. */
function hasBirthDate(value: string): boolean {
  const coded = Number(value.slice(2, 4))
  const century = PESEL_CENTURIES[Math.floor(coded / 20)]
  if (century === undefined) return false
  const month = coded % 20
  const day = Number(value.slice(4, 6))
  if (month < 1 || month > 12 || day < 1) return false
  return day <= daysInMonth(century + Number(value.slice(0, 2)), month)
}

function peselFault(value: string): IdentifierFault | null {
  if (value.length !== 11) return 'length'
  if (!isDigits(value)) return 'format'
  if (!hasBirthDate(value)) return 'birth_date'
  return (10 - (weightedSum(value, PESEL_WEIGHTS) % 10)) % 10 === digitAt(value, 10) ? null : 'checksum'
}

function krsFault(value: string): IdentifierFault | null {
  if (!/^\d*$/.test(value)) return 'format'
  if (value.length !== 10) return 'length'
  return isZeros(value) ? 'all_zero' : null
}

function uuidFault(value: string): IdentifierFault | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)) return 'format'
  return /^[0-]+$/.test(value) ? 'nil' : null
}

const faultOf: Record<CheckedType, (value: string) => IdentifierFault | null> = {
  nip: nipFault,
  regon: regonFault,
  pesel: peselFault,
  krs: krsFault,
  subject_id: uuidFault,
}

/**
 * Normalises and checks one identifier as a person pasted it: separators, a label (`NIP:`), the EU prefix `PL`,
 * lost leading zeros of a KRS number. `value` is the only form that may be stored, compared or sent.
 */
export function checkIdentifier(type: IdentifierType | 'regon', raw: string): IdentifierCheck {
  const text = plain(raw)
  if (text === '') return { ok: false, error: 'empty' }
  const value = normalise[type](text)
  const error = faultOf[type](value)
  return error === null ? { ok: true, value } : { ok: false, error }
}

/** What a bare number may be by its shape. `maybe_krs`: a KRS number at most, and nothing in it speaks for one. */
export type IdentifierGuess = CheckedType | 'maybe_krs' | 'unknown'

/** Significant digits of a KRS number as they are issued; the zeros before them get lost in spreadsheets. */
const KRS_DIGITS = 7

function guessTenDigits(digits: string): IdentifierGuess {
  if (digits.startsWith('000')) return 'krs'
  // A NIP that is mistyped is no KRS number.
  return digits.startsWith('0') && nipFault(digits) !== null ? 'maybe_krs' : 'nip'
}

const LABELS: readonly [RegExp, CheckedType][] = [
  [/^(NIP|PL(?=\d))/i, 'nip'],
  [/^REGON/i, 'regon'],
  [/^PESEL/i, 'pesel'],
  [/^KRS/i, 'krs'],
]

const isUuid = (text: string): boolean => text.length >= UUID_LENGTH && checkIdentifier('subject_id', text).ok

/**
 * The kind of a bare number by its shape; whether its checksum holds is another question. Ten digits are a KRS number when
 * they begin with `000`, as no NIP does. A short number could be a KRS number without its zeros, and anything else as well.
 */
export function guessIdentifierType(raw: string): IdentifierGuess {
  const text = plain(raw)
  if (isUuid(text)) return 'subject_id'
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

/** The form for lists, toasts and logs: a PESEL keeps its first and last two digits, the rest is public data. */
export function maskIdentifier(type: IdentifierType | 'regon', value: string): string {
  if (type !== 'pesel') return value
  return /^\d\d[\d•]{7}\d\d$/.test(value) ? maskPesel(value) : value.replace(/\p{Nd}/gu, '•')
}

type IsMeant = Parameters<typeof peselRuns>[1]

function maskRuns(text: string, isMeant: IsMeant): string {
  let masked = ''
  let done = 0
  for (const { start, end, digits } of peselRuns(text, isMeant)) {
    masked += text.slice(done, start) + maskPesel(digits)
    done = end
  }
  return done === 0 ? text : masked + text.slice(done)
}

/** What stands before a number that is a PESEL by the text's own word. */
const CALLED_PESEL = /pesel\P{L}{0,5}$/iu

/** Valid, or called one by the text itself. */
const isPesel = (text: string): IsMeant => {
  const called = (start: number) => CALLED_PESEL.test(text.slice(Math.max(0, start - 10), start))
  return ({ start, digits, isParted }) => isValid({ digits, isParted }) || called(start)
}

/** What may as well be a list of other numbers is one of somebody who is born. */
const isValid = ({ digits, isParted }: Pick<DigitRun, 'digits' | 'isParted'>): boolean =>
  peselFault(digits) === null && (!isParted || mayBeBornIn(digits))

/**
 * Masks PESEL numbers in free text: valid ones, however their digits are split or written, and any eleven digits that the
 * text itself calls a PESEL. Hashes, ids, days and amounts stay as they are.
 */
export const maskPesels = (text: string): string => maskRuns(text, isPesel(text))

/** Born between 1800 and 2099: of the centuries to come nobody is, and their months look like the beginning of a mobile phone's number. */
const mayBeBornIn = (digits: string): boolean => {
  const coded = Number(digits.slice(2, 4))
  return (coded <= 32 || coded > 80) && hasBirthDate(digits)
}

/** Blanks, quotes, brackets and the marks of a sentence; no sign, no dash, no slash, no fraction. */
const WORD_BEFORE = /(?:^|[\s"'„“”«»([{:;,])$/u
const WORD_AFTER = /^(?:$|[\s"'“”«»)\]};:!?]|[.,](?!\d))/u

/**
 * The same for a text that can never be mended: also eleven digits in one piece, a word by themselves, that begin with a date
 * of birth. It is a PESEL with a wrong digit more often than anything else.
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
 * The same for a value that is meant to be a number: any eleven digits, because a mistyped PESEL still tells a date of birth. Not
 * those of a list.
 */
export const maskMistyped = (value: string): string => maskRuns(value, (run) => !run.isParted || isPesel(value)(run))
