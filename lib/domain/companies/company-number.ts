import { checkIdentifier } from '../identifiers/identifiers'

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

/** Whether a text is a number and nothing else, sound or not: no name is looked for by it. */
export function isNumberAlone(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/^\s*(NIP|KRS|REGON|PESEL|PL)\b|^\s*PL(?=\d)/i, '')
  return /^[\d\s.:\p{Pd}]*$/u.test(plain) && plain.replaceAll(/\D/g, '').length >= MIN_DIGITS
}
