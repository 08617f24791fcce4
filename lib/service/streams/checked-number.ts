import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError } from '@/lib/http/errors'

import { identifierDetail } from '../http/identifier-faults'

/** The normalised number of the one company that a stream is about. Throws 422. */
export function checkedNumber(column: 'krs' | 'nip', raw: string | undefined): string | undefined {
  if (raw === undefined) return undefined
  const checked = checkIdentifier(column, raw)
  if (checked.ok) return checked.value
  throw new ValidationError([identifierDetail(['query', column], column, checked.error)])
}
