import { findNumber, plainText } from '@/lib/domain/identifiers/number-text'

/** Why a text is no Polish bank account number. `rounded`: a spreadsheet has put zeros in the place of its last digits. */
export const accountFaults = ['empty', 'characters', 'country', 'length', 'checksum', 'rounded'] as const
export type AccountFault = (typeof accountFaults)[number]
export type AccountReading =
  | { readonly ok: true; readonly account: string }
  | { readonly ok: false; readonly fault: AccountFault }

const DIGITS = 26
/** `PL` as digits, as ISO 13616 has it. */
const COUNTRY = '2521'

/** Words that stand beside an account number and say nothing else. */
const WORDS = new Set(
  'pl iban nrb nr no numer number rach rachunek rachunku bankowy konto konta account pln eur usd gbp chf vat'.split(
    ' ',
  ),
)
const EXPONENT = /^\d[.,]\d+E\+?\d{2}$/i
/** A spreadsheet keeps fifteen digits of a number, and eleven more belong to an account. */
const ROUNDED = /0{11}$/
const FOREIGN = /^(?:IBAN:?)?(?!PL)[A-Z]{2}\d/

/**
 * A Polish account number as pasted, exported or printed (NRB or IBAN, with blanks, dashes or points, a word before it, its currency
 * behind it, `="…"`) as its 26 digits, checked by its checksum (ISO 7064, mod 97-10).
 */
export function readAccount(typed: string): AccountReading {
  const text = plainText(typed)
  const compact = text.replaceAll(/[\s.'’-]/gu, '').toUpperCase()
  if (compact === '') return { ok: false, fault: 'empty' }
  if (EXPONENT.test(text)) return { ok: false, fault: 'rounded' }
  if (FOREIGN.test(compact)) return { ok: false, fault: 'country' }
  const found = findNumber(text.replaceAll(/(?<=\d)['’](?=\d)/gu, ''))
  if (found === undefined || !found.words.every((word) => WORDS.has(word))) return { ok: false, fault: 'characters' }
  const { digits } = found
  if (digits.length !== DIGITS) return { ok: false, fault: 'length' }
  const checked = BigInt(`${digits.slice(2)}${COUNTRY}${digits.slice(0, 2)}`) % 97n === 1n
  if (checked) return { ok: true, account: digits }
  return { ok: false, fault: ROUNDED.test(digits) ? 'rounded' : 'checksum' }
}

/**
 * `10 1010 1023 0000 2613 9510 0000`: as banks print it, so that a spreadsheet takes it for a text and keeps every digit; what is no
 * account number as it came.
 */
export const showAccount = (account: string): string =>
  /^\d{26}$/.test(account) ? `${account.slice(0, 2)} ${account.slice(2).replace(/(\d{4})(?=\d)/g, '$1 ')}` : account

/**
 * `cannot_tell`: the account is not among those that the list names, but the company also has virtual accounts, which belong to it by
 * a mask that the interface does not give.
 */
export type AccountVerdict = 'listed' | 'not_listed' | 'cannot_tell'

export interface ListedAccounts {
  readonly account_numbers?: readonly string[] | undefined
  readonly has_virtual_accounts?: boolean | undefined
}

/** Whether a company of the white list has named an account, given by its 26 digits. Without a list of accounts nobody can tell. */
export function judgeAccount(
  account: string,
  { account_numbers, has_virtual_accounts }: ListedAccounts,
): AccountVerdict {
  if (account_numbers === undefined) return 'cannot_tell'
  const isNamed = account_numbers.some((named) => {
    const read = readAccount(named)
    return read.ok && read.account === account
  })
  if (isNamed) return 'listed'
  return has_virtual_accounts === true ? 'cannot_tell' : 'not_listed'
}
