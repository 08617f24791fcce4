import { day, defineAddress, flag, number, oneOf, type SearchOf, text } from '@/lib/domain/address'
import { recordOf } from '@/lib/domain/collections/record-of'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { type PagedList, pagedLists, registerPageSizes, registerRow } from '@/lib/domain/registers/register-rows'
import type { ListQuery } from '@/lib/features/registers/contract'
const searchText = text(2)
/** A text as it is looked for; empty for one letter, which says nothing yet. */
export const toListText = (typed: string): string => searchText.write(typed, 'q')[0]?.[1] ?? ''

export const isNip = (typed: string): boolean => checkIdentifier('nip', typed).ok

/** What a list is narrowed to; both days are included. */
const fields = {
  q: searchText,
  section: number(1, 1000),
  /** As typed. */
  nip: text(1, { max: 20 }),
  from: day,
  to: day,
  /** Rows that a page is asked for with. */
  size: oneOf(registerPageSizes, registerPageSizes[0]),
  /** Only rows of companies that monitors watch, of those that are loaded. */
  mine: flag,
}

/** One address per list, always the same object. */
export const listAddresses = recordOf(pagedLists, (list) =>
  defineAddress(fields, (search) => {
    const has = (field: 'nip' | 'section' | 'date_from') => registerRow(list).narrowedBy.includes(field)
    const { from, to } = has('date_from') ? search : { from: null, to: null }
    const isTurned = from !== null && to !== null && from > to
    return {
      ...search,
      // These registers hold no PESEL, and none belongs into an address.
      q: isPersonalNumber(search.q) ? '' : search.q,
      section: has('section') ? search.section : undefined,
      nip: has('nip') && isNip(search.nip) ? search.nip : '',
      from: isTurned ? to : from,
      to: isTurned ? from : to,
    }
  }),
)
export type ListSearch = SearchOf<(typeof listAddresses)[PagedList]>

/** What the panel is asked with: the same on the server and in the browser. */
export const toAsked = ({ q, section, nip, from, to }: Omit<ListSearch, 'size' | 'mine'>): ListQuery => ({
  ...(q !== '' && { q }),
  ...(section !== undefined && { section }),
  ...(nip !== '' && { nip }),
  ...(from !== null && { date_from: from }),
  ...(to !== null && { date_to: to }),
})

/** The search that a query of before is looked at with. */
export const fromAsked = ({ q, section, nip, date_from, date_to }: ListQuery) => ({
  q: q ?? '',
  section,
  nip: nip ?? '',
  from: date_from ?? null,
  to: date_to ?? null,
})

export const isNarrowed = (search: ListSearch): boolean => Object.keys(toAsked(search)).length > 0
