import { chunksOf } from '@/lib/domain/collections/chunks'
import { LOOKUP_CHUNK } from '@/lib/storage/engine/chunks'
import { returnsRow } from '@/lib/storage/engine/outcome'
import { rowByKey } from '@/lib/storage/engine/row-by-key'
import type { Db } from '@/lib/storage/storage'

import type { SubjectTable } from '../tables'

export type CompanyKey = { readonly column: 'krs' | 'nip' | 'regon' | 'id'; readonly value: string }

/** Persons are never found, because they are not entries of a public register of companies. */
export const findCompany = (db: Db, { column, value }: CompanyKey): Promise<SubjectTable | undefined> =>
  companyBy[column](db, value)

const findBy = (column: CompanyKey['column']) =>
  rowByKey<SubjectTable>(
    (db, key) => db.selectFrom('subjects').selectAll().where(column, '=', key).where('kind', '=', 'company'),
    (row) => row[column],
  )
const companyBy = { krs: findBy('krs'), nip: findBy('nip'), regon: findBy('regon'), id: findBy('id') }

/** Companies with any of the keys, in one statement. A company found by several keys is returned once. */
export const findCompanies = (db: Db, keys: readonly CompanyKey[]): Promise<SubjectTable[]> =>
  db
    .selectFrom('subjects')
    .selectAll()
    .where('kind', '=', 'company')
    .where((eb) => eb.or(keys.map(({ column, value }) => eb(column, '=', value))))
    .orderBy('id')
    .execute()

export const hasCompanies = (db: Db): Promise<boolean> =>
  db.selectFrom('subjects').select('id').where('kind', '=', 'company').limit(1).$call(returnsRow)

/** Companies among the ids, unordered. */
export async function listCompanies(db: Db, ids: readonly string[]): Promise<SubjectTable[]> {
  const found: SubjectTable[] = []
  for (const part of chunksOf(ids, LOOKUP_CHUNK)) {
    const rows = db.selectFrom('subjects').selectAll().where('id', 'in', part).where('kind', '=', 'company')
    found.push(...(await rows.execute()))
  }
  return found
}
