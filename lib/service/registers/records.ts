import type { SubjectRecord } from '@/lib/contract/records'
import type { SubjectTable } from '@/lib/service/registers/tables'

import type { HandlersOf } from '../http/context'
import { requireCompany } from './company-key'

/** Interface section 4.13 and decision 21 (what is charged): one unit, and nothing for an unknown subject. */
export const recordHandlers: HandlersOf<'record'> = {
  'record.get': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return toRecord(company)
  },
}

export const toRecord = (row: SubjectTable): SubjectRecord => ({
  id: row.id,
  krs: row.krs,
  nip: row.nip,
  regon: row.regon,
  name: row.name,
  legal_form: row.legal_form,
  address: addressOf(row),
  postcode: row.postcode,
  pkd_codes: row.main_activity === null ? [] : [row.main_activity],
  share_capital_pln: row.share_capital,
  status: row.status,
  registered_on: row.registered_on,
  deregistered_on: row.deregistered_on,
})

/** `Krótka 65, 31-024 Kraków`; unknown parts are left out. */
function addressOf({ street, postcode, city }: SubjectTable): string | null {
  const town = [postcode, city].filter((part) => part !== null).join(' ')
  return [street, town].filter((part) => part !== null && part !== '').join(', ') || null
}
