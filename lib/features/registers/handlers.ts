import { operationOf } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import { groupBy } from '@/lib/domain/collections/group-by'
import type { PartAnswer } from '@/lib/features/companies/fetch-part'
import { payForPage } from '@/lib/features/companies/pay-for-page'
import { type AnswerHead, findNewestAnswer, listRecentAnswers } from '@/lib/features/companies/statements/paid-answers'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'

import { listedRows, listedTotal, type NormalisedListQuery, normaliseListQuery } from './list-calls'
import { readStoredPages } from './stored-lists'
import { watchedRows } from './watched-rows'

const MAX_RECENT = 6
/** Number of pages that are searched for the latest queries: a query with more pages hides older queries. */
const RECENT_PAGES = 200

const keyOf = ({ list, key }: NormalisedListQuery) => ({ about: 'list', topic: list, subject: key }) as const

const newestOf = (call: NormalisedListQuery, { storage, account }: PanelContext): Promise<AnswerHead | undefined> =>
  findNewestAnswer(storage.db, { account_id: account.id, ...keyOf(call) })

const list: PanelHandler<'registers.list'> = async ({ params, query }, context) => {
  const { series, from } = query
  if (series !== undefined) return readStoredPages({ list: params.list, series, from }, context)
  const newest = await newestOf(normaliseListQuery(params.list, query), context)
  return readStoredPages({ list: params.list, series: newest?.series, from }, context)
}

const recent: PanelHandler<'registers.recent'> = async ({ params }, { storage, account }) => {
  const scope = { account_id: account.id, about: 'list', topic: params.list } as const
  const answersBySubject = groupBy(await listRecentAnswers(storage.db, scope, RECENT_PAGES), ({ subject }) => subject)
  const items = [...answersBySubject.values()].slice(0, MAX_RECENT).flatMap((pages) =>
    pages.slice(0, 1).map(({ asked_at, asked_by, query, series, total }) => ({
      asked_at,
      asked_by,
      // Safe: `normaliseListQuery` wrote it.
      query: JSON.parse(query) as { q?: string; section?: number },
      rows: pages.reduce((sum, page) => sum + (page.series === series ? page.row_count : 0), 0),
      total,
    })),
  )
  return { items }
}

const requestPage: PanelHandler<'registers.ask'> = async ({ params, body }, context) => {
  const call = normaliseListQuery(params.list, body.query)
  const payment = {
    key: keyOf(call),
    call: toCall(call, body.limit),
    request: body,
    audit: { action: 'registers.ask', target: call.list, of: { register_list: call.list } },
    query: call.text,
    toListed: (answer: PartAnswer) => ({ row_count: requireRows(answer).length, total: listedTotal(answer.answer) }),
  } as const
  const { from, ...charge } = await payForPage(payment, context)
  const newest = await newestOf(call, context)
  return { ...(await readStoredPages({ list: call.list, series: newest?.series, from }, context)), ...charge }
}

/** A list that is charged per call has one page. */
function toCall({ operation, query }: NormalisedListQuery, limit: number) {
  const isPaged = operationOf(operation).cost?.by === 'item'
  return { operation, query: isPaged ? { ...query, limit } : query }
}

function requireRows({ answer, requestId }: PartAnswer): readonly unknown[] {
  const rows = listedRows(answer)
  if (rows !== undefined) return rows
  const details = { kind: 'shape', status: 200, code: 'unknown_shape', requestId: requestId ?? undefined } as const
  throw new ApiError('body: no list', details)
}

const monitors: PanelHandler<'registers.monitors'> = async ({ params, query }, context) => ({
  rows: await watchedRows({ list: params.list, ...query }, context),
})

export const registerListHandlers: PanelHandlersOf<'registers'> = {
  'registers.list': list,
  'registers.recent': recent,
  'registers.monitors': monitors,
  'registers.ask': requestPage,
}
