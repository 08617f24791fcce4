import { type CompanyPart, companyParts } from '@/lib/domain/companies/part-rows'
import { HttpError } from '@/lib/http/errors'
import { findNewestAnswer, listSeries } from '@/lib/storage/panel/companies/answers'
import type { CompanyAnswerTable } from '@/lib/storage/panel/companies/tables'

import { rolesOfPart } from '../companies/handlers'
import { identifyCompany, type Identity } from '../companies/identity'
import type { PanelContext } from '../context'

/** The newest answer of a part, page after page; never empty. */
export type GatheredPart = { readonly part: CompanyPart; readonly pages: readonly CompanyAnswerTable[] }

export type GatheredCompany = {
  readonly identity: Identity
  readonly account: string
  readonly madeAt: Date
  /** E-mail. */
  readonly madeBy: string
  readonly parts: readonly GatheredPart[]
  /** Parts that were never asked for. */
  readonly missing: readonly CompanyPart[]
  /** Parts that the role of who makes the file may not see, asked for or not. */
  readonly hidden: readonly CompanyPart[]
}

/** Everything that was paid for about a company, as it is kept. Throws 404 where nothing was. */
export async function gatherCompany(context: PanelContext, number: string): Promise<GatheredCompany> {
  const { user, account, now } = context
  const identity = await identifyCompany(context, number)
  const seen = companyParts.filter((part) => rolesOfPart(part).includes(user.role))
  const found = await Promise.all(seen.map((part) => gatherPart(context, { part, number: identity.number })))
  const parts = found.filter(({ pages }) => pages.length > 0)
  if (parts.length === 0) throw new HttpError('not_found', 'Nothing was asked about this company yet')
  return {
    identity,
    account: account.name,
    madeAt: now,
    madeBy: user.email,
    parts,
    missing: found.filter(({ pages }) => pages.length === 0).map(({ part }) => part),
    hidden: companyParts.filter((part) => !seen.includes(part)),
  }
}

type Wanted = { readonly part: CompanyPart; readonly number: string }

async function gatherPart({ storage: { db }, account }: PanelContext, { part, number }: Wanted): Promise<GatheredPart> {
  const head = await findNewestAnswer(db, { accountId: account.id, number, part })
  return { part, pages: head === undefined ? [] : await listSeries(db, account.id, head.series) }
}

/** Where the answer of a page stands in the archive. */
export const answerFileName = ({ part, page }: Pick<CompanyAnswerTable, 'part' | 'page'>): string =>
  `odpowiedzi/${part}-${page + 1}.json`
