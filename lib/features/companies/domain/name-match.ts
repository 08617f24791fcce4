import { nameKey } from '@/lib/domain/name-key'

import { distinctiveName } from './distinctive-name'

export type NamedCompany = {
  readonly krs?: string | null | undefined
  readonly nip?: string | null | undefined
  readonly regon?: string | null | undefined
  readonly name: string
}

/**
 * Evidence that an entry is about the company: its number, the same name, or only similar words. `other`: the entry has
 * the number of another company.
 */
export type NameMatch = 'number' | 'name' | 'similar' | 'other'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
const KINDS = [
  ['krs', 10],
  ['nip', 10],
  ['regon', 9],
] as const

/** Compares an identifier as shown in lists, with or without its kind: `KRS 0009899393`, `408-433-73-66`. */
function matchIdentifier(identifier: string, company: NamedCompany): 'number' | 'other' | undefined {
  const digits = digitsOf(identifier)
  if (digits === '') return undefined
  for (const [kind, length] of KINDS) {
    const companyNumber = company[kind]
    if (companyNumber && digits.padStart(length, '0') === companyNumber) return 'number'
  }
  // Only a number with a known kind proves that the entry is about another company.
  const kind = KINDS.find(([name]) => identifier.toLowerCase().includes(name))
  return kind !== undefined && company[kind[0]] ? 'other' : undefined
}

/** Ignores legal form, case, diacritics, quotes and blanks. */
const nameCore = (name: string): string => nameKey(distinctiveName(name))

export function matchEntry(
  { identifier, names }: { readonly identifier?: string | null | undefined; readonly names: readonly string[] },
  company: NamedCompany,
): NameMatch {
  const byNumber = matchIdentifier(identifier ?? '', company)
  if (byNumber !== undefined) return byNumber
  const companyName = nameCore(company.name)
  return companyName !== '' && names.some((name) => nameCore(name) === companyName) ? 'name' : 'similar'
}

/** Compares a longer text that may contain the company's NIP or full name. */
export function matchText(text: string, { nip, name }: NamedCompany): NameMatch {
  const numbers = text.match(/\d[\d\s-]{8,}\d/g) ?? []
  if (nip && numbers.some((number) => digitsOf(number) === nip)) return 'number'
  const companyKey = nameKey(name)
  return companyKey !== '' && ` ${nameKey(text)} `.includes(` ${companyKey} `) ? 'name' : 'similar'
}

/** Separates entries that match by number or name from merely similar ones; the order is preserved. */
export function splitMatches<T extends { readonly match: NameMatch }>(entries: readonly T[]) {
  const isExact = ({ match }: T) => match === 'number' || match === 'name'
  return { exact: entries.filter(isExact), similar: entries.filter((entry) => !isExact(entry)) }
}
