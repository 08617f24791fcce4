import type { ChargeMeter } from '../http/context'
import { type ListPage, type PageSource, type Paging, readCutPage } from '../http/paged-list'

/** `per`: how many items one unit buys (interface section 4.13, prices); 1 by default. */
export type ItemPrice = { readonly limit: number; readonly per?: number }

type CallMeter = Pick<ChargeMeter, 'left' | 'charge'>

/**
 * Decision 20 (calls that exceed the pool): charges the items that a call returns, cut to the units left. Returns the
 * first items of `found` that are paid for, at most `limit`; throws 402 if there are items but no units. No items cost
 * 0. It must be the only charge of the call.
 */
export async function chargeForItems<T>(
  meter: CallMeter,
  found: readonly T[],
  { limit, per = 1 }: ItemPrice,
): Promise<T[]> {
  const left = await meter.left()
  const paid = found.slice(0, left === null ? limit : Math.min(limit, left * per))
  // If there are items but not one unit, charging all of them throws the 402 that names the pool.
  const billedItems = paid.length === 0 ? Math.min(limit, found.length) : paid.length
  await meter.charge(Math.ceil(billedItems / per))
  return paid
}

/** A page of a list that costs one unit per item. `next_cursor` continues after the last paid item. */
export const readChargedPage = <R>(meter: CallMeter, source: PageSource<R>, paging: Paging): Promise<ListPage<R>> =>
  readCutPage(source, paging, async (found) => (await chargeForItems(meter, found, paging)).length)
