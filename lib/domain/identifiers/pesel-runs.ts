import { digitValue, isDigit } from './number-text'

/** Eleven digits in a text that may be a PESEL, however they are written; `end` is exclusive. */
export interface DigitRun {
  readonly start: number
  readonly end: number
  /** As 0 to 9, whatever script they were written in. */
  readonly digits: string
  /** They are separated by characters that also separate numbers, so it may be a list, a fraction or times. */
  readonly isParted: boolean
}

const PESEL_DIGITS = 11

/**
 * Characters that may stand between two digits of one number: blanks, dots, dashes, control and invisible characters.
 */
const BETWEEN = String.raw`[\s.\u00B7\u0000-\u001F\u007F-\u009F\u034F\u180B-\u180F\uFE00-\uFE0F\u2043\p{Pd}\p{Cf}\u2212/_,:;|\\+*'\u2019\u00B4\u203F\u2219\u2027\u2044\u2215\u30FB]`
/** Characters that separate numbers as often as digits: in lists, fractions, times. */
const PARTING = /[/_,:;|\\+*'\u2019\u00B4\u203F\u2044\u2215]/
/** Follows a digit of two UTF-16 units, so that positions stay the same. */
const FILLER = '\uE000'
const DIGIT = String.raw`\d${FILLER}?`
const FIRST_DIGITS = new RegExp(String.raw`(?<!${DIGIT})\d`, 'g')
const ELEVEN_DIGITS = new RegExp(String.raw`${DIGIT}(?:${BETWEEN}{0,3}${DIGIT}){10}(?!\d)`, 'uy')
/** Digits that are never a PESEL. */
const NEVER_PESEL = new RegExp(
  [
    // UUIDs.
    String.raw`(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])`,
    // Days and instants.
    String.raw`(?<!\d)(?:1[89]|2[0-2])\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`(?<![\d.])(?:0[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])\.(?:1[89]|2[0-2])\d\d(?!\d)`,
    // Amounts: in groups of three with a fraction, or with their currency.
    String.raw`(?<![\d.,])[1-9]\d{0,2}(?:[ .\u00A0\u202F]\d{3}){1,5},\d\d(?![\d,])`,
    String.raw`(?<![\d.,])[1-9]\d{0,2}(?:,\d{3}){1,5}\.\d\d(?![\d.])`,
    String.raw`(?<![\d.,])(?:\d{1,3}(?:[ .,\u00A0\u202F]\d{3}){1,5}|\d{1,10}[.,]\d\d)[ \u00A0\u202F]?(?:(?:zł|grosz[ye]?|PLN|EUR|USD)(?!\p{L}|\s*\d)|[€$])`,
  ].join('|'),
  'giu',
)

/** A text of equal length with plain digits, and a bar for each character that is not a candidate. */
const toPlain = (text: string): string =>
  text.replace(/[^\0-\u{B1}\u{BA}-\u{65F}]/gu, toDigit).replace(NEVER_PESEL, (match) => '|'.repeat(match.length))

function toDigit(char: string): string {
  const plain = char.normalize('NFKC')
  if (/^\d$/.test(plain)) return plain.padEnd(char.length, FILLER)
  const code = char.codePointAt(0) ?? 0
  return isDigit(code) ? digitValue(code).padEnd(char.length, FILLER) : char
}

/**
 * A cheap check, because nearly every text has too few digits. Apart from superscripts, digits of other scripts begin
 * at U+0660.
 */
function hasEnoughDigits(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length && count < PESEL_DIGITS; at += 1) {
    const code = text.charCodeAt(at)
    if ((code >= 0x30 && code <= 0x39) || code >= 0x660 || (code >= 0xb2 && code <= 0xb9)) count += 1
  }
  return count === PESEL_DIGITS
}

/**
 * Whether these digits stand alone. Letters directly before them (`PESEL44051401359`) are fine, but a hash or a key
 * contains many letters, or only those of hex.
 */
function standsAlone(plain: string, { start, end }: DigitRun): boolean {
  const before = /[\p{L}\p{N}]*$/u.exec(plain.slice(Math.max(0, start - 100), start))?.[0] ?? ''
  const after = /^[\p{L}\p{N}]*/u.exec(plain.slice(end, end + 100))?.[0] ?? ''
  const word = before + after
  return word === '' || (/^\p{L}+$/u.test(word) && !/^[a-f]+$/i.test(word))
}

/** The runs that `isMeant` accepts as a PESEL, from left to right, without overlaps. */
export function peselRuns(text: string, isMeant: (run: DigitRun) => boolean): DigitRun[] {
  if (!hasEnoughDigits(text)) return []
  const plain = toPlain(text)
  const runs: DigitRun[] = []
  let free = 0
  for (const { index: start } of plain.matchAll(FIRST_DIGITS)) {
    ELEVEN_DIGITS.lastIndex = start
    const found = start >= free ? ELEVEN_DIGITS.exec(plain) : null
    if (found === null) continue
    const run = {
      start,
      end: start + found[0].length,
      digits: found[0].replace(/\D/g, ''),
      isParted: PARTING.test(found[0]),
    }
    if (!standsAlone(plain, run) || !isMeant(run)) continue
    runs.push(run)
    free = run.end
  }
  return runs
}
