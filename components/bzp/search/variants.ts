import { type AlertFilter, type AlertList, alertLists, isEmptyFilter } from '../filter/alert-filter'

/** The filter with one thing changed, to see what that thing does to the count. */
export interface Variant {
  readonly kind: 'without' | 'only' | 'withoutList'
  readonly list: AlertList
  /** The value that was left out or kept; undefined where the whole list went. */
  readonly value: string | undefined
  readonly filter: AlertFilter
}

/** So many calls at most: what a preview costs is not known. */
export const MAX_VARIANTS = 6

const without = (filter: AlertFilter, list: AlertList, value: string): Variant => ({
  kind: 'without',
  list,
  value,
  filter: { ...filter, [list]: filter[list].filter((each) => each !== value) },
})
const only = (filter: AlertFilter, list: AlertList, value: string): Variant => ({
  kind: 'only',
  list,
  value,
  filter: { ...filter, [list]: [value] },
})

/** Of values inside a list any may match, so taking one away narrows, as long as another one stays. */
function narrower(filter: AlertFilter): Variant[] {
  const kinds =
    filter.order_types.length > 1 ? filter.order_types.map((value) => only(filter, 'order_types', value)) : []
  const places = (['provinces', 'cities', 'keywords', 'cpv', 'authorities'] as const)
    .filter((list) => filter[list].length > 1)
    .flatMap((list) => filter[list].map((value) => without(filter, list, value)))
  return [...kinds, ...places]
}

/** Lists must all match, so dropping one widens; so does dropping what is excluded. */
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

/** What to try when there is too much, or too little. The empty filter is never one of them: everyone knows its count. */
export function makeVariants(filter: AlertFilter, goal: 'narrow' | 'widen'): readonly Variant[] {
  const found = goal === 'narrow' ? narrower(filter) : wider(filter)
  return found.filter((variant) => !isEmptyFilter(variant.filter)).slice(0, MAX_VARIANTS)
}
