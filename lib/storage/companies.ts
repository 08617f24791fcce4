import type { Kysely } from 'kysely'

import { statementOfOne } from './statement'
import type { Database, SubjectTable } from './tables'

export type CompanyKey = { readonly column: 'krs' | 'nip' | 'regon' | 'id'; readonly value: string }

/** Persons are never found: they are no entry of a public register of companies. */
export const findCompany = (db: Kysely<Database>, { column, value }: CompanyKey): Promise<SubjectTable | undefined> =>
  companyBy[column](db, { value })

const by = (column: CompanyKey['column']) =>
  statementOfOne((db, { value }: { value: string }) =>
    db.selectFrom('subjects').selectAll().where(column, '=', value).where('kind', '=', 'company').limit(1),
  )
const companyBy = { krs: by('krs'), nip: by('nip'), regon: by('regon'), id: by('id') }
