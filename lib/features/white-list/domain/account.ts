import { findNumber, plainText } from '@/lib/domain/identifiers/number-text'

/** Why a text is not a Polish bank account number. `rounded`: a spreadsheet has replaced its last digits with zeros. */
export const accountFaults = ['empty', 'characters', 'country', 'length', 'checksum', 'rounded'] as const
export type AccountFault = (typeof accountFaults)[number]
export type AccountReading =
  | { readonly ok: true; readonly account: string }
  | { readonly ok: false; readonly fault: AccountFault }

const DIGITS = 26
/** `PL` as digits, according to ISO 13616. */
const COUNTRY = '2521'

/** Words next to an account number that carry no information. */
const WORDS = new Set(
  'pl iban nrb nr no numer number rach rachunek rachunku bankowy konto konta account pln eur usd gbp chf vat'.split(
    ' ',
  ),
)
const EXPONENT = /^\d[.,]\d+E\+?\d{2}$/i
/** A spreadsheet stores fifteen digits of a number; the remaining eleven become zeros. */
const ROUNDED = /0{11}$/
const FOREIGN = /^(?:IBAN:?)?(?!PL)[A-Z]{2}\d/

/**
 * Reads a Polish account number as pasted, exported or printed (NRB or IBAN, with blanks, dashes or dots, a word before
 * it, a currency after it, or as `="…"`) and returns its 26 digits, verified by the checksum (ISO 7064, mod 97-10).
 */
export function readAccount(input: string): AccountReading {
  const text = plainText(input)
  const compact = text.replaceAll(/[\s.'’-]/gu, '').toUpperCase()
  if (compact === '') return { ok: false, fault: 'empty' }
  if (EXPONENT.test(text)) return { ok: false, fault: 'rounded' }
  if (FOREIGN.test(compact)) return { ok: false, fault: 'country' }
  const found = findNumber(text.replaceAll(/(?<=\d)['’](?=\d)/gu, ''))
  if (found === undefined || !found.words.every((word) => WORDS.has(word))) return { ok: false, fault: 'characters' }
  const { digits } = found
  if (digits.length !== DIGITS) return { ok: false, fault: 'length' }
  const isValid = BigInt(`${digits.slice(2)}${COUNTRY}${digits.slice(0, 2)}`) % 97n === 1n
  if (isValid) return { ok: true, account: digits }
  return { ok: false, fault: ROUNDED.test(digits) ? 'rounded' : 'checksum' }
}

/**
 * `10 1010 1023 0000 2613 9510 0000`: the banks' format, which a spreadsheet treats as text so that no digit is lost.
 * Other text is returned unchanged.
 */
export const formatAccount = (account: string): string =>
  /^\d{26}$/.test(account) ? `${account.slice(0, 2)} ${account.slice(2).replace(/(\d{4})(?=\d)/g, '$1 ')}` : account

/**
 * `cannot_tell`: the list does not contain the account, but the company also has virtual accounts, which match a mask
 * that the interface does not return.
 */
export type AccountVerdict = 'listed' | 'not_listed' | 'cannot_tell'

export interface ListedAccounts {
  readonly account_numbers?: readonly string[] | undefined
  readonly has_virtual_accounts?: boolean | undefined
}

/**
 * Whether a company on the white list has listed an account, given by its 26 digits. Without a list of accounts the
 * answer is `cannot_tell`.
 */
export function judgeAccount(
  account: string,
  { account_numbers, has_virtual_accounts }: ListedAccounts,
): AccountVerdict {
  if (account_numbers === undefined) return 'cannot_tell'
  const isNamed = account_numbers.some((listedNumber) => {
    const parsed = readAccount(listedNumber)
    return parsed.ok && parsed.account === account
  })
  if (isNamed) return 'listed'
  return has_virtual_accounts === true ? 'cannot_tell' : 'not_listed'
}
