import { randomUUID } from 'node:crypto'

import * as z from 'zod'

import type { CompanyAnswer } from '@/lib/contract/panel/registers/companies'
import { operationOf } from '@/lib/contract/table'
import type { CompanyPart } from '@/lib/domain/companies/part-rows'
import {
  type AnswerHead,
  findNewestAnswer,
  insertCompanyAnswer,
  listSeries,
} from '@/lib/storage/panel/companies/answers'

import { recordAuditIn, toAuditEvent } from '../audit/audit'
import type { PanelContext } from '../context'
import { laterThan, toKeptText } from '../spend/kept-page'
import type { PartAnswer } from './ask-part'
import type { PartCall } from './part-calls'

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

export type PaidPage = Wanted & {
  readonly call: PartCall
  readonly newest: AnswerHead | undefined
  /** The page before it. */
  readonly after: AnswerHead | undefined
  readonly answer: PartAnswer
}

/** Keeps an answer, personal numbers masked, and enters what was paid in the audit log: both or neither. */
export async function keepAnswer(
  { part, number, call, newest, after, answer }: PaidPage,
  context: PanelContext,
): Promise<void> {
  const { storage, account, user } = context
  const { pool } = operationOf(call.operation)
  if (pool === null) throw new Error(`${call.operation} has no pool`)
  const id = randomUUID()
  await storage.db.transaction().execute(async (db) => {
    const entry = { company_part: part, pool, units: answer.units, asked_request: answer.requestId }
    const event = toAuditEvent(context, { action: 'companies.ask', target: number, after: entry })
    await recordAuditIn({ db, engine: storage.engine }, event)
    await insertCompanyAnswer(db, {
      id,
      account_id: account.id,
      number,
      part,
      series: after?.series ?? id,
      page: after === undefined ? 0 : after.page + 1,
      asked_at: laterThan(newest, context.now),
      asked_by: user.email,
      operation: call.operation,
      query: JSON.stringify(call.query),
      pool,
      units: answer.units,
      request_id: answer.requestId,
      cursor: answer.cursor,
      ...toKeptText(answer.answer),
    })
  })
}
