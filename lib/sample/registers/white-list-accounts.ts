import { rng } from '../rng'

/** A synthetic company with a separate virtual account for every customer, to test a very long list in the panel. */
export const MANY_ACCOUNTS_NIP = '4023044291'
const MANY_ACCOUNTS = 236
const USUAL_ACCOUNTS = [
  [1, 55],
  [2, 28],
  [3, 12],
  [5, 5],
] as const

/** No bank has a sort code with this prefix. */
const NO_BANK = '9999'
const SORT_CODE_WEIGHTS = [3, 9, 7, 1, 3, 9, 7]
/** `PL` as digits (P = 25, L = 21) and the position of the check digits. */
const COUNTRY = '252100'
const CHECK_FROM = 98n
const CHECK_MODULUS = 97n
const ACCOUNT_DIGITS = 16

/** The 26 digits of a Polish account number: two check digits (ISO 13616), sort code and account. */
export function makeNrb(sortCode: string, account: string): string {
  const check = CHECK_FROM - (BigInt(sortCode + account + COUNTRY) % CHECK_MODULUS)
  return `${String(check).padStart(2, '0')}${sortCode}${account}`
}

/** Eight digits, the last of which is a check digit. */
function makeSortCode(branch: number): string {
  const stem = `${NO_BANK}${String(branch).padStart(3, '0')}`
  const sum = SORT_CODE_WEIGHTS.reduce((total, weight, index) => total + weight * Number(stem[index]), 0)
  return `${stem}${(10 - (sum % 10)) % 10}`
}

/** Distinct settlement accounts of a company registered for VAT; the same NIP always has the same ones. */
export function accountNumbersOf(nip: string): string[] {
  const random = rng(`accounts|${nip}`)
  const sortCode = makeSortCode(random.int(0, 999))
  const usualCount = random.weighted(USUAL_ACCOUNTS)
  const count = nip === MANY_ACCOUNTS_NIP ? MANY_ACCOUNTS : usualCount
  return Array.from({ length: count }, (_, index) => accountNumber(sortCode, nip, index + 1))
}

/** A new account of the company at the same bank. */
export function nextAccountOf(nip: string, existing: readonly string[]): string {
  const sortCode = makeSortCode(rng(`accounts|${nip}`).int(0, 999))
  const used = existing.map((number) => Number(number.slice(nip.length - ACCOUNT_DIGITS)))
  return accountNumber(sortCode, nip, Math.max(0, accountNumbersOf(nip).length, ...used) + 1)
}

// The NIP separates the numbers of different companies, the counter those of one company.
const accountNumber = (sortCode: string, nip: string, count: number): string =>
  makeNrb(sortCode, `${nip}${String(count).padStart(ACCOUNT_DIGITS - nip.length, '0')}`)
