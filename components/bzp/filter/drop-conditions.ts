import { parseCpv } from '@/lib/domain/cpv'

import { type AlertFilter, type AlertLimit, type AlertList } from './alert-filter'

/** One value of a filter as a service names it: CPV codes are given as prefixes. */
export interface DroppedValue {
  readonly list: AlertList
  readonly value: string
}

const isValue =
  ({ list, value }: DroppedValue) =>
  (each: string): boolean =>
    each === value || (list === 'cpv' && (parseCpv(each) ?? each) === value)

export function dropConditions(
  filter: AlertFilter,
  values: readonly DroppedValue[],
  limits: readonly AlertLimit[] = [],
): AlertFilter {
  let remaining = filter
  for (const value of values) {
    const isDropped = isValue(value)
    remaining = { ...remaining, [value.list]: remaining[value.list].filter((each) => !isDropped(each)) }
  }
  for (const limit of limits) remaining = { ...remaining, [limit]: null }
  return remaining
}
