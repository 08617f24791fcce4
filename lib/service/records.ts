import type { SubjectRecord } from '@/lib/contract/records'
import type { Parsed } from '@/lib/contract/table'
import { checkIdentifier } from '@/lib/domain/identifiers'
import { findCompany, type CompanyKey } from '@/lib/storage/companies'
import type { SubjectTable } from '@/lib/storage/tables'

import type { HandlersOf } from './context'
import { InvalidInput, notFound } from './errors'

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

/** The one selector that was sent (the row's schema saw to that), normalised. */
function keyOf(query: Parsed<'record.get'>['query']): CompanyKey {
  for (const column of columns) {
    const raw = query[column]
    if (raw === undefined) continue
    const checked = checkIdentifier(KINDS[column], raw)
    if (checked.ok) return { column, value: checked.value }
    throw new InvalidInput([
      {
        loc: ['query', column],
        msg: `Not a valid ${column.toUpperCase()}`,
        type: 'value_error',
        ctx: { error: checked.error },
      },
    ])
  }
  throw notFound()
}

const toRecord = (row: SubjectTable): SubjectRecord => ({
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
