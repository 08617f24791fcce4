import { day, defineAddress, flag, number, oneOf, type SearchOf, text } from '@/lib/domain/address'
import { recordOf } from '@/lib/domain/collections/record-of'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { type PagedList, pagedLists, registerPageSizes, registerRow } from '@/lib/domain/registers/register-rows'
import type { ListQuery } from '@/lib/features/registers/contract'
const searchText = text(2)
/** The search text; empty for a single letter. */
export const toListText = (typed: string): string => searchText.write(typed, 'q')[0]?.[1] ?? ''

export const isNip = (typed: string): boolean => checkIdentifier('nip', typed).ok

/** The filters of a list; both days are inclusive. */
const fields = {
  q: searchText,
  section: number(1, 1000),
  /** As typed. */
  nip: text(1, { max: 20 }),
  from: day,
  to: day,
  /** Rows per page. */
  size: oneOf(registerPageSizes, registerPageSizes[0]),
  /** Limits the loaded rows to companies that the account monitors. */
  mine: flag,
}

/** One object per list, so that its identity is stable. */
export const listAddresses = recordOf(pagedLists, (list) =>
  defineAddress(fields, (search) => {
    const has = (field: 'nip' | 'section' | 'date_from') => registerRow(list).narrowedBy.includes(field)
    const { from, to } = has('date_from') ? search : { from: null, to: null }
    const isReversed = from !== null && to !== null && from > to
    return {
      ...search,
      // These registers contain no PESEL, and a PESEL must not appear in an address.
      q: isPersonalNumber(search.q) ? '' : search.q,
      section: has('section') ? search.section : undefined,
      nip: has('nip') && isNip(search.nip) ? search.nip : '',
      from: isReversed ? to : from,
      to: isReversed ? from : to,
    }
  }),
)
export type ListSearch = SearchOf<(typeof listAddresses)[PagedList]>

/** The query sent to the panel, identical on the server and in the browser. */
export const toRegisterQuery = ({ q, section, nip, from, to }: Omit<ListSearch, 'size' | 'mine'>): ListQuery => ({
  ...(q !== '' && { q }),
  ...(section !== undefined && { section }),
  ...(nip !== '' && { nip }),
  ...(from !== null && { date_from: from }),
  ...(to !== null && { date_to: to }),
})

/** The search that shows the results of an earlier query. */
export const fromRegisterQuery = ({ q, section, nip, date_from, date_to }: ListQuery) => ({
  q: q ?? '',
  section,
  nip: nip ?? '',
  from: date_from ?? null,
  to: date_to ?? null,
})

export const isNarrowed = (search: ListSearch): boolean => Object.keys(toRegisterQuery(search)).length > 0
