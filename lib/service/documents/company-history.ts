import type { Day } from '@/lib/domain/calendar'
import type { KrsEntryTable, SubjectTable } from '@/lib/storage/registers/tables'

import { KRS_FIELDS } from './krs-fields'

const COLUMNS: Readonly<Record<string, 'name' | 'street'>> = {
  [KRS_FIELDS.name]: 'name',
  [KRS_FIELDS.street]: 'street',
}

/**
 * A company with the name and the address that it had on a day, before its entries (ascending by number) of that day and of
 * later ones.
 */
export function companyOn(company: SubjectTable, entries: readonly KrsEntryTable[], day: Day): SubjectTable {
  const later = entries.filter(({ entered_on }) => entered_on >= day)
  return later.reduceRight((known, { field, old_value }) => {
    const column = COLUMNS[field ?? '']
    return column === undefined || old_value === null ? known : { ...known, [column]: old_value }
  }, company)
}
