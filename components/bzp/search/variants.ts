import { type AlertFilter, type AlertList, alertLists, isEmptyFilter } from '../filter/alert-filter'

export interface Variant {
  readonly kind: 'without' | 'only' | 'withoutList'
  readonly list: AlertList
  /** The value that was removed or retained; undefined if the whole list was removed. */
  readonly value: string | undefined
  readonly filter: AlertFilter
}

/** Limits the calls, because the cost of a preview is unknown. */
export const MAX_VARIANTS = 6

const without = (filter: AlertFilter, list: AlertList, value: string): Variant => ({
  kind: 'without',
  list,
  value,
  filter: { ...filter, [list]: filter[list].filter((each) => each !== value) },
})
const narrowTo = (filter: AlertFilter, list: AlertList, value: string): Variant => ({
  kind: 'only',
  list,
  value,
  filter: { ...filter, [list]: [value] },
})

/** Any value of a list may match, so removing one narrows the filter as long as another remains. */
function narrower(filter: AlertFilter): Variant[] {
  const onlyOneType =
    filter.order_types.length > 1 ? filter.order_types.map((value) => narrowTo(filter, 'order_types', value)) : []
  const withoutValues = (['provinces', 'cities', 'keywords', 'cpv', 'authorities'] as const)
    .filter((list) => filter[list].length > 1)
    .flatMap((list) => filter[list].map((value) => without(filter, list, value)))
  return [...onlyOneType, ...withoutValues]
}

/** All lists must match, so removing a list widens the filter; so does removing exclusions. */
function wider(filter: AlertFilter): Variant[] {
  return alertLists
    .filter((list) => filter[list].length > 0)
    .map((list) => ({
      kind: 'withoutList',
      list,
      value: undefined,
      filter: { ...filter, [list]: [] },
    }))
}

/**
 * Lists variants for too many or too few matches. The empty filter is never one of them, because its count is of no
 * use.
 */
export function makeVariants(filter: AlertFilter, goal: 'narrow' | 'widen'): readonly Variant[] {
  const variants = goal === 'narrow' ? narrower(filter) : wider(filter)
  return variants.filter((variant) => !isEmptyFilter(variant.filter)).slice(0, MAX_VARIANTS)
}
