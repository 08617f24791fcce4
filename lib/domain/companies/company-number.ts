import { checkIdentifier } from '../identifiers/identifiers'
import { plainText } from '../identifiers/number-text'

/** A NIP that holds never looks like a KRS number of today, which begins with 000; the reverse is not so. */
const kinds = ['nip', 'krs', 'regon', 'subject_id'] as const

/** A number in its one form; `subject_id` is the service's own id. */
export type CompanyNumber = { readonly kind: (typeof kinds)[number]; readonly value: string }

/** Beyond that nothing is looked at as a number; the table of the panel's operations takes no more. */
export const LONGEST_NUMBER = 40

/** What a text may be as a number of a company, the likeliest first; empty for what is none. */
export function readCompanyNumbers(typed: string): readonly CompanyNumber[] {
  if (typed.trim().length > LONGEST_NUMBER) return []
  return kinds.flatMap((kind) => {
    const checked = checkIdentifier(kind, typed)
    return checked.ok ? [{ kind, value: checked.value }] : []
  })
}

/** Digits of the shortest number that is whole; fewer may stand in a name. */
const MIN_DIGITS = 9

/** What a service is asked with for a typed text: one whole number as its plain form, anything else without invisible signs. */
export function companyQuery(typed: string): string {
  const text = plainText(typed)
  const numbers = isNumberAlone(text) ? readCompanyNumbers(text) : []
  // A checksum says more than the form of a KRS number.
  return (numbers.find(({ kind }) => kind !== 'krs') ?? numbers[0])?.value ?? text
}

/** Whether a text is a number and nothing else, sound or not: no name is looked for by it. */
export function isNumberAlone(text: string): boolean {
  const plain = plainText(text).replace(
    /^[\s("'=]*(?:(?:NIP|VAT|UE|EU|KRS|REGON|PESEL|PL|nr|numer)\b[\s.:]*)*(?:PL(?=\d))?/i,
    '',
  )
  return /^[\d\s.:/;)"'-]*$/.test(plain) && plain.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

type Numbered = { readonly [K in 'krs' | 'nip' | 'regon']?: string | null | undefined } & { readonly id: string }

/** By which a company's page is opened and its answers are kept: never by a number that a person may have while there is another. */
export const openedNumber = ({ krs, nip, regon, id }: Numbered): string => krs ?? nip ?? regon ?? id
