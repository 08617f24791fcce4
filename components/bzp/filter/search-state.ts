import { type AddressParams, underName, defineAddress } from '@/lib/domain/address'

import { type AlertFilter, readFilter, type InvalidValue, invalidValues, writeFilter } from './alert-filter'

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
