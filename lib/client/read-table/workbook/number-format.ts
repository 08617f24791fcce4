/** How a cell displays its number, as far as it matters for reading. */
export type NumberShape =
  | { readonly kind: 'plain' }
  | { readonly kind: 'day' }
  | { readonly kind: 'day_time' }
  | { readonly kind: 'zeros'; readonly count: number; readonly prefix: string }

export const plain: NumberShape = { kind: 'plain' }

/** Built-in formats, which workbooks do not define. */
const BUILT_IN: readonly (readonly [from: number, to: number, shape: NumberShape])[] = [
  [14, 17, { kind: 'day' }],
  [22, 22, { kind: 'day_time' }],
  [27, 31, { kind: 'day' }],
  [36, 36, { kind: 'day' }],
  [50, 54, { kind: 'day' }],
  [57, 58, { kind: 'day' }],
]

export const builtInShape = (id: number): NumberShape =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? plain

/** Quoted, escaped and bracketed text: literal text, colours and locales. */
const LITERAL = /"[^"]*"?|\\.|[_*].|\[[^\]]*\]?/g

/** Letters that the format puts before the number, as in `"PL"0000000000`. */
function prefixOf(section: string): string {
  const before = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[_*].|[\s-])*/.exec(section)?.[0] ?? ''
  const text = before.replace(/\[[^\]]*\]|[_*]./g, '').replace(/["\\]/g, '')
  return /\p{L}/u.test(text) ? text : ''
}

/** `r` is the year in Polish programs that write the format in its localised form. */
const isDateFormat = (signs: string): boolean => /[ydr]|m{3}/.test(signs) && !/[0#]/.test(signs.replace(/\.0+/, ''))

/** The effect of a number format by its code: `yyyy\-mm\-dd`, `0000000000`, `000\-000\-00\-00`. */
export function shapeOf(code: string): NumberShape {
  const section = /^(?:"[^"]*"|\\.|[^;])*/.exec(code)?.[0] ?? ''
  if (/^\s*(general|standard|ogólny|@)\s*$/i.test(section)) return plain
  const signs = section.replace(LITERAL, '').toLowerCase()
  if (!/\[[hms]+\]/i.test(section) && isDateFormat(signs)) return { kind: /[hs]/.test(signs) ? 'day_time' : 'day' }
  const zeros = (signs.split('.')[0] ?? '').replace(/[^0]/g, '').length
  return zeros > 1 && !/[%e/]/.test(signs) ? { kind: 'zeros', count: zeros, prefix: prefixOf(section) } : plain
}

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Days between the two date systems of workbooks. */
export const DAYS_TO_1904 = 1462
/** Before 1 March 1900 spreadsheets count a day that does not exist; 2958465 is the last day of the year 9999. */
const [FIRST, LAST] = [61, 2_958_465]
const HALF_SECOND = 0.5 / 86_400

/** Converts a spreadsheet's serial number to `YYYY-MM-DD`, with the time of day if requested. */
export function dayOfSerial(serial: number, isTimed = false): string | undefined {
  if (!(serial >= FIRST && serial < LAST + 1)) return undefined
  const text = new Date(EPOCH + Math.floor((serial + HALF_SECOND) * 86_400) * (DAY_MS / 86_400)).toISOString()
  const time = text.slice(11, 16)
  return isTimed && time !== '00:00' ? `${text.slice(0, 10)} ${time}` : text.slice(0, 10)
}

/** Significant digits of a number in a spreadsheet. */
const PRECISION = 15

/** Digits beyond the fifteenth are not what was typed, so the number is written in a form that shows the loss. */
function roundedForm(digits: string): string {
  const significant = digits.slice(0, PRECISION)
  return `${significant[0] ?? ''}.${significant.slice(1)}E+${digits.length - 1}`
}

/** Writes a whole number in full, however the file spells it: `5.261040828E9` is a NIP. */
function plainNumber(value: string): string {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  if (Number.isSafeInteger(number)) return String(number)
  const isWritten = /^\d+$/.test(value)
  // A number written with more than fifteen significant digits never passed through a spreadsheet, so all its digits
  // are valid.
  if (isWritten && !/^0*$/.test(value.slice(PRECISION))) return value
  const digits = isWritten ? value : Math.abs(number) >= 1e15 ? BigInt(Math.round(Math.abs(number))).toString() : ''
  return digits === '' ? value : roundedForm(digits)
}

export interface NumberView {
  readonly shape: NumberShape
  readonly is1904: boolean
}

/** A cell's number as displayed, as far as it matters: days and leading zeros. */
export function numberText(value: string, { shape, is1904 }: NumberView): string {
  const trimmed = value.trim()
  const text = plainNumber(trimmed)
  if (shape.kind === 'plain' || trimmed === '') return text
  if (shape.kind === 'zeros') {
    return /^\d+$/.test(text) ? `${shape.prefix}${text.padStart(shape.count, '0')}` : text
  }
  const serial = Number(trimmed) + (is1904 ? DAYS_TO_1904 : 0)
  return dayOfSerial(serial, shape.kind === 'day_time') ?? text
}
