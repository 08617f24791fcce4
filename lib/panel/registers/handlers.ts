import { operationOf } from '@/lib/contract/table'
import { ApiError } from '@/lib/domain/api-error'
import {
  findNewestRegisterAnswer,
  insertRegisterAnswer,
  listRecentRegisterAnswers,
  type RegisterAnswerHead,
} from '@/lib/storage/panel/registers/answers'

import type { PartAnswer } from '../companies/ask-part'
import { payForPage } from '../companies/pay-for-page'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '../context'
import { readKept } from './kept-lists'
import { listedRows, listedTotal, type NarrowedList, narrowList } from './list-calls'
import { watchedRows } from './watched-rows'

const MOST_RECENT = 6
/** Pages that are looked through for the last queries: one that went on for longer hides older ones. */
const RECENT_PAGES = 200

const newestOf = (call: NarrowedList, { storage, account }: PanelContext): Promise<RegisterAnswerHead | undefined> =>
  findNewestRegisterAnswer(storage.db, { accountId: account.id, list: call.list, queryKey: call.key })

const list: PanelHandler<'registers.list'> = async ({ params, query }, context) => {
  const { series, from } = query
  if (series !== undefined) return readKept({ list: params.list, series, from }, context)
  const newest = await newestOf(narrowList(params.list, query), context)
  return readKept({ list: params.list, series: newest?.series, from }, context)
}

const recent: PanelHandler<'registers.recent'> = async ({ params }, { storage, account }) => {
  const of = { accountId: account.id, list: params.list }
  const newest = new Map<string, { readonly head: RegisterAnswerHead; readonly rows: number }>()
  for (const head of await listRecentRegisterAnswers(storage.db, of, RECENT_PAGES)) {
    const known = newest.get(head.query_key)
    if (known === undefined) newest.set(head.query_key, { head, rows: head.row_count })
    else if (known.head.series === head.series) {
      newest.set(head.query_key, { head: known.head, rows: known.rows + head.row_count })
    }
  }
  const items = [...newest.values()].slice(0, MOST_RECENT).map(({ head, rows }) => ({
    asked_at: head.asked_at,
    asked_by: head.asked_by,
    // Sound: written by `narrowList`.
    query: JSON.parse(head.query) as { q?: string; section?: number },
    rows,
    total: head.total,
  }))
  return { items }
}

const ask: PanelHandler<'registers.ask'> = async ({ params, body }, context) => {
  const call = narrowList(params.list, body.query)
  const { from, ...charge } = await payForPage(
    {
      turn: { name: `registers|${context.account.id}|${call.list}|${call.key}` },
      call: toCall(call, body.limit),
      wish: body,
      findNewest: () => newestOf(call, context),
      audit: { action: 'registers.ask', target: call.list, of: { register_list: call.list } },
      toOwn: (answer) => ({
        list: call.list,
        query_key: call.key,
        query: call.text,
        row_count: requireRows(answer).length,
        total: listedTotal(answer.answer),
      }),
      insert: insertRegisterAnswer,
    },
    context,
  )
  const newest = await newestOf(call, context)
  return { ...(await readKept({ list: call.list, series: newest?.series, from }, context)), ...charge }
}

/** A list that is charged by the call has one page. */
function toCall({ operation, query }: NarrowedList, limit: number) {
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
  'registers.ask': ask,
}
