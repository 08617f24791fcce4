import type { Kysely } from 'kysely'

import type { Database, SubjectTable } from './tables'

export type CompanyKey = { readonly column: 'krs' | 'nip' | 'regon' | 'id'; readonly value: string }

/** Persons are never found: they are no entry of a public register of companies. */
export const findCompany = (db: Kysely<Database>, key: CompanyKey): Promise<SubjectTable | undefined> =>
  db
    .selectFrom('subjects')
    .selectAll()
    .where(key.column, '=', key.value)
    .where('kind', '=', 'company')
    .executeTakeFirst()

/** Companies that bear any of the keys, in one statement. A company found by several keys comes once. */
export const findCompanies = (db: Kysely<Database>, keys: readonly CompanyKey[]): Promise<SubjectTable[]> =>
  db
    .selectFrom('subjects')
    .selectAll()
    .where('kind', '=', 'company')
    .where((eb) => eb.or(keys.map(({ column, value }) => eb(column, '=', value))))
    .orderBy('id')
    .execute()
