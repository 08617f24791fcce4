import type { SubjectRecord } from '@/lib/contract/records'
import type { SubjectTable } from '@/lib/storage/tables'

import { chargedLast } from './charged-last'
import { requireCompany } from './company-key'
import type { HandlersOf } from './context'

/** Interface 4.13 and decision 28: one unit, and nothing for a subject that nobody knows. */
export const recordHandlers: HandlersOf<'record'> = {
  'record.get': chargedLast<'record.get'>(async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return toRecord(company)
  }),
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
