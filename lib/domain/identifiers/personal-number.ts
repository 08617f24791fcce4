import { checkIdentifier } from './identifiers'
import { isPersonalNumber } from './personal-query'

/**
 * A text with eleven digits or more may contain a PESEL, and must not be in addresses, history, referrers or views.
 */
export const holdsPersonalNumber = (text: string): boolean =>
  isPersonalNumber(text) || /\d{11}/.test(text.replace(/[\s-]/g, ''))

const PESEL_DIGITS = 11

/** Counts digits of any script, because full-width ones are also readable. */
const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/** Whether a text may contain a PESEL, however it is written. */
export const mayHoldPesel = (text: string): boolean => countDigits(text) >= PESEL_DIGITS

/**
 * A mistyped PESEL of any length still reveals a date of birth, so at most its first and last two characters are shown.
 */
const hideDigits = (text: string): string =>
  text.length < 5 ? text : `${text.slice(0, 2)}${text.slice(2, -2).replaceAll(/\p{Nd}/gu, '•')}${text.slice(-2)}`

const isOther = (value: string): boolean =>
  checkIdentifier('subject_id', value).ok || checkIdentifier('regon', value).ok

/** Masks a typed identifier of a typed type if it is or may be a PESEL. */
export function maskTyped(type: string, value: string): string {
  const isPesel = type.trim().toLowerCase() === 'pesel'
  return isPesel || (mayHoldPesel(value) && !isOther(value)) ? hideDigits(value) : value
}
