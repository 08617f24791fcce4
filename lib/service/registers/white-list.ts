import type { WhiteListKey, WhiteListResult } from '@/lib/contract/white-list'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { ValidationError, type ValidationDetail } from '@/lib/http/errors'
import type { CompanyKey } from '@/lib/service/registers/statements/companies'
import { listWhiteListEntries } from '@/lib/service/registers/statements/white-list-entries'

import type { Context, HandlersOf } from '../http/context'
import { identifierDetail } from '../http/identifier-faults'
import { answerOnce } from '../metering/idempotent-answers'
import { lookUpCompanies, type FindCompany } from './companies'
import { isListed, toFound, toMissing, type WhiteListEntry } from './white-list-entry'

/**
 * Interface section 4.10 (white list): each identifier is one query of the daily pool, found or not; all are charged or
 * none.
 */
export const whiteListHandlers: HandlersOf<'wpv'> = {
  'wpv.records': async ({ body }, context) => {
    const requested = body.identifiers.map((sent, index) => check(sent, ['body', 'identifiers', index]))
    return answerOnce(body, context, async () => ({ results: await answer(requested, context) }))
  },
  'wpv.record': async ({ query }, context) => {
    const requested = check(query, ['query'])
    const [result = toMissing(query, context)] = await answer([requested], context)
    return result
  },
}

type RequestedCompany = {
  readonly sent: WhiteListKey
  /** Normalised: NIP, KRS or both. */
  readonly keys: readonly CompanyKey[]
  readonly faults: readonly ValidationDetail[]
}

function check(sent: WhiteListKey, loc: ValidationDetail['loc']): RequestedCompany {
  const keys: CompanyKey[] = []
  const faults: ValidationDetail[] = []
  for (const column of ['nip', 'krs'] as const) {
    const raw = sent[column]
    if (raw === undefined) continue
    const checked = checkIdentifier(column, raw)
    if (checked.ok) keys.push({ column, value: checked.value })
    else faults.push(identifierDetail([...loc, column], column, checked.error))
  }
  return { sent, keys, faults }
}

async function answer(requested: readonly RequestedCompany[], context: Context): Promise<WhiteListResult[]> {
  const faults = requested.flatMap((each) => each.faults)
  if (faults.length > 0) throw new ValidationError(faults)
  await context.meter.charge(requested.length)
  const find = await lookUpCompanies(
    context.db,
    requested.flatMap(({ keys }) => keys),
  )
  const matches = requested.map(({ sent, keys }) => ({ sent, company: findAgreedCompany(find, keys) }))
  const entries = await entriesOf(
    context.db,
    matches.flatMap(({ company }) => (company ? [company.id] : [])),
  )
  return matches.map(({ sent, company }) =>
    company && isListed(company)
      ? toFound(sent, { company, entry: entries.get(company.id) }, context)
      : toMissing(sent, context),
  )
}

/** Safe: only `WhiteListEntry` values are stored. */
async function entriesOf(db: Context['db'], ids: readonly string[]): Promise<Map<string, WhiteListEntry>> {
  const rows = await listWhiteListEntries(db, [...new Set(ids)])
  return new Map(rows.map(({ company_id, row }) => [company_id, JSON.parse(row) as WhiteListEntry]))
}

/**
 * Decision 41 (NIP and KRS on the white list): if the numbers belong to two companies, or one of them is unknown, the
 * company is not found.
 */
function findAgreedCompany(find: FindCompany, keys: readonly CompanyKey[]) {
  const [company, ...others] = keys.map(find)
  return others.every((other) => other?.id === company?.id) ? company : undefined
}
