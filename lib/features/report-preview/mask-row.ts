import { reportKrsChangeRow, reportKrzRow, reportMsigRow } from '@/lib/contract/report-rows'
import { maskMistyped, maskPesels } from '@/lib/domain/identifiers/identifiers'
import { maskPersonal } from '@/lib/http/mask-personal'

type Fields = Readonly<Record<string, unknown>>
type HideText = (text: string) => string

/** Replaces values that are not shown at all. */
const HIDDEN = '•••'

/** Fields of the interface (section 2.9, report rows; decision 31) with a known meaning; all others are unknown. */
const knownFields: ReadonlySet<string> = new Set(
  [reportKrzRow, reportMsigRow, reportKrsChangeRow].flatMap(({ shape }) => Object.keys(shape)),
)
/** These contain arbitrary text of the register. */
const isUnknown = (name: string): boolean => !knownFields.has(name) || name === 'attributes'
const isBirthDate = (name: string): boolean => /birth|urodz/i.test(name)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * Masks a row of a report for display: no PESEL, no date of birth, and, unless they are shown, no name of a natural
 * person in KRZ, even where texts repeat them. In unknown fields any eleven digits count as a PESEL.
 */
export function maskReportRow(row: Fields, showsNames = false): Fields {
  const hide = hiderOf(row, showsNames)
  return Object.fromEntries(Object.entries(row).map(([name, value]) => maskOne(name, value, hide)))
}

/** The name of a field may contain personal data too. */
function maskOne(name: string, value: unknown, hide: HideText): [string, unknown] {
  const shown = maskPesels(name)
  // The JSON mask would empty the value, which would look as if there were none.
  if (isBirthDate(name)) return [shown, value === null || value === '' ? value : HIDDEN]
  const masked = isUnknown(name) ? maskUnknown(name, value, hide) : maskKnown(value, hide)
  return [shown, Object.values(maskObject({ [name]: masked }))[0]]
}

// Safe: masking preserves the shape.
const maskObject = (value: Fields): Fields => maskPersonal(value) as Fields

function maskKnown(value: unknown, hide: HideText): unknown {
  if (typeof value === 'string') return hide(value)
  return typeof value === 'object' ? maskTextsIn(value, hide) : value
}

function maskTextsIn(value: unknown, hide: HideText): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((each) => maskTextsIn(each, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskTextsIn(each, hide)]))
}

function maskUnknown(name: string, value: unknown, hide: HideText): unknown {
  if (isBirthDate(name) && value !== null && value !== '') return HIDDEN
  if (typeof value === 'string') return maskMistyped(hide(value))
  if (typeof value === 'number') return maskNumber(value)
  if (Array.isArray(value)) return value.map((each) => maskUnknown(name, each, hide))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => [key, maskUnknown(key, each, hide)])
  return Object.fromEntries(entries)
}

/** A PESEL that was written as a number has lost its leading zeros. */
const maskNumber = (value: number): number | string =>
  Number.isInteger(value) && value >= 1e8 && value < 1e11 ? maskMistyped(String(value).padStart(11, '0')) : value

/**
 * Removes a person's name and date of birth from a text; texts about companies stay unchanged. Dates that the text
 * itself calls a birth date are always removed.
 */
function hiderOf(row: Fields, showsNames: boolean): HideText {
  const { debtor_name: name, debtor_birth_date: born } = row
  if (!isNaturalPerson(row)) return hideBirths
  const names = isText(name) && !showsNames ? nameHider(name) : (text: string) => text
  const days = isText(born) ? dayHider(born) : (text: string) => text
  return (text) => days(names(hideBirths(text)))
}

/**
 * Interface section 2.9 (report rows): a consumer is identified by PESEL and birth date. Sole traders are persons too.
 */
const isNaturalPerson = ({ debtor_pesel, debtor_birth_date, debtor_kind }: Fields): boolean =>
  debtor_pesel !== '' && debtor_pesel !== null && debtor_pesel !== undefined
    ? true
    : isText(debtor_birth_date) || (isText(debtor_kind) && /^osoba fizyczna/i.test(debtor_kind.trim()))

const MONTHS =
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(' ')
const BIRTH =
  /(\bur\.|urodz\p{L}*)([^\d\n]{0,20})(?:\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\s+\p{L}+\s+\d{4})/giu
const hideBirths: HideText = (text) => (/ur(?:\.|odz)/i.test(text) ? text.replace(BIRTH, `$1$2${HIDDEN}`) : text)

/** Matches the same day in the notations that texts use. */
function dayHider(born: string): HideText {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(born) ?? []
  if (year === '') return (text) => text.replaceAll(born, HIDDEN)
  const inWords = `0?${Number(day)}\\s+${MONTHS[Number(month) - 1] ?? month}\\s+${year}`
  const inDigits = `0?${Number(day)}[./-]0?${Number(month)}[./-]${year}`
  const pattern = new RegExp(`(?<!\\d)(?:${year}-${month}-${day}|${inDigits}|${inWords})(?!\\d)`, 'giu')
  return (text) => (text.includes(year) ? text.replace(pattern, HIDDEN) : text)
}

/** Endings of Polish cases have at most two letters; a stem of fewer than three would match every other word. */
const stemOf = (word: string): string => word.slice(0, Math.max(3, word.length > 4 ? word.length - 2 : word.length - 1))

/** Registers write names in capitals, unlike texts. */
const capitalised = (stem: string): string => `${stem.slice(0, 1).toUpperCase()}${stem.slice(1).toLowerCase()}`

/** Words that begin like a part of the name retain only their first letter: `Jana Kowalskiego` becomes `J••• K•••`. */
function nameHider(name: string): HideText {
  const words = name.match(/\p{L}{2,}/gu) ?? []
  if (words.length === 0) return () => HIDDEN
  const stems = [...new Set(words.map(stemOf).flatMap((stem) => [stem, stem.toUpperCase(), capitalised(stem)]))]
  const pattern = new RegExp(`(?<!\\p{L})(?:${stems.join('|')})\\p{L}*`, 'gu')
  return (text) => text.replace(pattern, (word) => `${word.slice(0, 1)}${HIDDEN}`)
}
