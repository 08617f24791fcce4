import type { SubjectSelector } from '@/lib/contract/subject-selector'
import { ValidationError } from '@/lib/http/errors'
import type { CompanyKey } from '@/lib/service/registers/statements/companies'

import type { Context, Handler } from '../http/context'
import { answerOnce } from '../metering/idempotent-answers'
import { lookUpCompanies } from './companies'
import { checkKey } from './company-key'
import { toRecord } from './records'

type RequestedRecord = { readonly identifiers: SubjectSelector; readonly key: CompanyKey }

/**
 * Interface section 4.13 (prices): each identifier costs one unit, found or not, also if repeated; all are charged or
 * none.
 */
export const lookUpRecords: Handler<'records.get'> = async ({ body }, context) => {
  const requested = checkAll(body.identifiers)
  return answerOnce({ operation: 'records.get', ...body }, context, () => answer(requested, context))
}

async function answer(requested: readonly RequestedRecord[], { db, meter }: Context) {
  await meter.charge(requested.length)
  const find = await lookUpCompanies(
    db,
    requested.map(({ key }) => key),
  )
  return {
    results: requested.map(({ identifiers, key }) => {
      const company = find(key)
      return { identifiers, found: company !== undefined, record: company ? toRecord(company) : null }
    }),
  }
}

/** Throws a 422 that lists every malformed identifier. */
function checkAll(selectors: readonly SubjectSelector[]): RequestedRecord[] {
  const checked = selectors.map((identifiers, index) => ({
    identifiers,
    result: checkKey(identifiers, ['body', 'identifiers', index]),
  }))
  const faults = checked.flatMap(({ result }) => ('fault' in result ? [result.fault] : []))
  if (faults.length > 0) throw new ValidationError(faults)
  return checked.flatMap(({ identifiers, result }) => ('key' in result ? [{ identifiers, key: result.key }] : []))
}
