import { chunksOf } from '@/lib/domain/chunks'
import { foldLine } from '@/lib/domain/fold'

import { INSERT_CHUNK } from '../engine/chunks'
import { takeNumbers } from '../engine/sequences'
import type { Db } from '../storage'
import type { SubjectTable } from './tables'

/** One transaction of the caller. Companies can be found by name from then on; persons never. */
export async function insertSubjects(db: Db, subjects: readonly SubjectTable[]): Promise<void> {
  for (const rows of chunksOf(subjects, INSERT_CHUNK)) await db.insertInto('subjects').values(rows).execute()
  await insertSearch(
    db,
    subjects.filter(({ kind }) => kind === 'company'),
  )
}

/** Numbered by name, so that what is inserted together is listed in alphabetical order. */
async function insertSearch(db: Db, companies: readonly SubjectTable[]): Promise<void> {
  if (companies.length === 0) return
  const first = await takeNumbers(db, 'subjects', companies.length)
  const entries = companies
    .map(({ id, name }) => ({ subject_id: id, search_text: foldLine(name) }))
    .sort((a, b) => (a.search_text < b.search_text ? -1 : 1))
    .map((entry, index) => ({ ...entry, position: first + index }))
  for (const rows of chunksOf(entries, INSERT_CHUNK)) await db.insertInto('subject_search').values(rows).execute()
}

/** What an entry of a register may change of a company. */
export type CompanyFields = Partial<
  Pick<
    SubjectTable,
    'name' | 'legal_form' | 'city' | 'province' | 'street' | 'status' | 'vat_status' | 'share_capital' | 'main_activity'
  >
>

/** A company is found by its present name only. */
export async function updateCompany(db: Db, id: string, fields: CompanyFields): Promise<void> {
  await db.updateTable('subjects').set(fields).where('id', '=', id).execute()
  if (fields.name === undefined) return
  const search_text = foldLine(fields.name)
  await db.updateTable('subject_search').set({ search_text }).where('subject_id', '=', id).execute()
}
