import { foldLine } from '../fold'
import { saysNone } from './says-none'

/** EU countries by their VAT prefix in VIES; Greece and Northern Ireland have special codes there. */
const EU = new Set('AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' '))
const SPECIAL_CODES = new Set(['EL', 'XI', 'UK'])
const LONG_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'POL PL AUT AT BEL BE BGR BG CYP CY CZE CZ DEU DE DNK DK EST EE GRC GR ESP ES FIN FI FRA FR GBR GB HRV HR HUN HU IRL IE ITA IT LTU LT ' +
    'LUX LU LVA LV MLT MT NLD NL PRT PT ROU RO SWE SE SVN SI SVK SK UKR UA USA US CHE CH NOR NO CHN CN TUR TR'
  )
    .split(' ')
    .flatMap((code, at, all) => (at % 2 === 0 ? [[code, all[at + 1] ?? '']] : [])),
)

let names: readonly Intl.DisplayNames[] | undefined
/** In both languages of the panel; created on first use, because most lists have no country. */
const namesIn = (): readonly Intl.DisplayNames[] =>
  (names ??= ['pl', 'en'].map((locale) => new Intl.DisplayNames(locale, { type: 'region' })))
const isRegion = (code: string): boolean => SPECIAL_CODES.has(code) || namesIn()[0]?.of(code) !== code

let codes: ReadonlyMap<string, string> | undefined

/** Folded country names in both languages of the panel. */
function codesByName(): ReadonlyMap<string, string> {
  if (codes !== undefined) return codes
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const all = letters.flatMap((first) => letters.map((second) => first + second)).filter(isRegion)
  codes = new Map(all.flatMap((code) => namesIn().map((each) => [foldLine(each.of(code) ?? code), code] as const)))
  return codes
}

/** The country code of a cell: `DE`, `de`, `DEU`, `Niemcy`, `PL - Polska`; undefined for any other text. */
export function countryIn(cell: string): string | undefined {
  const text = cell.trim()
  const code = /^([A-Za-z]{2,3})(?:\s*[-–(,].*)?$/.exec(text)?.[1]?.toUpperCase() ?? ''
  if (code.length === 2 && isRegion(code)) return code
  return LONG_CODES[code] ?? codesByName().get(foldLine(text))
}

/** Whether it is in the EU, so that its VAT numbers are in VIES and begin with its code. */
export const isInEu = (code: string): boolean => EU.has(code)

const LABELS = /^(?:(?:vat|nip|ue|eu|tin|tax|id|numer|number)[\s.:-]+)+/i

/** The country whose code a VAT number begins with: `DE811907980`; undefined for Poland and for other texts. */
export function countryOfNumber(text: string): string | undefined {
  const [, code = '', rest = ''] = /^([A-Z]{2})[\s.-]?([A-Z\d\s.-]{5,16})$/.exec(text.replace(LABELS, '')) ?? []
  const digits = rest.replace(/\D/g, '').length
  return code !== '' && code !== 'PL' && digits >= 5 && isRegion(code) ? code : undefined
}

/** `code`: the country code, or the text if it names no country. `isEu`: undefined for an unknown country. */
export interface ForeignCountry {
  readonly code: string
  readonly isEu: boolean | undefined
}

/**
 * The fault of a number in a row with a foreign country, even if its checksum is valid by chance. `country`: the cell
 * names no country.
 */
export function foreignFault(number: string, { isEu }: ForeignCountry): 'none' | 'country' | 'eu' | 'foreign' {
  if (saysNone(number)) return 'none'
  if (isEu === undefined) return 'country'
  return isEu ? 'eu' : 'foreign'
}

/** The country of a cell in a country column; undefined for Poland and for an empty cell. */
export function foreignCountry(cell: string): ForeignCountry | undefined {
  if (cell.trim() === '' || saysNone(cell)) return undefined
  const code = countryIn(cell)
  if (code === undefined) return { code: cell.trim(), isEu: undefined }
  return code === 'PL' ? undefined : { code, isEu: isInEu(code) }
}
