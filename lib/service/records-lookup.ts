import type { SubjectSelector } from '@/lib/contract/subject-selector'
import type { CompanyKey } from '@/lib/storage/companies'

import { lookUpCompanies } from './companies'
import { checkKey } from './company-key'
import type { Handler } from './context'
import { InvalidInput } from './errors'
import { toRecord } from './records'

type Asked = { readonly identifiers: SubjectSelector; readonly key: CompanyKey }

/** Interface 4.13: each identifier is one unit, found or not, also when it comes twice; all of them or none. */
export const lookUpRecords: Handler<'records.get'> = async ({ body }, { db, meter }) => {
  const asked = checkAll(body.identifiers)
  await meter.charge(asked.length)
  const find = await lookUpCompanies(
    db,
    asked.map(({ key }) => key),
  )
  return {
    results: asked.map(({ identifiers, key }) => {
      const company = find(key)
      return { identifiers, found: company !== undefined, record: company ? toRecord(company) : null }
    }),
  }
}

/** 422 with every malformed identifier at once. */
function checkAll(selectors: readonly SubjectSelector[]): Asked[] {
  const checked = selectors.map((identifiers, index) => ({
    identifiers,
    result: checkKey(identifiers, ['body', 'identifiers', index]),
  }))
  const faults = checked.flatMap(({ result }) => ('fault' in result ? [result.fault] : []))
  if (faults.length > 0) throw new InvalidInput(faults)
  return checked.flatMap(({ identifiers, result }) => ('key' in result ? [{ identifiers, key: result.key }] : []))
}
