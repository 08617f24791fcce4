/** Control signs that are no blanks: some programs put them before a number so that its zeros stay. */
// oxlint-disable-next-line no-control-regex -- these very signs are meant
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g
/** Direction marks, soft hyphens, joiners and whatever else nobody sees. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu
const DASHES = /[\p{Pd}\u2212\u2043\u02D7]/gu

/** Of any script. */
export const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** The value of a digit of any script: the digits of a script follow one another, beginning with its zero. */
export function digitValue(code: number): string {
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value += 1
  return String(value)
}

/**
 * A text that was typed, pasted or exported, without what only a program sees in it: the one form in which numbers are read.
 * Invisible signs go, every dash is `-`, every blank a space, and a digit of any script or width is a plain one.
 */
export const plainText = (raw: string): string =>
  // Nearly every cell is ASCII already, and lists are long.
  /^[ -~]*$/.test(raw)
    ? raw.trim()
    : raw
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(CONTROLS, '')
        .replace(DASHES, '-')
        .replace(/\s/g, ' ')
        .replace(/[^\P{Nd}0-9]/gu, (digit) => digitValue(digit.codePointAt(0) ?? 0))
        .trim()

/** A longer text is no number with a word or two. */
const LONGEST = 80
/** An amount or a number with decimals, whose digits must not be run together. */
const AMOUNT = /^\d+[.,]\d{1,2}$|^\d{1,3}(?:[ .']\d{3})+,\d{1,2}$|^\d{1,3}(?:[ ,']\d{3})+\.\d{1,2}$/
const AROUND = String.raw`[\s\p{L}="'’‘´„”“«»()[\]:;,.#*_/-]*`
const SURROUNDED = new RegExp(String.raw`^(${AROUND}?)(\d(?:[\d\s./·_-]*\d)?)(${AROUND})$`, 'u')

export interface SurroundedNumber {
  readonly digits: string
  /** Words before and after the number, in small letters. */
  readonly words: readonly string[]
  /** Something other than a blank or a dash parts the digits. */
  readonly isParted: boolean
}

/** The one number of a plain text, with the words around it; undefined for an amount, for two numbers, and for none. */
export function findNumber(text: string): SurroundedNumber | undefined {
  if (text.length > LONGEST || AMOUNT.test(text)) return undefined
  const [, before, number, after] = SURROUNDED.exec(text) ?? []
  if (before === undefined || number === undefined || after === undefined) return undefined
  const words = `${before} ${after}`.toLowerCase().match(/\p{L}+/gu) ?? []
  return { digits: number.replace(/\D/g, ''), words, isParted: /[./·_]/.test(number) }
}
