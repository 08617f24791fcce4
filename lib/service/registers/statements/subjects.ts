import { compareValues } from '@/lib/domain/collections/compare-values'
import { toStoredName, variantsOf } from '@/lib/domain/companies/company-name'
import { insertAll } from '@/lib/storage/engine/insert-all'
import { allocateNumbers } from '@/lib/storage/engine/sequences'
import type { Db } from '@/lib/storage/storage'

import type { SubjectSearchTable, SubjectTable } from '../tables'

/** The other fields of a company of which only the id and the name are known. */
export const EMPTY_SUBJECT: Omit<SubjectTable, 'id' | 'name'> = {
  kind: 'company',
  krs: null,
  nip: null,
  regon: null,
  pesel: null,
  legal_form: null,
  city: null,
  province: null,
  street: null,
  postcode: null,
  status: 'active',
  vat_status: null,
  share_capital: null,
  registered_on: null,
  deregistered_on: null,
  main_activity: null,
}

/** Added to the place of struck-off companies, which come after all others in the same order. */
const STRUCK_OFF = 2 ** 40

type CompanyToIndex = Pick<SubjectTable, 'id' | 'name' | 'status'>

function toSearchRow({ id, name, status }: CompanyToIndex, number: number): SubjectSearchTable {
  const { key, words, form } = toStoredName(name)
  const place = number + (status === 'deregistered' ? STRUCK_OFF : 0)
  return { subject_id: id, place, name_key: key, form, words }
}

/** Numbers the companies by name, so that companies inserted together are listed alphabetically. */
async function indexCompanies(db: Db, companies: readonly CompanyToIndex[]): Promise<void> {
  if (companies.length === 0) return
  const first = await allocateNumbers(db, 'subjects', companies.length)
  const rows = companies
    .map((company) => ({ company, ...toSearchRow(company, 0) }))
    .toSorted((a, b) => compareValues(a.name_key, b.name_key))
    .map(({ company }, index) => toSearchRow(company, first + index))
  await insertAll(db, 'subject_search', rows)
  await addWords(db, rows)
}

/** Call it after a change of the name or the status. */
async function reindexCompany(db: Db, id: string): Promise<void> {
  const company = await db
    .selectFrom('subject_search')
    .innerJoin('subjects', 'subjects.id', 'subject_id')
    .select(['subjects.id', 'name', 'status', 'place'])
    .where('subject_id', '=', id)
    .executeTakeFirst()
  if (!company) return
  const row = toSearchRow(company, company.place % STRUCK_OFF)
  await db.updateTable('subject_search').set(row).where('subject_id', '=', id).execute()
  await addWords(db, [row])
}

/** Words are not deleted with their last name, because matches are verified against the names. */
async function addWords(db: Db, rows: readonly SubjectSearchTable[]): Promise<void> {
  const words = new Set(rows.flatMap((row) => row.words.split(' ')))
  const variants = [...words].flatMap((word) => variantsOf(word).map((variant) => ({ variant, word })))
  await insertAll(db, 'word_variants', variants, ['variant', 'word'])
}

/** Runs in the caller's transaction. Companies can then be found by name; persons are never found. */
export async function insertSubjects(db: Db, subjects: readonly SubjectTable[]): Promise<void> {
  await insertAll(db, 'subjects', subjects)
  await indexCompanies(
    db,
    subjects.filter(({ kind }) => kind === 'company'),
  )
}

/** Fields of a company that a register entry may change. */
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

/** A company is found only by its present name, and comes last once it was struck off. */
export async function updateCompany(db: Db, id: string, fields: CompanyFields): Promise<void> {
  await db.updateTable('subjects').set(fields).where('id', '=', id).execute()
  if (fields.name !== undefined || fields.status !== undefined) await reindexCompany(db, id)
}
