import type { SubjectSelector } from '@/lib/contract/subject-selector'
import { checkIdentifier } from '@/lib/domain/identifiers'
import { type CompanyKey, findCompany } from '@/lib/storage/companies'
import type { SubjectTable } from '@/lib/storage/tables'

import type { Context } from './context'
import { InvalidInput, notFound } from './errors'

const KINDS = { krs: 'krs', nip: 'nip', regon: 'regon', id: 'subject_id' } as const
const columns = ['krs', 'nip', 'regon', 'id'] as const

/** The company of a query with one selector (the row's schema saw to that). Throws 422 or 404. */
export async function requireCompany(db: Context['db'], query: SubjectSelector): Promise<SubjectTable> {
  for (const column of columns) {
    const raw = query[column]
    if (raw !== undefined) return requireBy(db, ['query', column], { column, value: raw })
  }
  throw notFound()
}

/** The company of a path with a KRS number. Throws 422 or 404. */
export const requireCompanyByKrs = (db: Context['db'], krs: string): Promise<SubjectTable> =>
  requireBy(db, ['path', 'krs'], { column: 'krs', value: krs })

async function requireBy(db: Context['db'], loc: string[], { column, value }: CompanyKey): Promise<SubjectTable> {
  const checked = checkIdentifier(KINDS[column], value)
  if (!checked.ok) {
    const msg = `Not a valid ${column.toUpperCase()}`
    throw new InvalidInput([{ loc, msg, type: 'value_error', ctx: { error: checked.error } }])
  }
  const company = await findCompany(db, { column, value: checked.value })
  if (!company) throw notFound()
  return company
}
