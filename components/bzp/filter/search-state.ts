import type { BzpFilter } from '@/lib/contract/bzp'
import { type AddressParams, underName, defineAddress } from '@/lib/domain/address'
import { routes } from '@/lib/domain/routes'

import {
  type AlertFilter,
  emptyFilter,
  readFilter,
  type InvalidValue,
  invalidValues,
  writeFilter,
} from './alert-filter'

/** The parameter with the compared draft, encoded like an address of the search page. */
const COMPARED = 'with'

export interface SearchState {
  readonly filter: AlertFilter
  readonly alert: string | null
  readonly compared: AlertFilter | null
}

/** Reads and writes the query part of the address, with its `?`, or an empty string. */
export const { read: readSearchState, write: writeSearchState } = defineAddress<SearchState>({
  filter: { read: readFilter, write: (filter) => [...new URLSearchParams(writeFilter(filter))] },
  alert: {
    read: (params, name) => params.get(name),
    write: (alert, name) => (alert === null ? [] : [[name, alert]]),
  },
  compared: underName(COMPARED, {
    read: (params, name) => {
      const text = params.get(name)
      return text === null ? null : readFilter(new URLSearchParams(text))
    },
    write: (filter, name) => (filter === null ? [] : [[name, writeFilter(filter).slice(1)]]),
  }),
})

/** An invalid condition of the address, in the page's filter or in the compared draft. */
export interface InvalidCondition extends InvalidValue {
  readonly isCompared: boolean
}

export function invalidConditions(params: AddressParams): readonly InvalidCondition[] {
  const compared = new URLSearchParams(params.get(COMPARED) ?? '')
  return [
    ...invalidValues(params).map((value) => ({ ...value, isCompared: false })),
    ...invalidValues(compared).map((value) => ({ ...value, isCompared: true })),
  ]
}

/** Servers accept request lines of about 8 kB, so a longer filter has no address. */
const MAX_ADDRESS_LENGTH = 7000
export const isAddressable = (address: string): boolean => address.length <= MAX_ADDRESS_LENGTH

/**
 * Returns the search page with the alert's filter, or with the alert's id only if the filter is too long for an
 * address.
 */
export function searchAddress(filter: BzpFilter, alert: string): string {
  const search = writeSearchState({ filter, alert, compared: null })
  return `${routes.bzp}${isAddressable(search) ? search : writeSearchState({ filter: emptyFilter, alert, compared: null })}`
}
