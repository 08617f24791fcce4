import * as z from 'zod'

import type { PanelContext } from '@/lib/panel/context'

import type { CompanyAnswer } from './contract'
import type { CompanyPart } from './domain/part-rows'
import { type AnswerHead, findNewestAnswer, listSeries } from './statements/paid-answers'
import type { PaidAnswerTable } from './tables'

type AnswerMetadata = Pick<AnswerHead, 'id' | 'asked_at' | 'asked_by' | 'request_id' | 'units' | 'sha256'>

export const toPaidAnswer = ({ id, asked_at, asked_by, request_id, units, sha256 }: AnswerMetadata) => ({
  id,
  asked_at,
  asked_by,
  request_id,
  units,
  sha256,
})

const textQuery = z.looseObject({ q: z.string() })
const searchedIn = (query: string): string | null => textQuery.safeParse(JSON.parse(query)).data?.q ?? null

type PartKeyInput = { readonly part: CompanyPart; readonly number: string }

export const partKey = ({ part, number }: PartKeyInput) => ({ about: 'company', topic: part, subject: number }) as const

export async function listNewestPages(
  input: PartKeyInput,
  { storage: { db }, account }: Pick<PanelContext, 'storage' | 'account'>,
): Promise<PaidAnswerTable[]> {
  const head = await findNewestAnswer(db, { account_id: account.id, ...partKey(input) })
  return head === undefined ? [] : listSeries(db, head)
}

export async function readNewestAnswer(
  input: PartKeyInput,
  context: Pick<PanelContext, 'storage' | 'account'>,
): Promise<CompanyAnswer> {
  const rows = await listNewestPages(input, context)
  return {
    part: input.part,
    pages: rows.map((row) => ({
      ...toPaidAnswer(row),
      answer: JSON.parse(row.answer) as unknown,
      searched: searchedIn(row.query),
    })),
    has_more: typeof rows.at(-1)?.cursor === 'string',
  }
}
