import type { SubjectRecord } from '@/lib/contract/records'
import type { SubjectSelector } from '@/lib/contract/subject-selector'
import { checkIdentifier } from '@/lib/domain/identifiers'
import { findCompany, type CompanyKey } from '@/lib/storage/companies'
import type { SubjectTable } from '@/lib/storage/tables'

import type { HandlersOf } from './context'
import { InvalidInput, notFound, type ValidationDetail } from './errors'

/** Interface 4.13 and decision 28: one unit, and nothing for a subject that nobody knows. */
export const recordHandlers: HandlersOf<'record'> = {
  'record.get': async ({ query }, { db, meter }) => {
    const company = await findCompany(db, keyOf(query))
    if (!company) throw notFound()
    await meter.charge(1)
    return toRecord(company)
  },
}

const KINDS = { krs: 'krs', nip: 'nip', regon: 'regon', id: 'subject_id' } as const
const columns = ['krs', 'nip', 'regon', 'id'] as const

export type CheckedKey = { readonly key: CompanyKey } | { readonly fault: ValidationDetail }

/** The one key of a selector (its schema saw to that), normalised, or what is wrong with it. `loc` is where it came. */
export function checkKey(selector: SubjectSelector, loc: ValidationDetail['loc']): CheckedKey {
  for (const column of columns) {
    const raw = selector[column]
    if (raw === undefined) continue
    const checked = checkIdentifier(KINDS[column], raw)
    if (checked.ok) return { key: { column, value: checked.value } }
    const msg = `Not a valid ${column.toUpperCase()}`
    return { fault: { loc: [...loc, column], msg, type: 'value_error', ctx: { error: checked.error } } }
  }
  return { fault: { loc: [...loc], msg: 'Field required', type: 'missing' } }
}

/** The key of a row whose query is a selector; 422 when it is malformed. */
export function keyOf(query: SubjectSelector): CompanyKey {
  const checked = checkKey(query, ['query'])
  if ('fault' in checked) throw new InvalidInput([checked.fault])
  return checked.key
}

export const toRecord = (row: SubjectTable): SubjectRecord => ({
  id: row.id,
  krs: row.krs,
  nip: row.nip,
  regon: row.regon,
  name: row.name,
  legal_form: row.legal_form,
  address: [row.street, row.city].filter((part) => part !== null).join(', ') || null,
  status: row.status,
  registered_on: row.registered_on,
})
