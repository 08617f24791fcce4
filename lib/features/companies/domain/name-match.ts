import { nameKey } from '@/lib/domain/name-key'

import { distinctiveName } from './distinctive-name'

/** Whom entries of a register that knows companies by their names are compared with. */
export type NamedCompany = {
  readonly krs?: string | null | undefined
  readonly nip?: string | null | undefined
  readonly regon?: string | null | undefined
  readonly name: string
}

/** What speaks for an entry being of the company: its own number, the same name, or nothing but words of it. `other`: it has another's number. */
export type NameMatch = 'number' | 'name' | 'similar' | 'other'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
const KINDS = [
  ['krs', 10],
  ['nip', 10],
  ['regon', 9],
] as const

/** An identifier as a list shows it, its kind before it or not: `KRS 0009899393`, `408-433-73-66`. */
function matchIdentifier(identifier: string, company: NamedCompany): 'number' | 'other' | undefined {
  const digits = digitsOf(identifier)
  if (digits === '') return undefined
  for (const [kind, length] of KINDS) {
    const own = company[kind]
    if (own && digits.padStart(length, '0') === own) return 'number'
  }
  // Only a number of a named kind proves that it is of somebody else.
  const kind = KINDS.find(([name]) => identifier.toLowerCase().includes(name))
  return kind !== undefined && company[kind[0]] ? 'other' : undefined
}

/** Names alike but for legal form, case, diacritics, quotes and blanks. */
const coreOf = (name: string): string => nameKey(distinctiveName(name))

/** An entry by the number and the names in it. */
export function matchEntry(
  { identifier, names }: { readonly identifier?: string | null | undefined; readonly names: readonly string[] },
  company: NamedCompany,
): NameMatch {
  const byNumber = matchIdentifier(identifier ?? '', company)
  if (byNumber !== undefined) return byNumber
  const own = coreOf(company.name)
  return own !== '' && names.some((name) => coreOf(name) === own) ? 'name' : 'similar'
}

/** A longer text that may name the company by its NIP, or by its whole name. */
export function matchText(text: string, { nip, name }: NamedCompany): NameMatch {
  const numbers = text.match(/\d[\d\s-]{8,}\d/g) ?? []
  if (nip && numbers.some((number) => digitsOf(number) === nip)) return 'number'
  const own = nameKey(name)
  return own !== '' && ` ${nameKey(text)} `.includes(` ${own} `) ? 'name' : 'similar'
}

/** Entries that are of the company by number or name, apart from those that are merely like it; each in the order given. */
export function partMatches<T extends { readonly match: NameMatch }>(entries: readonly T[]) {
  const isExact = ({ match }: T) => match === 'number' || match === 'name'
  return { exact: entries.filter(isExact), similar: entries.filter((entry) => !isExact(entry)) }
}
