import { insertSubjects } from '@/lib/storage/registers/subjects'
import type { SubjectTable } from '@/lib/storage/registers/tables'
import type { Storage } from '@/lib/storage/storage'

/** A synthetic company with valid identifiers; `over` changes what a test needs otherwise. */
export async function insertCompany(storage: Storage, over: Partial<SubjectTable> = {}): Promise<SubjectTable> {
  const company: SubjectTable = {
    id: '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11',
    kind: 'company',
    krs: '0000000018',
    nip: '1234563218',
    regon: '123456785',
    pesel: null,
    name: 'Hurtownia Próbna sp. z o.o.',
    legal_form: 'spółka z ograniczoną odpowiedzialnością',
    city: 'Gdynia',
    province: 'PL63',
    street: 'ul. Morska 7',
    status: 'active',
    vat_status: 'Czynny',
    share_capital: 500_000,
    registered_on: '2015-03-02',
    main_activity: null,
    ...over,
  }
  await insertSubjects(storage.db, [company])
  return company
}
