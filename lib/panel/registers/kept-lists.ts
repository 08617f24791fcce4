import { randomUUID } from 'node:crypto'

import type { KeptList, KeptPage } from '@/lib/contract/panel/registers/registers'
import { operationOf } from '@/lib/contract/table'
import { inAccount } from '@/lib/storage/engine/account-lock'
import {
  findLastOfSeries,
  insertRegisterAnswer,
  listRegisterAnswers,
  type RegisterAnswerHead,
} from '@/lib/storage/panel/registers/answers'
import type { RegisterAnswerTable } from '@/lib/storage/panel/registers/tables'

import { recordChange } from '../audit/audit'
import type { PartAnswer } from '../companies/ask-part'
import { toKeptAnswer } from '../companies/kept-answers'
import type { PanelContext } from '../context'
import { laterThan, toKeptText } from '../spend/kept-page'
import { type NarrowedList, listedRows, listedTotal } from './list-calls'

/** Pages that one answer has: those of a long list come one batch after another. */
const BATCH_PAGES = 20

type Place = { readonly list: string; readonly series: string | undefined; readonly from: number }

const nothingKept: KeptList = { series: null, pages: [], next_page: null, has_more: false }

/** The kept pages of a series from one on, as many as one answer has. */
export async function readKept(
  { list, series, from }: Place,
  { storage: { db }, account }: Pick<PanelContext, 'storage' | 'account'>,
): Promise<KeptList> {
  if (series === undefined) return nothingKept
  const of = { accountId: account.id, list, series }
  const [rows, last] = await Promise.all([
    listRegisterAnswers(db, of, { from, limit: BATCH_PAGES }),
    findLastOfSeries(db, of),
  ])
  if (last === undefined) return nothingKept
  const end = rows.at(-1)?.page ?? last.page
  return {
    series,
    pages: rows.map(toKeptPage),
    next_page: end < last.page ? end + 1 : null,
    has_more: last.cursor !== null,
  }
}

const toKeptPage = (row: RegisterAnswerTable): KeptPage => ({
  ...toKeptAnswer(row),
  page: row.page,
  rows: [...readRows(row)],
  total: row.total,
})

export const readRows = ({ answer }: Pick<RegisterAnswerTable, 'answer'>): readonly unknown[] =>
  listedRows(JSON.parse(answer)) ?? []

type PaidList = {
  readonly call: NarrowedList
  readonly newest: RegisterAnswerHead | undefined
  /** The page before it. */
  readonly after: RegisterAnswerHead | undefined
  readonly answer: PartAnswer
  readonly rows: readonly unknown[]
}

/** Keeps a page, personal numbers masked, and enters what was paid in the audit log: both or neither. */
export async function keepListPage(
  { call, newest, after, answer, rows }: PaidList,
  context: PanelContext,
): Promise<void> {
  const { account, user } = context
  const { list, operation, key, text } = call
  const { pool } = operationOf(operation)
  if (pool === null) throw new Error(`${operation} has no pool`)
  const id = randomUUID()
  await inAccount(context, async (db) => {
    const entry = { register_list: list, pool, units: answer.units, asked_request: answer.requestId }
    await recordChange(db, context, { action: 'registers.ask', target: list, after: entry })
    await insertRegisterAnswer(db, {
      id,
      account_id: account.id,
      list,
      query_key: key,
      query: text,
      series: after?.series ?? id,
      page: after === undefined ? 0 : after.page + 1,
      asked_at: laterThan(newest, context.now),
      asked_by: user.email,
      pool,
      units: answer.units,
      request_id: answer.requestId,
      cursor: answer.cursor,
      row_count: rows.length,
      total: listedTotal(answer.answer),
      ...toKeptText(answer.answer),
    })
  })
}
