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
