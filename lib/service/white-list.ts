import type { WhiteListKey, WhiteListResult } from '@/lib/contract/white-list'
import { checkIdentifier } from '@/lib/domain/identifiers'
import type { CompanyKey } from '@/lib/storage/companies'
import { listWhiteListEntries } from '@/lib/storage/white-list-entries'

import { lookUpCompanies, type FindCompany } from './companies'
import type { Context, HandlersOf } from './context'
import { InvalidInput, type ValidationDetail } from './errors'
import { identifierDetail } from './identifier-faults'
import { isListed, toFound, toMissing, type WhiteListEntry } from './white-list-entry'

/** Interface 4.10: each identifier is one query of the daily pool, found or not; all of them or none. */
export const whiteListHandlers: HandlersOf<'wpv'> = {
  'wpv.records': async ({ body }, context) => {
    const asked = body.identifiers.map((sent, index) => check(sent, ['body', 'identifiers', index]))
    return { results: await answer(asked, context) }
  },
  'wpv.record': async ({ query }, context) => {
    const asked = check(query, ['query'])
    const [result = toMissing(query, context)] = await answer([asked], context)
    return result
  },
}

type Asked = {
  readonly sent: WhiteListKey
  /** Normalised: one of NIP and KRS, or both. */
  readonly keys: readonly CompanyKey[]
  readonly faults: readonly ValidationDetail[]
}

function check(sent: WhiteListKey, loc: ValidationDetail['loc']): Asked {
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

async function answer(asked: readonly Asked[], context: Context): Promise<WhiteListResult[]> {
  const faults = asked.flatMap((each) => each.faults)
  if (faults.length > 0) throw new InvalidInput(faults)
  await context.meter.charge(asked.length)
  const find = await lookUpCompanies(
    context.db,
    asked.flatMap(({ keys }) => keys),
  )
  const found = asked.map(({ sent, keys }) => ({ sent, company: agreeing(find, keys) }))
  const entries = await entriesOf(
    context.db,
    found.flatMap(({ company }) => (company ? [company.id] : [])),
  )
  return found.map(({ sent, company }) =>
    company && isListed(company)
      ? toFound(sent, { company, entry: entries.get(company.id) }, context)
      : toMissing(sent, context),
  )
}

/** Sound because an entry is stored as `WhiteListEntry` and by nobody else. */
async function entriesOf(db: Context['db'], ids: readonly string[]): Promise<Map<string, WhiteListEntry>> {
  const rows = await listWhiteListEntries(db, [...new Set(ids)])
  return new Map(rows.map(({ company_id, row }) => [company_id, JSON.parse(row) as WhiteListEntry]))
}

/** Decision 41: NIP and KRS of two companies, or of one that is not known by both, are nobody's. */
function agreeing(find: FindCompany, keys: readonly CompanyKey[]) {
  const [company, ...others] = keys.map(find)
  return others.every((other) => other?.id === company?.id) ? company : undefined
}
