/** Control characters other than blanks: some programs put them before a number to keep its zeros. */
// oxlint-disable-next-line no-control-regex -- it matches exactly these characters
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g
/** Direction marks, soft hyphens, joiners and other invisible characters. */
const INVISIBLE = /[\p{Cf}\p{DI}]/gu
const DASHES = /[\p{Pd}\u2212\u2043\u02D7]/gu

/** Digits of any script. */
export const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** The value of a digit of any script. The digits of a script are consecutive, beginning with its zero. */
export function digitValue(code: number): string {
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value += 1
  return String(value)
}

/**
 * A typed, pasted or exported text in the form in which numbers are read: without invisible characters, every dash as
 * `-`, every blank as a space, and digits of any script or width as plain ones.
 */
export const plainText = (raw: string): string =>
  // Fast path: nearly every cell is ASCII, and lists are long.
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

/** Longer texts are not a number with a word or two. */
const LONGEST = 80
/** An amount or decimal number, whose digits must not be joined. */
const AMOUNT = /^\d+[.,]\d{1,2}$|^\d{1,3}(?:[ .']\d{3})+,\d{1,2}$|^\d{1,3}(?:[ ,']\d{3})+\.\d{1,2}$/
const AROUND = String.raw`[\s\p{L}="'’‘´„”“«»()[\]:;,.#*_/-]*`
const SURROUNDED = new RegExp(String.raw`^(${AROUND}?)(\d(?:[\d\s./·_-]*\d)?)(${AROUND})$`, 'u')

export interface SurroundedNumber {
  readonly digits: string
  /** Words before and after the number, in lower case. */
  readonly words: readonly string[]
  /** The digits are separated by something other than a blank or a dash. */
  readonly isParted: boolean
}

/**
 * The only number of a plain text with the words around it; undefined for an amount, for several numbers, or for none.
 */
export function findNumber(text: string): SurroundedNumber | undefined {
  if (text.length > LONGEST || AMOUNT.test(text)) return undefined
  const [, before, number, after] = SURROUNDED.exec(text) ?? []
  if (before === undefined || number === undefined || after === undefined) return undefined
  const words = `${before} ${after}`.toLowerCase().match(/\p{L}+/gu) ?? []
  return { digits: number.replace(/\D/g, ''), words, isParted: /[./·_]/.test(number) }
}
