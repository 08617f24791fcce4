import type { Day } from '@/lib/domain/calendar'
import type { KrsEntryTable, RdfDocumentTable, RelationTable, SubjectTable } from '@/lib/service/registers/tables'

import { uuidFrom } from '../stable-uuid'

type CompanyHistory = {
  readonly company: Pick<SubjectTable, 'id' | 'registered_on'>
  readonly relations: readonly Pick<RelationTable, 'role' | 'since' | 'until'>[]
  readonly statements: readonly Pick<RdfDocumentTable, 'filed_on'>[]
}

/** KRS entries before the first announcement: one for every day on which something was added or removed. */
export function baseEntries({ company, relations, statements }: CompanyHistory): KrsEntryTable[] {
  const krsRelations = relations.filter(({ role }) => role !== 'beneficial_owner')
  const changes = krsRelations.flatMap(({ since, until }) => [since, until]).filter((day) => day !== null)
  const filings = statements.map(({ filed_on }) => filed_on)
  const registered = company.registered_on === null ? [] : [company.registered_on]
  const days = [...new Set([...registered, ...changes, ...filings])].sort((a, b) => Date.parse(a) - Date.parse(b))
  const titleOf = (day: Day) => {
    if (day === days[0]) return 'Rejestracja podmiotu'
    return changes.includes(day) ? 'Zmiana danych' : 'Wzmianka o złożeniu sprawozdania finansowego'
  }
  return days.map((day, index) => entryOf(company.id, { number: index + 1, day, title: titleOf(day) }))
}

export const entryOf = (
  company_id: string,
  { number, day, title }: { number: number; day: Day; title: string },
): KrsEntryTable => ({
  id: uuidFrom('krs-entry', company_id, number),
  company_id,
  number,
  entered_on: day,
  title,
  section: null,
  field: null,
  old_value: null,
  new_value: null,
  printed_on: null,
})
