import type { IdentifierRole } from '@/lib/client/read-table/column-names'
import { provenType } from '@/lib/client/read-table/column-support'
import { type NumberFix, repairNumber } from '@/lib/client/read-table/repair-number'
import { type ForeignCountry, foreignFault } from '@/lib/domain/identifiers/country'
import {
  checkIdentifier,
  guessIdentifierType,
  type IdentifierFault,
  type IdentifierType,
} from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import { saysNone } from '@/lib/domain/identifiers/says-none'
import { explainText, type TextFault } from '@/lib/domain/identifiers/text-fault'
import { MAX_TAG_LENGTH, MAX_TAGS } from '@/lib/domain/tags/tags'

/** The service refuses a longer label (decision 5, bulk items), so it is reported before sending. */
export const MAX_IMPORTED_LABEL = 200

/** The user's choices for ambiguous numbers: per number, and for all others. */
export interface KindChoices {
  readonly byDigits: ReadonlyMap<string, IdentifierType>
  readonly forAll: IdentifierType | undefined
}
export const noChoices: KindChoices = { byDigits: new Map(), forAll: undefined }

export type InvalidReason =
  | IdentifierFault
  | TextFault['fault']
  /** The row names a foreign or unknown country. */
  | 'country'
  | 'regon'
  /** A REGON that lost its leading zero. */
  | 'regon_zero'
  | 'digits'
  | 'several'
  | 'unknown'
  | 'rounded'
  | 'label_length'
  | 'tag_length'
  | 'tags_many'
  | 'masked'
  | 'filter'

/**
 * A number that is accepted only after the user confirms its type. `short`: possibly a KRS number without its zeros.
 * `zero`: a PESEL that lost its leading zero. `column`: valid, but not the type that its column names. `beyond`: above
 * every issued KRS number.
 */
export interface KindQuestion {
  readonly about: 'short' | 'zero' | 'column' | 'beyond'
  readonly digits: string
  readonly kinds: readonly IdentifierType[]
}

export interface InvalidJudgement {
  readonly kind: 'invalid'
  readonly reason: InvalidReason
  readonly type: IdentifierType | undefined
  /** The country code of the number, or the text in place of one. */
  readonly country?: string | undefined
}

export type Judgement =
  | { readonly kind: 'ok'; readonly type: IdentifierType; readonly value: string }
  | { readonly kind: 'ambiguous'; readonly question: KindQuestion }
  | InvalidJudgement

export interface RowNumber {
  readonly text: string
  readonly role: IdentifierRole
  /** True if the column name contains KRS, so that a short number has lost its zeros. */
  readonly isShort?: boolean | undefined
  /** True if another cell of the row names the type of this number. */
  readonly hasNamedType?: boolean | undefined
}

export interface RowInput {
  /** The first valid number is used. */
  readonly numbers: readonly RowNumber[]
  readonly label: string
  readonly tags: readonly string[]
  /** True if the row refers to a filter instead of a subject. */
  readonly isFilter?: boolean | undefined
  /** A foreign country named by a separate column. */
  readonly country?: ForeignCountry | undefined
}

/** An invalid number of the row that was skipped in favor of a later one. */
export interface SkippedNumber {
  readonly text: string
  readonly reason: InvalidReason
  readonly type: IdentifierType | undefined
  readonly country?: string | undefined
}

export interface JudgedRow {
  readonly judgement: Judgement
  readonly identifier: string
  readonly fix: NumberFix | undefined
  readonly skippedNumber: SkippedNumber | undefined
  /** The question that the user answered, retained so that the answer can be changed. */
  readonly question: KindQuestion | undefined
  readonly chosen: IdentifierType | undefined
}

const toInvalid = (reason: InvalidReason, type?: IdentifierType): Judgement => ({ kind: 'invalid', reason, type })

function judgeAs(type: IdentifierType, identifier: string): Judgement {
  const check = checkIdentifier(type, identifier)
  return check.ok ? { kind: 'ok', type, value: check.value } : toInvalid(check.error, type)
}

/** A prefix in the cell (`KRS 123…`) takes precedence over the column name. */
const hasTypePrefix = (text: string): boolean => /^\s*(nip|krs|pesel|regon|pl\s*\d)/i.test(text)

const digitsOf = (text: string): string => (/^\d+$/.test(text) ? text : text.normalize('NFKC').replace(/\D/g, ''))

const toQuestion = (about: KindQuestion['about'], text: string, kinds: readonly IdentifierType[]): Judgement => ({
  kind: 'ambiguous',
  question: { about, digits: digitsOf(text), kinds },
})

/** The minimum length of a text with two numbers and a separator. */
const MIN_TWO_NUMBERS_LENGTH = 19

/** E.g. `526-104-08-28, 774-000-14-54`, where each number is a subject. */
const isSeveral = (text: string): boolean =>
  text.length >= MIN_TWO_NUMBERS_LENGTH &&
  text.split(/[,;/|]|\s(?=[A-Z]{3})|\s(?=\d{9,}(?:\s|$))/).filter((part) => provenType(part.trim()) !== undefined)
    .length > 1

const isBareNumber = (text: string): boolean => /^[\d\s-]*\d[\d\s-]*$/.test(text)

function explainShape(text: string): Judgement {
  if (text === '') return toInvalid('empty')
  if (isSeveral(text)) return toInvalid('several')
  if (!isBareNumber(text)) return toInvalid('unknown')
  return toInvalid(/[1-9]/.test(text) ? 'digits' : 'all_zero')
}

function lostZero(text: string): Judgement | undefined {
  const padded = `0${digitsOf(text)}`
  return checkIdentifier('pesel', padded).ok ? toQuestion('zero', text, ['pesel']) : undefined
}

function explainRegon(text: string): Judgement {
  return checkIdentifier('regon', text).ok || hasTypePrefix(text) ? toInvalid('regon') : explainShape(text)
}

function judgeGuess(type: IdentifierType, text: string): Judgement {
  const judgement = judgeAs(type, text)
  if (judgement.kind === 'ok') return judgement
  if (isSeveral(text)) return toInvalid('several')
  return (type === 'nip' && isBareNumber(text) && lostZero(text)) || judgement
}

function judgeShape(text: string, isShort: boolean): Judgement {
  const guess = guessIdentifierType(text)
  if (guess === 'maybe_krs') return isShort ? judgeAs('krs', text) : toQuestion('short', text, ['krs'])
  if (guess === 'unknown') return explainShape(text)
  return guess === 'regon' ? explainRegon(text) : judgeGuess(guess, text)
}

/**
 * KRS numbers have no checksum, so one that is too long to have lost its zeros, or above every issued number, becomes a
 * question.
 */
function judgeKrs(text: string): Judgement {
  const judgement = judgeAs('krs', text)
  const digits = digitsOf(text)
  if (judgement.kind !== 'ok') return judgement
  if (digits.length === 8 || digits.length === 9)
    return checkIdentifier('regon', digits).ok ? toInvalid('regon') : toQuestion('short', text, ['krs'])
  return digits.length === 10 && !digits.startsWith('000') ? toQuestion('beyond', text, ['krs']) : judgement
}

/** Checks a number whose column names its type; if invalid, checks whether it is a valid number of another type. */
function judgeInColumn(type: IdentifierType, text: string): Judgement {
  const judgement = type === 'krs' ? judgeKrs(text) : judgeAs(type, text)
  if (judgement.kind !== 'invalid' || judgement.reason === 'empty') return judgement
  const other = provenType(text)
  if (other === 'regon') return toInvalid('regon')
  if (other !== undefined && other !== type) return toQuestion('column', text, [other])
  return isSeveral(text) ? toInvalid('several') : judgement
}

function judgeRegon(text: string, original: string): Judgement {
  if (text === '') return toInvalid('empty')
  if (saysNone(text)) return toInvalid('none')
  return toInvalid(text !== original && text === `0${original}` ? 'regon_zero' : 'regon')
}

interface JudgedNumber {
  readonly judgement: Judgement
  readonly fix?: NumberFix | undefined
  readonly question?: KindQuestion | undefined
  readonly chosen?: IdentifierType | undefined
}

function judgeText(number: RowNumber, text: string): Judgement {
  const { role, isShort = false, hasNamedType = false } = number
  if (role === 'any' || hasTypePrefix(text)) return judgeShape(text, isShort)
  if (role === 'regon') return judgeRegon(text, number.text)
  return hasNamedType ? judgeAs(role, text) : judgeInColumn(role, text)
}

function judgeNumber(number: RowNumber, choices: KindChoices): JudgedNumber {
  // In a file that was exported with masking the cell no longer contains a number.
  if (isMaskedText(number.text)) return { judgement: toInvalid('masked') }
  const { text, fix, isRounded } = repairNumber(number.text, number.role)
  if (isRounded) return { judgement: toInvalid('rounded') }
  const judgement = judgeText(number, text)
  if (judgement.kind === 'invalid') return { judgement: withSpecificReason(judgement, text) }
  if (judgement.kind === 'ok') return { judgement, fix: fix ?? shortFix(judgement, text) }
  return { judgement, ...applyChoice(judgement.question, choices, fix) }
}

/** Reasons that are more specific than a guess from the text. */
const SPECIFIC_REASONS: ReadonlySet<InvalidReason> = new Set([
  'empty',
  'regon',
  'regon_zero',
  'several',
  'is_nip',
  'prefix',
])

/** Replaces a wrong digit count by a more specific reason, if the text gives one. */
function withSpecificReason(judgement: InvalidJudgement, text: string): InvalidJudgement {
  if (SPECIFIC_REASONS.has(judgement.reason)) return judgement
  const found = explainText(text)
  if (found === undefined || (found.fault === 'words' && judgement.reason === 'checksum')) return judgement
  const { type } = judgement
  return { kind: 'invalid', reason: found.fault, type, ...('country' in found && { country: found.country }) }
}

/** Turns an answered question into a result, while the question stays available to be changed. */
function applyChoice(question: KindQuestion, choices: KindChoices, fix: NumberFix | undefined): Partial<JudgedNumber> {
  const { kinds, digits } = question
  const chosen = choices.byDigits.get(digits) ?? choices.forAll
  if (chosen === undefined || !kinds.includes(chosen)) return { question }
  const value = question.about === 'zero' ? `0${digits}` : digits
  const hasAllDigits = question.about === 'column' || question.about === 'beyond'
  return { judgement: judgeAs(chosen, value), fix: hasAllDigits ? fix : 'zeros', question, chosen }
}

/** Reports that a short number from a column named KRS was padded with zeros. */
const shortFix = ({ type, value }: { type: IdentifierType; value: string }, text: string): NumberFix | undefined =>
  type === 'krs' && digitsOf(text).length < value.length ? 'zeros' : undefined

function extrasFault({ label, tags }: RowInput): InvalidReason | undefined {
  if (label.length > MAX_IMPORTED_LABEL) return 'label_length'
  if (isMaskedText(label) || tags.some(isMaskedText)) return 'masked'
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) return 'tag_length'
  return tags.length > MAX_TAGS ? 'tags_many' : undefined
}

const noNumber: RowNumber = { text: '', role: 'any' }

interface PickedNumber {
  readonly number: RowNumber
  readonly result: JudgedNumber
  readonly skippedNumber?: SkippedNumber | undefined
}

/** The number to use: the first valid one, else the first question, else the first. */
function pickNumber(numbers: readonly RowNumber[], first: PickedNumber, choices: KindChoices): PickedNumber {
  const picks = numbers.map((number): PickedNumber => ({ number, result: judgeNumber(number, choices) }))
  const found =
    picks.find(({ result }) => result.judgement.kind === 'ok') ??
    picks.find(({ result }) => result.judgement.kind === 'ambiguous') ??
    first
  const { judgement } = first.result
  if (found.number === first.number || judgement.kind !== 'invalid') return found
  const { reason, type, country } = judgement
  return { ...found, skippedNumber: { text: first.number.text, reason, type, country } }
}

const filterRow: JudgedRow = {
  judgement: toInvalid('filter'),
  identifier: '',
  fix: undefined,
  skippedNumber: undefined,
  question: undefined,
  chosen: undefined,
}

function toForeignRow({ numbers: [first = noNumber] }: RowInput, country: ForeignCountry): JudgedRow {
  const reason = foreignFault(first.text, country)
  const judgement: InvalidJudgement = { kind: 'invalid', reason, type: undefined, country: country.code }
  return { ...filterRow, judgement, identifier: first.text }
}

/**
 * Checks one row independently of the others. A number that neither checksum nor column supports becomes a question and
 * is not guessed.
 */
export function judgeRow(row: RowInput, choices: KindChoices): JudgedRow {
  if (row.isFilter === true) return filterRow
  if (row.country !== undefined && row.numbers.length > 0) return toForeignRow(row, row.country)
  const [first = noNumber] = row.numbers
  const firstResult = judgeNumber(first, choices)
  if (firstResult.judgement.kind === 'ok' || row.numbers.length < 2)
    return toJudged(row, { number: first, result: firstResult })
  return toJudged(row, pickNumber(row.numbers, { number: first, result: firstResult }, choices))
}

function toJudged(row: RowInput, { number, result, skippedNumber }: PickedNumber): JudgedRow {
  const { judgement, fix, question, chosen } = result
  const identifier = number.text
  if (judgement.kind !== 'ok') return { judgement, identifier, fix: undefined, skippedNumber, question, chosen }
  const fault = extrasFault(row)
  if (fault === undefined) return { judgement, identifier, fix, skippedNumber, question, chosen }
  return { judgement: toInvalid(fault, judgement.type), identifier, fix: undefined, skippedNumber, question, chosen }
}
