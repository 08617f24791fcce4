import { countryOfNumber, isInEu } from './country'
import { plainText } from './number-text'
import { saysNone } from './says-none'

/**
 * Content that is not a number. `none`: words for "there is none". `date`: a day. `eu`, `foreign`: a number of another
 * country according to its first letters. `words`: a number among other words.
 */
export type TextFault =
  | { readonly fault: 'none' | 'date' | 'words' }
  | { readonly fault: 'eu' | 'foreign'; readonly country: string }

const TIME = String.raw`(?:[T ,]+\d{1,2}[:.]\d{2}.*)?`
const DAYS = [
  new RegExp(String.raw`^\d{4}[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})${TIME}$`),
  new RegExp(String.raw`^(?<day>\d{1,2})[-./](?<month>\d{1,2})[-./](?:\d{4}|\d{2})${TIME}$`),
  new RegExp(String.raw`^(?<day>\d{1,2})[ -]\p{L}{3,}\.?[ -]\d{4}${TIME}$`, 'u'),
]
const DIGITS_OF_A_NUMBER = 9

function isDay(text: string): boolean {
  return DAYS.some((pattern) => {
    const { day, month = '1' } = pattern.exec(text)?.groups ?? {}
    return day !== undefined && Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12
  })
}

/**
 * Explains a text that is not a number of its type; undefined if a checksum or digit count is the better explanation.
 */
export function explainText(raw: string): TextFault | undefined {
  const text = plainText(raw)
  if (saysNone(text)) return { fault: 'none' }
  if (isDay(text)) return { fault: 'date' }
  const country = countryOfNumber(text)
  if (country !== undefined) return { fault: isInEu(country) ? 'eu' : 'foreign', country }
  const digits = text.replace(/\D/g, '').length
  // A single letter among digits is a mistyped digit.
  return /\p{L}{2,}/u.test(text) && digits >= DIGITS_OF_A_NUMBER ? { fault: 'words' } : undefined
}
