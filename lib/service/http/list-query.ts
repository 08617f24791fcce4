import { foldLine } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError } from '@/lib/http/errors'

import { identifierDetail } from './identifier-faults'

/** Throws a 422 for a query parameter, for checks that a schema cannot express. */
export const invalidQuery = (name: string, msg: string) =>
  new ValidationError([{ loc: ['query', name], msg, type: 'value_error' }])

/** Folds `q` like the stored texts. Throws 422 if nothing is left, because an empty text would match everything. */
export function toSearchText(q: string): string {
  const text = foldLine(q)
  if (text === '') throw invalidQuery('q', 'This text contains nothing to search for')
  return text
}

/** People write numbers with separators (`521-301-72-28`, `PL 521…`), so the number is also searched without them. */
export function toSearchTexts(q: string | undefined): string[] {
  if (q === undefined) return []
  const text = toSearchText(q)
  const digits = /^(?:pl)?[\d\s-]+$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  return digits === '' || digits === text ? [text] : [text, digits]
}

/** Normalises the number; throws 422 for an invalid NIP. */
export function toNip(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined
  const checked = checkIdentifier('nip', raw)
  if (checked.ok) return checked.value
  throw new ValidationError([identifierDetail(['query', 'nip'], 'nip', checked.error)])
}
