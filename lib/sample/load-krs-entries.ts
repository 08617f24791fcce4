import { ANNUAL_STATEMENT } from '@/lib/service/documents/statements/rdf-documents'
import { insertKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import type { KrsEntryTable } from '@/lib/service/registers/tables'
import { listReportRows } from '@/lib/service/reports/statements/report-rows'
import type { Db } from '@/lib/storage/storage'

import { baseEntries, entryOf } from './registers/base-entries'

/**
 * Numbers the KRS entries in the registers. In a store whose announcements did not change the registers, the numbers
 * continue after the highest announced one, so that they never descend.
 */
export async function loadKrsEntries(db: Db): Promise<void> {
  const [companies, relations, documents] = await Promise.all([
    db.selectFrom('subjects').select(['id', 'krs', 'registered_on']).where('kind', '=', 'company').execute(),
    db.selectFrom('relations').select(['company_id', 'role', 'since', 'until']).execute(),
    db
      .selectFrom('rdf_documents')
      .select(['company_id', 'filed_on'])
      .where('kind_code', '=', ANNUAL_STATEMENT)
      .execute(),
  ])
  const ofCompany = { relations: byCompany(relations), documents: byCompany(documents) }
  const announced = await highestAnnounced(db)
  await insertKrsEntries(
    db,
    companies.flatMap((company) => {
      const entries = baseEntries({
        company,
        relations: ofCompany.relations.get(company.id) ?? [],
        statements: ofCompany.documents.get(company.id) ?? [],
      })
      return withAnnounced(company.id, entries, announced.get(company.krs ?? ''))
    }),
  )
}

type AnnouncedEntry = { readonly number: number; readonly day: string; readonly title: string }

function withAnnounced(companyId: string, entries: KrsEntryTable[], last: AnnouncedEntry | undefined): KrsEntryTable[] {
  if (!last || last.number <= entries.length) return entries
  const earlier = entries.filter(({ entered_on }) => entered_on <= last.day)
  return [...earlier, entryOf(companyId, last)]
}

async function highestAnnounced(db: Db): Promise<Map<string, AnnouncedEntry>> {
  const highest = new Map<string, AnnouncedEntry>()
  for await (const page of listReportRows(db, { source: 'krs', from: '', to: '9999-12-31' })) {
    for (const { krs, day, title, row } of page) {
      // Safe: rows of source `krs` are stored in the format of decision 31 (report rows).
      const { entry_number: number } = JSON.parse(row) as { entry_number: number }
      if (krs !== null && number > (highest.get(krs)?.number ?? 0)) highest.set(krs, { number, day, title })
    }
  }
  return highest
}

export function byCompany<T extends { readonly company_id: string }>(rows: readonly T[]): Map<string, T[]> {
  const rowsOfCompanies = new Map<string, T[]>()
  for (const row of rows) {
    const rowsOfCompany = rowsOfCompanies.get(row.company_id)
    if (rowsOfCompany) rowsOfCompany.push(row)
    else rowsOfCompanies.set(row.company_id, [row])
  }
  return rowsOfCompanies
}
