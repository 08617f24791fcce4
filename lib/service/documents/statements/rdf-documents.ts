import { compareValues } from '@/lib/domain/collections/compare-values'
import { insertAll } from '@/lib/storage/engine/insert-all'
import type { Db } from '@/lib/storage/storage'

import type { RdfDocumentTable } from '../../registers/tables'

export const ANNUAL_STATEMENT = 18

export const insertRdfDocuments = (db: Db, documents: readonly RdfDocumentTable[]): Promise<void> =>
  insertAll(db, 'rdf_documents', documents)

/** Newest filing first. */
export async function listRdfDocuments(db: Db, companyId: string): Promise<RdfDocumentTable[]> {
  const rows = await db.selectFrom('rdf_documents').selectAll().where('company_id', '=', companyId).execute()
  return rows.toSorted(newestFirst)
}

/** Annual statements, newest year first; a correction comes before the corrected statement. */
export async function listStatements(db: Db, companyId: string): Promise<RdfDocumentTable[]> {
  const rows = await db
    .selectFrom('rdf_documents')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind_code', '=', ANNUAL_STATEMENT)
    .execute()
  return rows.toSorted((a, b) => compareValues(b.period_end, a.period_end) || newestFirst(a, b))
}

export const findRdfDocument = (db: Db, id: string): Promise<RdfDocumentTable | undefined> =>
  db.selectFrom('rdf_documents').selectAll().where('id', '=', id).executeTakeFirst()

/** Sorted by code units, because databases order the letters of an id differently. */
const newestFirst = (a: RdfDocumentTable, b: RdfDocumentTable): number =>
  compareValues(b.filed_on, a.filed_on) ||
  compareValues(b.period_end, a.period_end) ||
  a.kind_code - b.kind_code ||
  compareValues(a.id, b.id)
