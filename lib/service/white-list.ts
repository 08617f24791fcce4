import type { WhiteListKey, WhiteListResult } from '@/lib/contract/white-list'
import { checkIdentifier } from '@/lib/domain/identifiers'
import type { CompanyKey } from '@/lib/storage/companies'

import { lookUpCompanies, type FindCompany } from './companies'
import type { Context, HandlersOf } from './context'
import { InvalidInput, type ValidationDetail } from './errors'
import { isListed, toFound, toMissing } from './white-list-entry'

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
    if (checked.ok) {
      keys.push({ column, value: checked.value })
    } else {
      const msg = `Not a valid ${column.toUpperCase()}`
      faults.push({ loc: [...loc, column], msg, type: 'value_error', ctx: { error: checked.error } })
    }
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
  return asked.map(({ sent, keys }) => {
    const company = agreeing(find, keys)
    return company && isListed(company) ? toFound(sent, company, context) : toMissing(sent, context)
  })
}

/** Decision 41: NIP and KRS of two companies, or of one that is not known by both, are nobody's. */
function agreeing(find: FindCompany, keys: readonly CompanyKey[]) {
  const [company, ...others] = keys.map(find)
  return others.every((other) => other?.id === company?.id) ? company : undefined
}
