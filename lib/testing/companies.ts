import { randomUUID } from 'node:crypto'

import { EMPTY_SUBJECT, insertSubjects } from '@/lib/service/registers/statements/subjects'
import type { SubjectTable } from '@/lib/service/registers/tables'
import type { Storage } from '@/lib/storage/storage'

/** A subject of which only the name and `fields` are known. */
export const bareSubject = (fields: Pick<SubjectTable, 'name'> & Partial<SubjectTable>): SubjectTable => ({
  id: randomUUID(),
  ...EMPTY_SUBJECT,
  ...fields,
})

/** A synthetic company with valid identifiers; `overrides` replaces fields. */
export async function insertCompany(storage: Storage, overrides: Partial<SubjectTable> = {}): Promise<SubjectTable> {
  const company: SubjectTable = {
    ...EMPTY_SUBJECT,
    id: '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11',
    krs: '0000000018',
    nip: '1234563218',
    regon: '123456785',
    name: 'Hurtownia Próbna sp. z o.o.',
    legal_form: 'spółka z ograniczoną odpowiedzialnością',
    city: 'Gdynia',
    province: 'PL63',
    street: 'ul. Morska 7',
    postcode: '81-225',
    status: 'active',
    vat_status: 'Czynny',
    share_capital: 500_000,
    registered_on: '2015-03-02',
    ...overrides,
  }
  await insertSubjects(storage.db, [company])
  return company
}
