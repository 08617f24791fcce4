import { randomUUID } from 'node:crypto'

import { operationOf } from '@/lib/contract/table'
import type { Pool } from '@/lib/domain/usage/pools'
import { HttpError } from '@/lib/http/errors'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'

import { recordChange } from '../audit/audit'
import type { PanelContext } from '../context'
import { laterThan, toKeptText } from '../spend/kept-page'
import { takeTurn } from '../turns'
import { askPart, type KeptCall, type PartAnswer } from './ask-part'

/** What is looked at of a page that is kept. */
type KeptPlace = {
  readonly id: string
  readonly series: string
  readonly page: number
  readonly cursor: string | null
  readonly asked_at: string
}

/** What every page has that was paid for. */
type PaidPage = KeptPlace & {
  account_id: string
  asked_by: string
  pool: Pool
  units: number | null
  request_id: string | null
  answer: string
  sha256: string
}

type Payment<Own> = {
  /** Whoever asks for the same takes turns. */
  readonly turn: { readonly name: string; readonly busyCode?: 'asked_already' }
  readonly call: KeptCall
  /** Of the caller, who has seen `known` as the newest page. */
  readonly wish: { readonly known: string | null; readonly page: 'first' | 'next' }
  readonly findNewest: () => Promise<KeptPlace | undefined>
  readonly audit: {
    readonly action: 'companies.ask' | 'registers.ask'
    readonly target: string
    readonly of: Readonly<Record<string, string>>
  }
  /** Columns of the page beside those of every page. Throws where the answer is none. */
  readonly toOwn: (answer: PartAnswer) => Own
  readonly insert: (tx: AccountTx, page: PaidPage & Own) => Promise<void>
}

/**
 * Asks for a page once, however many want it, and keeps it with personal numbers masked and its entry in the audit log: both
 * or neither. `from`: the first page that the caller has not seen.
 */
export function payForPage<Own extends object>(payment: Payment<Own>, context: PanelContext) {
  const { turn } = payment
  const busy = 'Somebody else asks for the same at this moment; try again'
  return takeTurn({ ...context, ...turn, busy }, () => pay(payment, context))
}

async function pay<Own extends object>(payment: Payment<Own>, context: PanelContext) {
  const { call, wish, findNewest, toOwn } = payment
  const newest = await findNewest()
  // Somebody else has asked meanwhile: what they paid for is there.
  if (newest !== undefined && newest.id !== wish.known) return { units: 0, left: null, from: 0 }
  const after = wish.page === 'next' ? newest : undefined
  const cursor = after?.cursor ?? null
  if (wish.page === 'next' && cursor === null) throw new HttpError('not_found', 'Nothing follows what is there')
  const answer = await askPart(context.fetchService, call, cursor)
  const id = randomUUID()
  const page = after === undefined ? 0 : after.page + 1
  const place = {
    id,
    series: after?.series ?? id,
    page,
    cursor: answer.cursor,
    asked_at: laterThan(newest, context.now),
  }
  await keep(payment, { place, answer, own: toOwn(answer) }, context)
  return { units: answer.units, left: answer.left, from: page }
}

type Paid<Own> = { readonly place: KeptPlace; readonly answer: PartAnswer; readonly own: Own }

async function keep<Own extends object>(
  { call, audit, insert }: Payment<Own>,
  { place, answer, own }: Paid<Own>,
  context: PanelContext,
): Promise<void> {
  const { account, user } = context
  const { pool } = operationOf(call.operation)
  if (pool === null) throw new Error(`${call.operation} has no pool`)
  const { units, requestId } = answer
  await inAccount(context, async (tx) => {
    const { action, target, of } = audit
    await recordChange(tx, context, { action, target, after: { ...of, pool, units, asked_request: requestId } })
    const paid = { ...place, account_id: account.id, asked_by: user.email, pool, units, request_id: requestId }
    await insert(tx, { ...paid, ...toKeptText(answer.answer), ...own })
  })
}
