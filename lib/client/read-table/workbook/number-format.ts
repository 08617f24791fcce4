/** How a cell shows its number, as far as it changes what is read. */
export type NumberShape =
  | { readonly kind: 'plain' }
  | { readonly kind: 'day' }
  | { readonly kind: 'day_time' }
  | { readonly kind: 'zeros'; readonly count: number; readonly prefix: string }

export const plain: NumberShape = { kind: 'plain' }

/** Formats that every workbook has without writing them down. */
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

/** What stands in quotes, behind a backslash, and in brackets is shown as it is, or says a colour or a country. */
const LITERAL = /"[^"]*"?|\\.|[_*].|\[[^\]]*\]?/g

/** Letters that the format puts before the number, as `"PL"0000000000`. */
function prefixOf(section: string): string {
  const before = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[_*].|[\s-])*/.exec(section)?.[0] ?? ''
  const text = before.replace(/\[[^\]]*\]|[_*]./g, '').replace(/["\\]/g, '')
  return /\p{L}/u.test(text) ? text : ''
}

/** `r` is the year of Polish programs that write the format as it is shown to people. */
const isOfDays = (signs: string): boolean => /[ydr]|m{3}/.test(signs) && !/[0#]/.test(signs.replace(/\.0+/, ''))

/** What a format does to a number, by its code: `yyyy\-mm\-dd`, `0000000000`, `000\-000\-00\-00`. */
export function shapeOf(code: string): NumberShape {
  const section = /^(?:"[^"]*"|\\.|[^;])*/.exec(code)?.[0] ?? ''
  if (/^\s*(general|standard|ogólny|@)\s*$/i.test(section)) return plain
  const signs = section.replace(LITERAL, '').toLowerCase()
  if (!/\[[hms]+\]/i.test(section) && isOfDays(signs)) return { kind: /[hs]/.test(signs) ? 'day_time' : 'day' }
  const zeros = (signs.split('.')[0] ?? '').replace(/[^0]/g, '').length
  return zeros > 1 && !/[%e/]/.test(signs) ? { kind: 'zeros', count: zeros, prefix: prefixOf(section) } : plain
}

const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
/** Days between the two systems in which workbooks count days. */
export const DAYS_TO_1904 = 1462
/** Before 1 March 1900 spreadsheets count a day that never was; 2958465 is the last of the year 9999. */
const [FIRST, LAST] = [61, 2_958_465]
const HALF_SECOND = 0.5 / 86_400

/** A day that a spreadsheet keeps as a number, as `YYYY-MM-DD`, with the time of day when it is asked for. */
export function dayOfSerial(serial: number, isTimed = false): string | undefined {
  if (!(serial >= FIRST && serial < LAST + 1)) return undefined
  const text = new Date(EPOCH + Math.floor((serial + HALF_SECOND) * 86_400) * (DAY_MS / 86_400)).toISOString()
  const time = text.slice(11, 16)
  return isTimed && time !== '00:00' ? `${text.slice(0, 10)} ${time}` : text.slice(0, 10)
}

/** Digits that a spreadsheet keeps of a number. */
const PRECISION = 15

/** Digits beyond the fifteenth are not what somebody typed: the number is given so that it is seen to be cut. */
function cut(digits: string): string {
  const kept = digits.slice(0, PRECISION)
  return `${kept[0] ?? ''}.${kept.slice(1)}E+${digits.length - 1}`
}

/** A whole number is written out in full, however the file spells it: `5.261040828E9` is a NIP. */
function plainNumber(value: string): string {
  const number = Number(value)
  if (value === '' || Number.isNaN(number)) return value
  if (Number.isSafeInteger(number)) return String(number)
  const isWritten = /^\d+$/.test(value)
  // Written out with digits beyond the fifteenth it was never in a spreadsheet, and they are true.
  if (isWritten && !/^0*$/.test(value.slice(PRECISION))) return value
  const digits = isWritten ? value : Math.abs(number) >= 1e15 ? BigInt(Math.round(Math.abs(number))).toString() : ''
  return digits === '' ? value : cut(digits)
}

export interface NumberView {
  readonly shape: NumberShape
  readonly is1904: boolean
}

/** A number of a cell as the cell shows it where that matters: days, and zeros in front. */
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
