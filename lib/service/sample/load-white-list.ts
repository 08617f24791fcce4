import { insertWhiteListEntries } from '@/lib/storage/white-list-entries'

import type { Context } from '../context'
import { byCompany } from './load-krs-entries'
import { makeWhiteListEntry } from './white-list-entry'

/** What the white list holds of every company that it knows. */
export async function loadWhiteList(db: Context['db']): Promise<void> {
  const companies = await db.selectFrom('subjects').selectAll().where('kind', '=', 'company').execute()
  const relations = byCompany(await db.selectFrom('relations').selectAll().where('until', 'is', null).execute())
  await insertWhiteListEntries(
    db,
    companies.flatMap(({ id, nip, vat_status, ...company }) => {
      if (nip === null || vat_status === null) return []
      const entry = makeWhiteListEntry({ ...company, nip, vat_status }, relations.get(id) ?? [])
      return [{ company_id: id, row: JSON.stringify(entry) }]
    }),
  )
}
