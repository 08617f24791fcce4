import * as z from 'zod'

import type { CompanyAnswer } from '@/lib/contract/panel/registers/companies'
import type { CompanyPart } from '@/lib/domain/companies/part-rows'
import { type AnswerHead, findNewestAnswer, listSeries } from '@/lib/storage/panel/companies/answers'

import type { PanelContext } from '../context'

type KeptHead = Pick<AnswerHead, 'id' | 'asked_at' | 'asked_by' | 'request_id' | 'units' | 'sha256'>

export const toKeptAnswer = ({ id, asked_at, asked_by, request_id, units, sha256 }: KeptHead) => ({
  id,
  asked_at,
  asked_by,
  request_id,
  units,
  sha256,
})

const textQuery = z.looseObject({ q: z.string() })
const searchedIn = (query: string): string | null => textQuery.safeParse(JSON.parse(query)).data?.q ?? null

type Wanted = { readonly part: CompanyPart; readonly number: string }

/** All pages of the newest answer of a part. */
export async function readNewest(
  { part, number }: Wanted,
  { storage: { db }, account }: Pick<PanelContext, 'storage' | 'account'>,
): Promise<CompanyAnswer> {
  const head = await findNewestAnswer(db, { accountId: account.id, number, part })
  const rows = head === undefined ? [] : await listSeries(db, account.id, head.series)
  return {
    part,
    pages: rows.map((row) => ({
      ...toKeptAnswer(row),
      answer: JSON.parse(row.answer) as unknown,
      searched: searchedIn(row.query),
    })),
    has_more: typeof rows.at(-1)?.cursor === 'string',
  }
}
