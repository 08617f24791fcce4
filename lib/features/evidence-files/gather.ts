import { type CompanyPart, companyParts } from '@/lib/features/companies/domain/part-rows'
import { rolesOfPart } from '@/lib/features/companies/handlers'
import { identifyCompany, type CompanyIdentity } from '@/lib/features/companies/identity'
import { listNewestPages } from '@/lib/features/companies/paid-answers'
import type { PaidAnswerTable } from '@/lib/features/companies/tables'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'

/** The newest answer of a part, page by page; never empty. */
export type GatheredPart = { readonly part: CompanyPart; readonly pages: readonly PaidAnswerTable[] }

export type GatheredCompany = {
  readonly identity: CompanyIdentity
  readonly account: string
  readonly madeAt: Date
  /** E-mail address. */
  readonly madeBy: string
  readonly parts: readonly GatheredPart[]
  /** Parts that were never requested. */
  readonly missing: readonly CompanyPart[]
  /** Parts that the role may not see, whether requested or not. */
  readonly hidden: readonly CompanyPart[]
}

/** Everything that was paid for about a company, as stored. Throws 404 if there is nothing. */
export async function gatherCompany(context: PanelContext, number: string): Promise<GatheredCompany> {
  const { user, account, now } = context
  const identity = await identifyCompany(context, number)
  const visibleParts = companyParts.filter((part) => rolesOfPart(part).includes(user.role))
  const gathered = await Promise.all(
    visibleParts.map(async (part): Promise<GatheredPart> => ({
      part,
      pages: await listNewestPages({ part, number: identity.number }, context),
    })),
  )
  const parts = gathered.filter(({ pages }) => pages.length > 0)
  if (parts.length === 0) throw new HttpError('not_found', 'Nothing has been queried about this company yet')
  return {
    identity,
    account: account.name,
    madeAt: now,
    madeBy: user.email,
    parts,
    missing: gathered.filter(({ pages }) => pages.length === 0).map(({ part }) => part),
    hidden: companyParts.filter((part) => !visibleParts.includes(part)),
  }
}

/** File name of a page's answer in the archive. */
export const answerFileName = ({ topic, page }: Pick<PaidAnswerTable, 'topic' | 'page'>): string =>
  `odpowiedzi/${topic}-${page + 1}.json`
