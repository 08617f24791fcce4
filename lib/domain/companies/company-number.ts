import { checkIdentifier } from '../identifiers/identifiers'
import { plainText } from '../identifiers/number-text'

/** A valid NIP never has the form of a current KRS number, which begins with 000; the reverse is not true. */
const kinds = ['nip', 'krs', 'regon', 'subject_id'] as const

/** A number in its canonical form; `subject_id` is the service's own id. */
export type CompanyNumber = { readonly kind: (typeof kinds)[number]; readonly value: string }

/** Longer texts are never numbers; the panel's operations accept no more. */
export const LONGEST_NUMBER = 40

/** What kinds of company number a text may be, most likely first; empty for none. */
export function readCompanyNumbers(typed: string): readonly CompanyNumber[] {
  if (typed.trim().length > LONGEST_NUMBER) return []
  return kinds.flatMap((kind) => {
    const checked = checkIdentifier(kind, typed)
    return checked.ok ? [{ kind, value: checked.value }] : []
  })
}

/** Digits of the shortest complete number; fewer may be part of a name. */
const MIN_DIGITS = 9

/**
 * The query for a typed text: a single complete number in its canonical form, anything else without invisible
 * characters.
 */
export function companyQuery(typed: string): string {
  const text = plainText(typed)
  const numbers = isNumberAlone(text) ? readCompanyNumbers(text) : []
  // A checksum is stronger evidence than the form of a KRS number.
  return (numbers.find(({ kind }) => kind !== 'krs') ?? numbers[0])?.value ?? text
}

/** Whether a text consists only of a number, valid or not, so that it is not searched as a name. */
export function isNumberAlone(text: string): boolean {
  const plain = plainText(text).replace(
    /^[\s("'=]*(?:(?:NIP|VAT|UE|EU|KRS|REGON|PESEL|PL|nr|numer)\b[\s.:]*)*(?:PL(?=\d))?/i,
    '',
  )
  return /^[\d\s.:/;)"'-]*$/.test(plain) && plain.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

type CompanyNumbers = { readonly [K in 'krs' | 'nip' | 'regon']?: string | null | undefined } & { readonly id: string }

/** The number for a company's page and stored answers: never one that a person may have if there is another. */
export const pageNumberOf = ({ krs, nip, regon, id }: CompanyNumbers): string => krs ?? nip ?? regon ?? id

/**
 * The number by which a company is monitored: KRS, else NIP, else the id of the service. A REGON cannot be monitored.
 */
export function monitoredNumberOf({ krs, nip, id }: CompanyNumbers) {
  if (krs) return { identifier_type: 'krs', identifier_value: krs } as const
  if (nip) return { identifier_type: 'nip', identifier_value: nip } as const
  return { identifier_type: 'subject_id', identifier_value: id } as const
}
