import { plainText } from './identifiers/number-text'

const MIN_PREFIX = 2
const CODE_DIGITS = 8

/**
 * The digits that a code's whole subtree begins with: `45230000-8` → `4523`. Two digits always remain, because
 * `30000000` is a division and `3` would include its nine neighbours.
 */
export function cpvPrefix(code: string): string {
  const digits = code.replace(/\D/g, '').slice(0, CODE_DIGITS)
  return digits.slice(0, MIN_PREFIX) + digits.slice(MIN_PREFIX).replace(/0+$/, '')
}

/** A complete code with or without check digit, its digits separated by points or not. */
const WHOLE = String.raw`\d{2}\.?\d{2}\.?\d{2}\.?\d{2}(?:\s?-\s?\d)?`
const CODE = new RegExp(String.raw`(?<![\d.-])(?:${WHOLE}|\d{9})(?![\d.-]*\d)`, 'g')
/** Text allowed before the first code of a line. */
const BEFORE = /^(?:[\s,:()/&+-]|kody?|cpv)*$/i

/** A code that a spreadsheet shows as a number: `45233120.0`. */
const DECIMAL = /^(\d{8,9})[.,]0+$/
/** `4.523312E7`; with fewer digits the number may be rounded, so it names no code. */
const EXPONENT = /^(\d)[.,](\d{6,7})E\+?0?7$/i
export const isSheetNumber = (text: string): boolean => /^\d+[.,](?:0+|\d+E\+?\d+)$/i.test(text.trim())

function fromSheetNumber(text: string): string | undefined {
  const [, first = '', rest = ''] = EXPONENT.exec(text) ?? []
  return DECIMAL.exec(text)?.[1] ?? (first === '' ? undefined : (first + rest).padEnd(CODE_DIGITS, '0'))
}

/** The check digit of a typed whole code; undefined without one, or if there is no single whole code. */
export function cpvCheckDigit(input: string): string | undefined {
  const text = plainText(input)
  const [code = '', ...others] = codesOfLine(fromSheetNumber(text) ?? text)
  return others.length > 0 ? undefined : code.replace(/\D/g, '')[CODE_DIGITS]
}

/**
 * The digits of a typed code or prefix, at most eight: `45233120-6`, `45233120`, `452331206`, `45.23.31.20-6`,
 * `45233*`, `45233`, also with `CPV` before or a description after it, or as a number of a spreadsheet. Null for any
 * other text, such as part of a name, and for several codes.
 */
export function cpvDigits(input: string): string | null {
  const plain = plainText(input)
  const text = fromSheetNumber(plain) ?? plain
  const digits = /^(\d+)(?:-\d?|\*)?$/.exec(text.replace(/[\s.]/g, ''))?.[1] ?? ''
  if (digits.length >= MIN_PREFIX && digits.length <= CODE_DIGITS) return digits
  const [code, ...others] = codesOfLine(text)
  return code === undefined || others.length > 0 ? null : code.replace(/\D/g, '').slice(0, CODE_DIGITS)
}

/**
 * The prefix meant by a typed code. Fewer than eight digits are a prefix as typed. The check digit is not verified,
 * because the official list itself breaks the formula in 532 places.
 */
export function parseCpv(input: string): string | null {
  const digits = cpvDigits(input)
  return digits?.length === CODE_DIGITS ? cpvPrefix(digits) : digits
}

/** Splits a text into codes; a line without a complete code is split at its commas. */
export const splitCpvTexts = (input: string): string[] =>
  input.split(/[;\t\r\n]+/).flatMap((line) => {
    if (isSheetNumber(line)) return [line.trim()]
    const codes = codesOfLine(plainText(line))
    const texts = codes.length > 0 ? codes : line.split(',')
    return texts.map((text) => text.trim()).filter((text) => text !== '')
  })

function codesOfLine(text: string): readonly string[] {
  const found = [...text.matchAll(CODE)]
  const [first] = found
  return first !== undefined && BEFORE.test(text.slice(0, first.index)) ? found.map(([code]) => code) : []
}
