import { mayHoldPesel } from '../identifiers/personal-number'
import { isNumberAlone, readCompanyNumbers } from './company-number'

const MIN_LETTERS = 2
const MAX_LENGTH = 200
/** The shortest numbers of companies have nine digits. */
const NUMBER = /(?:\d[\s.-]?){9,}/

/**
 * Whether a typed text is the name of one company rather than a list of numbers: a single line with letters and without
 * columns, numbers or anything that may be a personal number.
 */
export function isTypedName(text: string): boolean {
  const typed = text.trim()
  if (typed.length > MAX_LENGTH || /[\n\r\t;|]/.test(typed)) return false
  if (mayHoldPesel(typed) || NUMBER.test(typed) || isNumberAlone(typed)) return false
  return (typed.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS && readCompanyNumbers(typed).length === 0
}
