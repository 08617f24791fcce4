import { foldLine } from '../fold'
import { saysNone } from './says-none'

/** Whose numbers begin with these letters in VIES; Greece has another code there, and Northern Ireland one of its own. */
const EU = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))
const OTHERS = new Set(['EL', 'XI', 'UK'])
const LONG_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'POL PL AUT AT BEL BE BGR BG CYP CY CZE CZ DEU DE DNK DK EST EE GRC GR ESP ES FIN FI FRA FR GBR GB HRV HR HUN HU IRL IE ITA IT LTU LT ' +
    'LUX LU LVA LV MLT MT NLD NL PRT PT ROU RO SWE SE SVN SI SVK SK UKR UA USA US CHE CH NOR NO CHN CN TUR TR'
  )
    .split(' ')
    .flatMap((code, at, all) => (at % 2 === 0 ? [[code, all[at + 1] ?? '']] : [])),
)

let names: readonly Intl.DisplayNames[] | undefined
/** In both languages of the panel; made when it is first asked for, because most lists have no country. */
const namesIn = (): readonly Intl.DisplayNames[] =>
  (names ??= ['pl', 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' })))
const isRegion = (code: string): boolean => OTHERS.has(code) || namesIn()[0]?.of(code) !== code

let codes: ReadonlyMap<string, string> | undefined

/** Names of countries, folded, as both languages of the panel have them. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes !== undefined) return codes
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const all = letters.flatMap((first) => letters.map((second) => first + second)).filter(isRegion)
  codes = new Map(all.flatMap((code) => namesIn().map((each) => [foldLine(each.of(code) ?? code), code] as const)))
  return codes
}

/** The code of the country that a cell names: `DE`, `de`, `DEU`, `Niemcy`, `PL - Polska`; undefined for any other text. */
export function countryIn(cell: string): string | undefined {
  const text = cell.trim()
  const code = /^([A-Za-z]{2,3})(?:\s*[-–(,].*)?$/.exec(text)?.[1]?.toUpperCase() ?? ''
  if (code.length === 2 && isRegion(code)) return code
  return LONG_CODES[code] ?? codesByName().get(foldLine(text))
}

/** Whether it is a member of the EU, so that its numbers are in VIES and begin with its code. */
export const isInEu = (code: string): boolean => EU.has(code)

const LABELS = /^(?:(?:vat|nip|ue|eu|tin|tax|id|numer|number)[\s.:-]+)+/i

/** The country whose code a number begins with, as VAT numbers do: `DE811907980`; undefined for Poland and for other texts. */
export function countryOfNumber(text: string): string | undefined {
  const [, code = '', rest = ''] = /^([A-Z]{2})[\s.-]?([A-Z\d\s.-]{5,16})$/.exec(text.replace(LABELS, '')) ?? []
  const digits = rest.replace(/\D/g, '').length
  return code !== '' && code !== 'PL' && digits >= 5 && isRegion(code) ? code : undefined
}

/** `code`: of the country, or the text that names none. `isEu`: undefined where the country is not known. */
export interface ForeignCountry {
  readonly code: string
  readonly isEu: boolean | undefined
}

/** What is said of a number beside a foreign country, whatever its checksum says by chance. `country`: the cell names no country. */
export function foreignFault(number: string, { isEu }: ForeignCountry): 'none' | 'country' | 'eu' | 'foreign' {
  if (saysNone(number)) return 'none'
  if (isEu === undefined) return 'country'
  return isEu ? 'eu' : 'foreign'
}

/** The country of a cell in a column of countries; undefined for Poland and for a cell that says nothing. */
export function foreignCountry(cell: string): ForeignCountry | undefined {
  if (cell.trim() === '' || saysNone(cell)) return undefined
  const code = countryIn(cell)
  if (code === undefined) return { code: cell.trim(), isEu: undefined }
  return code === 'PL' ? undefined : { code, isEu: isInEu(code) }
}
