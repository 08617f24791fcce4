import { randomUUID } from 'node:crypto'

import { operationOf } from '@/lib/contract/table'
import { recordChange } from '@/lib/features/audit/audit'
import { laterThan, toStoredText } from '@/lib/features/spend-cap/stored-answer'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext } from '@/lib/panel/context'
import { withMutex } from '@/lib/panel/mutex'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { fetchPart, type PaidCall, type PartAnswer } from './fetch-part'
import { type AnswerHead, type AnswerKey, findNewestAnswer, insertPaidAnswer } from './statements/paid-answers'
import type { PaidAnswerTable } from './tables'

/** Columns that only lists use. */
type ListColumns = Pick<PaidAnswerTable, 'row_count' | 'total'>

type Payment = {
  readonly key: Omit<AnswerKey, 'account_id'>
  readonly busyCode?: 'asked_already'
  readonly call: PaidCall
  /** `known`: id of the newest page that the caller has seen. */
  readonly request: { readonly known: string | null; readonly page: 'first' | 'next' }
  readonly audit: {
    readonly action: 'companies.ask' | 'registers.ask'
    readonly target: string
    readonly of: Readonly<Record<string, string>>
  }
  /** JSON of the stored query. */
  readonly query: string
  /** For answers of lists. Throws if the answer is not a list. */
  readonly toListed?: (answer: PartAnswer) => ListColumns
}

/**
 * Requests a page once even for concurrent callers, and stores it, masked, in one transaction with its audit log entry.
 * `from`: the first page that the caller has not seen.
 */
export function payForPage(payment: Payment, context: PanelContext) {
  const { key, busyCode } = payment
  const name = [key.about, context.account.id, key.topic, key.subject].join('|')
  const busy = 'Another user is making the same query; try again'
  return withMutex({ ...context, name, busy, ...(busyCode && { busyCode }) }, () => pay(payment, context))
}

async function pay(payment: Payment, context: PanelContext) {
  const { call, request, key, toListed } = payment
  const newest = await findNewestAnswer(context.storage.db, { account_id: context.account.id, ...key })
  // Another user has requested it in between, so the stored answer is returned.
  if (newest !== undefined && newest.id !== request.known) return { units: 0, left: null, from: 0 }
  const after = request.page === 'next' ? newest : undefined
  const cursor = after?.cursor ?? null
  if (request.page === 'next' && cursor === null) throw new HttpError('not_found', 'There is no next page')
  const answer = await fetchPart(context.fetchService, call, cursor)
  const position = {
    ...nextPosition(after),
    cursor: answer.cursor,
    asked_at: laterThan(newest, context.now),
    ...(toListed?.(answer) ?? { row_count: 0, total: null }),
  }
  await storeAnswer(payment, { position, answer }, context)
  return { units: answer.units, left: answer.left, from: position.page }
}

function nextPosition(before: AnswerHead | undefined) {
  const id = randomUUID()
  return before === undefined ? { id, series: id, page: 0 } : { id, series: before.series, page: before.page + 1 }
}

type PagePosition = Pick<AnswerHead, 'id' | 'series' | 'page' | 'cursor' | 'asked_at'> & ListColumns
type PaidPage = { readonly position: PagePosition; readonly answer: PartAnswer }

async function storeAnswer(
  { key, call, query, audit }: Payment,
  { position, answer }: PaidPage,
  context: PanelContext,
): Promise<void> {
  const { account, user } = context
  const { operation } = call
  const { pool } = operationOf(operation)
  if (pool === null) throw new Error(`${operation} has no pool`)
  const { units, requestId } = answer
  await inAccount(context, async (tx) => {
    const { action, target, of } = audit
    await recordChange(tx, context, { action, target, after: { ...of, pool, units, asked_request: requestId } })
    const paid = { account_id: account.id, asked_by: user.email, operation, query, pool, units, request_id: requestId }
    await insertPaidAnswer(tx, { ...key, ...position, ...paid, ...toStoredText(answer.answer) })
  })
}
