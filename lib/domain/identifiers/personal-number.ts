import { checkIdentifier } from './identifiers'
import { isPersonalNumber } from './personal-query'

/** Eleven digits or more are a PESEL, or hold one: they stay out of addresses, history, referrers and saved views. */
export const holdsPersonalNumber = (text: string): boolean =>
  isPersonalNumber(text) || /\d{11}/.test(text.replace(/[\s-]/g, ''))

/** A PESEL has as many. */
const PESEL_DIGITS = 11

/** Digits of any script: full-width ones are read as well. */
const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/** Whether a text may hold a PESEL, however it is written. */
export const mayHoldPesel = (text: string): boolean => countDigits(text) >= PESEL_DIGITS

/** A mistyped PESEL of any length still tells a date of birth: at most its first and last two characters stay. */
const hideDigits = (text: string): string =>
  text.length < 5 ? text : `${text.slice(0, 2)}${text.slice(2, -2).replaceAll(/\p{Nd}/gu, '•')}${text.slice(-2)}`

const isOther = (value: string): boolean =>
  checkIdentifier('subject_id', value).ok || checkIdentifier('regon', value).ok

/** An identifier as somebody typed it, of a kind as they named it: what is or may be a PESEL is masked. */
export function maskTyped(type: string, value: string): string {
  const isPesel = type.trim().toLowerCase() === 'pesel'
  return isPesel || (mayHoldPesel(value) && !isOther(value)) ? hideDigits(value) : value
}
