import type { IdentifierFault, IdentifierType } from '@/lib/domain/identifiers/identifiers'
import type { ValidationDetail } from '@/lib/http/errors'

const NAMES: Record<IdentifierType | 'regon', string> = {
  nip: 'NIP',
  krs: 'KRS number',
  pesel: 'PESEL',
  regon: 'REGON',
  subject_id: 'subject id',
}
const LENGTHS: Record<IdentifierType | 'regon', string> = {
  nip: '10 digits',
  krs: 'up to 10 digits',
  pesel: '11 digits',
  regon: '9 or 14 digits',
  subject_id: 'a UUID',
}

export function describeIdentifierFault(type: IdentifierType | 'regon', fault: IdentifierFault): string {
  const name = NAMES[type]
  const reasons: Record<IdentifierFault, string> = {
    empty: 'a value is required',
    length: `expected ${LENGTHS[type]}`,
    format: type === 'subject_id' ? 'expected a UUID' : 'expected digits only',
    all_zero: 'all digits are zero',
    prefix: 'no NIP begins with 000, as KRS numbers do',
    is_nip: 'it is a NIP; KRS numbers begin with 000',
    checksum: 'the check digit does not match',
    birth_date: 'it holds no existing date of birth',
    nil: 'the nil UUID names no subject',
  }
  return `Not a valid ${name}: ${reasons[fault]}`
}

export const identifierDetail = (
  loc: ValidationDetail['loc'],
  type: IdentifierType | 'regon',
  error: IdentifierFault,
): ValidationDetail => ({ loc, msg: describeIdentifierFault(type, error), type: 'value_error', ctx: { error } })
