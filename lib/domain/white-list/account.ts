/** Why a text is no Polish bank account number. */
export const accountFaults = ['empty', 'characters', 'country', 'length', 'checksum'] as const
export type AccountFault = (typeof accountFaults)[number]
export type AccountReading =
  | { readonly ok: true; readonly account: string }
  | { readonly ok: false; readonly fault: AccountFault }

const DIGITS = 26
/** `PL` as digits, as ISO 13616 has it. */
const COUNTRY = '2521'

/** A Polish account number as pasted (NRB or IBAN, with spaces or dashes) as its 26 digits, checked by its checksum (ISO 7064, mod 97-10). */
export function readAccount(typed: string): AccountReading {
  const compact = typed.replaceAll(/[\s\u00a0.'’–-]/gu, '').toUpperCase()
  if (compact === '') return { ok: false, fault: 'empty' }
  const digits = compact.startsWith('PL') ? compact.slice(2) : compact
  if (/^[A-Z]{2}\d/.test(digits)) return { ok: false, fault: 'country' }
  if (!/^\d+$/.test(digits)) return { ok: false, fault: 'characters' }
  if (digits.length !== DIGITS) return { ok: false, fault: 'length' }
  const checked = BigInt(`${digits.slice(2)}${COUNTRY}${digits.slice(0, 2)}`) % 97n === 1n
  return checked ? { ok: true, account: digits } : { ok: false, fault: 'checksum' }
}

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
