import { DAYS_TO_1904, dayOfSerial } from '@/lib/client/read-table/workbook/number-format'
import { warsawDay } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'

/** `dmy`: 11 May is `11/05/2026`, as in Poland. `mdy`: it is `05/11/2026`, as in the United States. */
export type DayOrder = 'dmy' | 'mdy'
/**
 * `malformed`: not a date. `impossible`: a date that does not exist, e.g. 31.11.2026. `us_order`: valid only with the
 * month first, which the user has not confirmed.
 */
export type DayFault = 'malformed' | 'impossible' | 'us_order'
export type ParsedDay = { readonly ok: true; readonly day: string } | { readonly ok: false; readonly fault: DayFault }

export interface DayOptions {
  readonly order?: DayOrder | undefined
  /** True if serial numbers count days from 1904. */
  readonly is1904?: boolean | undefined
}

const malformed: ParsedDay = { ok: false, fault: 'malformed' }

/** Undefined for a date that does not exist, such as 31 November. */
function calendarDay(year: string, month: number, day: number): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text ? text : undefined
}

function dayOf(year: string, month: number, day: number): ParsedDay {
  const text = calendarDay(year, month, day)
  return text === undefined ? { ok: false, fault: 'impossible' } : { ok: true, day: text }
}

/** Dots occur only in Polish dates; slashes and hyphens in both orders. */
function dayOfParts(parts: readonly [string, string, string], sign: string, order: DayOrder): ParsedDay {
  const [first, second, year] = [Number(parts[0]), Number(parts[1]), parts[2]]
  const polish = dayOf(year, second, first)
  if (sign.includes('.') || sign.trim() === '') return polish
  const american = dayOf(year, first, second)
  if (order === 'mdy' && american.ok) return american
  if (polish.ok) return polish
  return american.ok ? { ok: false, fault: 'us_order' } : polish
}

/** Beginnings of month names in Polish and English, without diacritics, and Roman numerals. */
const MONTHS: readonly RegExp[] = [
  /^(sty|jan|i$)/,
  /^(lut|feb|ii$)/,
  /^(mar|iii$)/,
  /^(kwi|apr|iv$)/,
  /^(maj|may|v$)/,
  /^(cze|jun|vi$)/,
  /^(lip|jul|vii$)/,
  /^(sie|aug|viii$)/,
  /^(wrz|sep|ix$)/,
  /^(paz|oct|x$)/,
  /^(lis|nov|xi$)/,
  /^(gru|dec|xii$)/,
]
const monthOf = (name: string): number => MONTHS.findIndex((pattern) => pattern.test(name)) + 1

function namedDay(year: string, name: string, day: string): ParsedDay {
  const month = monthOf(name)
  return month === 0 ? malformed : dayOf(year, month, Number(day))
}

const WEEKDAY = /^(pon|wt|sr|czw|pia|pt|sob|sb|nie|nd|ndz|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/
const WEEKDAY_AFTER = /[\s,(]+(pon|wt|sr|czw|pia|pt|sob|sb|nie|nd|ndz|mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\)?$/
/** E.g. `godz. 14:30`, `14.30.05`, `2:30 PM`. */
const TIME = /(?:,?\s+|t)(?:(?:godz|g|o godz)\.?\s*)?\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:am|pm|cest|cet)?$/
/** An instant with a time zone is converted to a Warsaw date. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?(Z|[+-]\d{2}:?\d{2})$/i

/** Removes what people and programs add to a date: invisible characters, a weekday, a time of day, `r.`. */
const bareDay = (cell: string): string =>
  foldLine(
    cell
      .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/^=?["']+|["']+$/g, ''),
  )
    .replace(WEEKDAY, '')
    .replace(TIME, '')
    .replace(WEEKDAY_AFTER, '')
    .replace(/(?<=\d)\s*r(?:oku|\.)?$/, '')
    .replace(/^(?:dnia|dn\.?|z dnia)\s+/, '')

type Form = readonly [RegExp, (found: readonly string[], order: DayOrder) => ParsedDay]

const FORMS: readonly Form[] = [
  [/^(\d{4})\s?[-./ ]\s?(\d{1,2})\s?[-./ ]\s?(\d{1,2})$/, ([, y = '', m, d]) => dayOf(y, Number(m), Number(d))],
  [
    /^(\d{1,2})(\s?[-./ ]\s?)(\d{1,2})\s?[-./ ]\s?(\d{4}|\d{2})$/,
    ([, a = '', sign = '', b = '', y = ''], order) => dayOfParts([a, b, y], sign, order),
  ],
  [/^(?=19|20)(\d{4})(\d{2})(\d{2})$/, ([, y = '', m, d]) => dayOf(y, Number(m), Number(d))],
  [/^(\d{1,2})\.?[\s-]?([a-z]+)\.?[\s,-]*(\d{4}|\d{2})$/, ([, d = '', name = '', y = '']) => namedDay(y, name, d)],
  [/^([a-z]+)\.?\s?(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/, ([, name = '', d = '', y = '']) => namedDay(y, name, d)],
]

/** Fits `poniedziałek, 24 listopada 2026 roku, godz. 14:30:05` with invisible characters. */
const MAX_CELL_LENGTH = 80
/** Serial numbers of a few decades around today; other numbers of five digits are not dates. */
const SERIAL = /^[345]\d{4}(?:[.,]\d+)?$/
const [FIRST_SERIAL, LAST_SERIAL] = [40_179, 58_807]

function daySerial(text: string, is1904: boolean): ParsedDay | undefined {
  if (!SERIAL.test(text)) return undefined
  const serial = Number(text.replace(',', '.')) + (is1904 ? DAYS_TO_1904 : 0)
  const day = serial >= FIRST_SERIAL && serial < LAST_SERIAL ? dayOfSerial(serial) : undefined
  return day === undefined ? malformed : { ok: true, day }
}

/**
 * The date in a cell, in any format that Polish programs and users write: `24.11.2026`,
 * `24 lis 2026 r.`, `wt. 2026-11-24 14:30`, `20261124`, or a spreadsheet's serial number.
 */
export function readListDay(cell: string, { order = 'dmy', is1904 = false }: DayOptions = {}): ParsedDay {
  const trimmed = cell.trim()
  if (trimmed.length > MAX_CELL_LENGTH) return malformed
  if (INSTANT.test(trimmed)) {
    const at = new Date(trimmed.replace(' ', 'T').replace(/\s/g, ''))
    return Number.isNaN(at.getTime()) ? { ok: false, fault: 'impossible' } : { ok: true, day: warsawDay(at) }
  }
  const text = bareDay(trimmed)
  const serial = daySerial(text, is1904)
  if (serial !== undefined) return serial
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(text)
    if (found) return read(found, order)
  }
  return malformed
}

/** The date as `YYYY-MM-DD`, read in the Polish order; undefined if invalid. */
export function readTypedDay(cell: string): string | undefined {
  const result = readListDay(cell)
  return result.ok ? result.day : undefined
}
