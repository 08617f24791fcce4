import { chunksOf } from '@/lib/domain/collections/chunks'

import { INSERT_CHUNK } from '../engine/chunks'
import type { Db } from '../storage'
import { indexCompanies, reindexCompany } from './subject-index'
import type { SubjectTable } from './tables'

/** One transaction of the caller. Companies can be found by name from then on; persons never. */
export async function insertSubjects(db: Db, subjects: readonly SubjectTable[]): Promise<void> {
  for (const rows of chunksOf(subjects, INSERT_CHUNK)) await db.insertInto('subjects').values(rows).execute()
  await indexCompanies(
    db,
    subjects.filter(({ kind }) => kind === 'company'),
  )
}

/** What an entry of a register may change of a company. */
export type CompanyFields = Partial<
  Pick<
    SubjectTable,
    | 'name'
    | 'legal_form'
    | 'city'
    | 'province'
    | 'street'
    | 'postcode'
    | 'status'
    | 'deregistered_on'
    | 'vat_status'
    | 'share_capital'
    | 'main_activity'
  >
>

/** A company is found by its present name only, and comes last once it was struck off. */
export async function updateCompany(db: Db, id: string, fields: CompanyFields): Promise<void> {
  await db.updateTable('subjects').set(fields).where('id', '=', id).execute()
  if (fields.name !== undefined || fields.status !== undefined) await reindexCompany(db, id)
}
