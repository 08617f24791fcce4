import type { AddressCodec } from '@/components/ui/address/use-address-search'
import { parseDay } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'

import { type ListPageSize, type PagedList, pageSizes, registerPages } from '../register-lists'

/** What a list is narrowed to; it lives in the address. */
export interface ListSearch {
  readonly q: string
  readonly section: number | undefined
  /** As typed. */
  readonly nip: string
  /** `YYYY-MM-DD`, both included. */
  readonly from: string | null
  readonly to: string | null
  /** Rows that a page is asked for with. */
  readonly size: ListPageSize
  /** Only rows of companies that monitors watch, of those that are loaded. */
  readonly mine: boolean
}

const MIN_TEXT = 2
const MAX_TEXT = 200
const MAX_NIP = 20

/** A text as it is looked for; empty for one letter, which says nothing yet. */
export function toListText(typed: string): string {
  const text = typed.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
  return text.length < MIN_TEXT ? '' : text
}

/** These registers hold no PESEL, and none belongs into an address. */
export const namesAPerson = (typed: string): boolean => isPersonalNumber(typed)

export const isNip = (typed: string): boolean => checkIdentifier('nip', typed).ok

function readSearch(list: PagedList, params: Pick<URLSearchParams, 'get'>): ListSearch {
  const { has } = registerPages[list]
  const q = toListText(params.get('q') ?? '')
  const nip = (params.get('nip') ?? '').trim().slice(0, MAX_NIP)
  return {
    q: namesAPerson(q) ? '' : q,
    section: has.section ? sectionIn(params.get('section')) : undefined,
    nip: has.nip && isNip(nip) ? nip : '',
    ...(has.days ? daysIn(params.get('from'), params.get('to')) : { from: null, to: null }),
    size: pageSizes.find((size) => String(size) === params.get('size')) ?? pageSizes[0],
    mine: params.get('mine') === '1',
  }
}

function sectionIn(text: string | null): number | undefined {
  const section = Number(/^\d{1,4}$/.exec(text ?? '')?.[0] ?? 0)
  return section > 0 && section <= 1000 ? section : undefined
}

function daysIn(first: string | null, last: string | null): Pick<ListSearch, 'from' | 'to'> {
  const [from, to] = [dayIn(first), dayIn(last)]
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }
}

const dayIn = (text: string | null): string | null => (text === null ? null : parseDay(text))

function writeSearch({ q, section, nip, from, to, size, mine }: ListSearch): string {
  const params = new URLSearchParams()
  if (q !== '') params.set('q', q)
  if (section !== undefined) params.set('section', String(section))
  if (nip !== '') params.set('nip', nip)
  if (from !== null) params.set('from', from)
  if (to !== null) params.set('to', to)
  if (size !== pageSizes[0]) params.set('size', String(size))
  if (mine) params.set('mine', '1')
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** One codec per list, always the same object. */
export const listCodecs: { readonly [L in PagedList]: AddressCodec<ListSearch> } = recordOf(
  ['knf', 'uokik', 'clauses', 'sudop'] as const,
  (list) => ({ read: (params) => readSearch(list, params), write: writeSearch }),
)

export interface AskedList {
  readonly q?: string
  readonly section?: number
  readonly nip?: string
  readonly date_from?: string
  readonly date_to?: string
}

/** What the panel is asked with: the same on the server and in the browser. */
export const toAsked = ({ q, section, nip, from, to }: Omit<ListSearch, 'size' | 'mine'>): AskedList => ({
  ...(q !== '' && { q }),
  ...(section !== undefined && { section }),
  ...(nip !== '' && { nip }),
  ...(from !== null && { date_from: from }),
  ...(to !== null && { date_to: to }),
})

/** The search that a query of before is looked at with. */
export const fromAsked = ({ q, section, nip, date_from, date_to }: AskedList) => ({
  q: q ?? '',
  section,
  nip: nip ?? '',
  from: date_from ?? null,
  to: date_to ?? null,
})

export const isNarrowed = (search: ListSearch): boolean => Object.keys(toAsked(search)).length > 0
