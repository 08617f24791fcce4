import type { ChargeMeter } from '../http/context'
import { type ListPage, type PageSource, type Paging, readPageCutBy } from '../http/paged-list'

/** `per`: how many items one unit buys (interface 4.13); 1 when absent. */
export type ItemPrice = { readonly limit: number; readonly per?: number }

type CallMeter = Pick<ChargeMeter, 'left' | 'charge'>

/**
 * Decision 20: charges for what a call returns and cuts that to what is left. Gives the first of `found` that are paid
 * for, at most `limit`; throws 402 when there is something to return and nothing left. Nothing found costs 0. It is the one
 * charge of the call.
 */
export async function chargeForItems<T>(
  meter: CallMeter,
  found: readonly T[],
  { limit, per = 1 }: ItemPrice,
): Promise<T[]> {
  const left = await meter.left()
  const paid = found.slice(0, left === null ? limit : Math.min(limit, left * per))
  // Something was found and not even one unit is left: asking for all of it gives the refusal that names the pool.
  const due = paid.length === 0 ? Math.min(limit, found.length) : paid.length
  await meter.charge(Math.ceil(due / per))
  return paid
}

/** A page of a list that costs one unit an item. `next_cursor` goes on after the last item that was paid for. */
export const readChargedPage = <R>(meter: CallMeter, source: PageSource<R>, paging: Paging): Promise<ListPage<R>> =>
  readPageCutBy(source, paging, async (found) => (await chargeForItems(meter, found, paging)).length)
