import { foldLine } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError } from '@/lib/http/errors'

import { identifierDetail } from './identifier-faults'

/** 422 for a query parameter, for checks that a schema cannot make. */
export const invalidQuery = (name: string, msg: string) =>
  new ValidationError([{ loc: ['query', name], msg, type: 'value_error' }])

/** `q` in the form in which texts are stored. Throws 422 for one that folds to nothing, which would be in every text. */
export function toSearchText(q: string): string {
  const text = foldLine(q)
  if (text === '') throw invalidQuery('q', 'There is nothing to look for in this text')
  return text
}

/** Numbers are found as people write them (`521-301-72-28`, `PL 521…`), so they may be looked for as digits alone. */
export function toSearchTexts(q: string | undefined): string[] {
  if (q === undefined) return []
  const text = toSearchText(q)
  const digits = /^(?:pl)?[\d\s-]+$/.test(text) ? text.replaceAll(/\D/g, '') : ''
  return digits === '' || digits === text ? [text] : [text, digits]
}

/** Normalised; throws 422 for a number that is no NIP. */
export function toNip(raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined
  const checked = checkIdentifier('nip', raw)
  if (checked.ok) return checked.value
  throw new ValidationError([identifierDetail(['query', 'nip'], 'nip', checked.error)])
}
