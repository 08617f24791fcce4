import { type AlertFilter, readFilter, type UnreadValue, unreadValues, writeFilter } from './alert-filter'

/** The parameter that names the alert whose filter the search page is changing. */
export const EDITED_ALERT = 'alert'
/** The parameter with the draft that the filter is compared with, as its own address would have it. */
const COMPARED = 'with'

/** What the address of the search page says. */
export interface SearchState {
  readonly filter: AlertFilter
  readonly alert: string | null
  readonly compared: AlertFilter | null
}

type Params = Pick<URLSearchParams, 'get' | 'getAll'>

export function readSearchState(params: Params): SearchState {
  const compared = params.get(COMPARED)
  return {
    filter: readFilter(params),
    alert: params.get(EDITED_ALERT),
    compared: compared === null ? null : readFilter(new URLSearchParams(compared)),
  }
}

/** A condition of the address that is not in the page's filter, or in the draft that it is compared with. */
export interface UnreadCondition extends UnreadValue {
  readonly isCompared: boolean
}

export function unreadConditions(params: Params): readonly UnreadCondition[] {
  const compared = new URLSearchParams(params.get(COMPARED) ?? '')
  return [
    ...unreadValues(params).map((value) => ({ ...value, isCompared: false })),
    ...unreadValues(compared).map((value) => ({ ...value, isCompared: true })),
  ]
}

/** Servers take no longer line than some 8 kB; a filter beyond that has no address. */
const LONGEST = 7000
export const isAddressable = (address: string): boolean => address.length <= LONGEST

/** The query part of the address, with its `?`, or nothing. */
export function writeSearchState({ filter, alert, compared }: SearchState): string {
  const params = new URLSearchParams(writeFilter(filter))
  if (alert !== null) params.set(EDITED_ALERT, alert)
  if (compared !== null) params.set(COMPARED, writeFilter(compared).slice(1))
  const search = params.toString()
  return search === '' ? '' : `?${search}`
}
