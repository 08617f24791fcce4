import type { SubjectSelector } from '@/lib/contract/subject-selector'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError, type ValidationDetail } from '@/lib/http/errors'
import { type CompanyKey, findCompany } from '@/lib/service/registers/statements/companies'
import type { SubjectTable } from '@/lib/service/registers/tables'

import type { Context } from '../http/context'
import { notFound } from '../http/errors'
import { identifierDetail } from '../http/identifier-faults'

const KINDS = { krs: 'krs', nip: 'nip', regon: 'regon', id: 'subject_id' } as const
const columns = ['krs', 'nip', 'regon', 'id'] as const

type Loc = ValidationDetail['loc']
export type CheckedKey = { readonly key: CompanyKey } | { readonly fault: ValidationDetail }

/**
 * The single key of a selector (its schema guarantees one), normalised, or an error. `loc` is its location in the
 * request.
 */
export function checkKey(selector: SubjectSelector, loc: Loc): CheckedKey {
  for (const column of columns) {
    const value = selector[column]
    if (value !== undefined) return checkOne({ column, value }, loc)
  }
  return { fault: { loc: [...loc], msg: 'Field required', type: 'missing' } }
}

function checkOne({ column, value }: CompanyKey, loc: Loc): CheckedKey {
  const checked = checkIdentifier(KINDS[column], value)
  if (checked.ok) return { key: { column, value: checked.value } }
  return { fault: identifierDetail([...loc, column], KINDS[column], checked.error) }
}

/** Finds the company of a query with one selector. Throws 422 or 404. */
export const requireCompany = (db: Context['db'], query: SubjectSelector): Promise<SubjectTable> =>
  requireBy(db, checkKey(query, ['query']))

/** Finds the company of a path with a KRS number. Throws 422 or 404. */
export const requireCompanyByKrs = (db: Context['db'], krs: string): Promise<SubjectTable> =>
  requireBy(db, checkOne({ column: 'krs', value: krs }, ['path']))

async function requireBy(db: Context['db'], checked: CheckedKey): Promise<SubjectTable> {
  if ('fault' in checked) throw new ValidationError([checked.fault])
  const company = await findCompany(db, checked.key)
  if (!company) throw notFound()
  return company
}
