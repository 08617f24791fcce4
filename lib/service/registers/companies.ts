import { type CompanyKey, findCompanies } from '@/lib/service/registers/statements/companies'
import type { SubjectTable } from '@/lib/service/registers/tables'

import type { Context } from '../http/context'

export type FindCompany = (key: CompanyKey) => SubjectTable | undefined

const columns = ['krs', 'nip', 'regon', 'id'] as const
const nameOf = ({ column, value }: CompanyKey): string => `${column} ${value}`

/** Looks up all keys in one query; the returned function finds the company of each. */
export async function lookUpCompanies(db: Context['db'], keys: readonly CompanyKey[]): Promise<FindCompany> {
  const found = new Map<string, SubjectTable>()
  for (const company of await findCompanies(db, distinct(keys))) {
    for (const column of columns) {
      const value = company[column]
      if (value !== null && !found.has(nameOf({ column, value }))) found.set(nameOf({ column, value }), company)
    }
  }
  return (key) => found.get(nameOf(key))
}

const distinct = (keys: readonly CompanyKey[]): CompanyKey[] => [
  ...new Map(keys.map((key) => [nameOf(key), key])).values(),
]
