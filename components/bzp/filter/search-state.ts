import { type AddressParams, as, defineAddress } from '@/lib/domain/address'

import { type AlertFilter, readFilter, type UnreadValue, unreadValues, writeFilter } from './alert-filter'

/** The parameter with the draft that the filter is compared with, as its own address would have it. */
const COMPARED = 'with'

/** What the address of the search page says. */
export interface SearchState {
  readonly filter: AlertFilter
  /** Whose filter the page is changing. */
  readonly alert: string | null
  readonly compared: AlertFilter | null
}

/** In the query part of the address, with its `?`, or nothing. */
export const { read: readSearchState, write: writeSearchState } = defineAddress<SearchState>({
  filter: { read: readFilter, write: (filter) => [...new URLSearchParams(writeFilter(filter))] },
  alert: {
    read: (params, name) => params.get(name),
    write: (alert, name) => (alert === null ? [] : [[name, alert]]),
  },
  compared: as(COMPARED, {
    read: (params, name) => {
      const text = params.get(name)
      return text === null ? null : readFilter(new URLSearchParams(text))
    },
    write: (filter, name) => (filter === null ? [] : [[name, writeFilter(filter).slice(1)]]),
  }),
})

/** A condition of the address that is not in the page's filter, or in the draft that it is compared with. */
export interface UnreadCondition extends UnreadValue {
  readonly isCompared: boolean
}

export function unreadConditions(params: AddressParams): readonly UnreadCondition[] {
  const compared = new URLSearchParams(params.get(COMPARED) ?? '')
  return [
    ...unreadValues(params).map((value) => ({ ...value, isCompared: false })),
    ...unreadValues(compared).map((value) => ({ ...value, isCompared: true })),
  ]
}

/** Servers take no longer line than some 8 kB; a filter beyond that has no address. */
const LONGEST = 7000
export const isAddressable = (address: string): boolean => address.length <= LONGEST
