import type { BzpFilter, OrderType } from '@/lib/contract/bzp'
import { parseCpv } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'
import { resolveProvince } from '@/lib/domain/provinces'

/** The seven lists of an alert: inside a list any value, between lists all. */
export type AlertList = keyof BzpFilter
export type AlertFilter = Readonly<Record<AlertList, readonly string[]>>

/** In the order of the form. The contract's `orderTypes` is the same set; its module would bring the schemas along. */
export const shownOrderTypes = ['Works', 'Services', 'Delivery'] as const satisfies readonly OrderType[]

const MAX_VALUES = 100
const MAX_LENGTH = 200

/** One line that has something to look for; marks alone fold to nothing. */
function readTerm(text: string): string | null {
  const term = text.replace(/\s+/g, ' ').trim()
  const isReadable = term.length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(term)
  return isReadable && foldText(term).trim() !== '' ? term : null
}

/** The digits as they were meant, up to eight: `45233120-6` → `45233120`, `45233*` → `45233`. */
function readCpv(text: string): string | null {
  if (parseCpv(text) === null) return null
  return /^\d+/.exec(text.replace(/[\s.]/g, ''))?.[0] ?? null
}

const readOrderType = (text: string): string | null =>
  shownOrderTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase()) ?? null

interface Row {
  /** The name in the address of the page, once for every value. */
  readonly param: string
  /** The value that a text stands for; null for what the service would refuse. */
  readonly read: (text: string) => string | null
}

const rows: Readonly<Record<AlertList, Row>> = {
  keywords: { param: 'q', read: readTerm },
  exclude_keywords: { param: 'not', read: readTerm },
  cpv: { param: 'cpv', read: readCpv },
  provinces: { param: 'province', read: (text) => resolveProvince(text)?.name ?? null },
  cities: { param: 'city', read: readTerm },
  authorities: { param: 'authority', read: readTerm },
  order_types: { param: 'type', read: readOrderType },
}

/** In the order of the form and of the address. */
export const alertLists = [
  'keywords',
  'exclude_keywords',
  'cpv',
  'provinces',
  'cities',
  'authorities',
  'order_types',
] as const satisfies readonly AlertList[]

const mapLists = (make: (list: AlertList) => readonly string[]): AlertFilter => ({
  keywords: make('keywords'),
  exclude_keywords: make('exclude_keywords'),
  cpv: make('cpv'),
  provinces: make('provinces'),
  cities: make('cities'),
  authorities: make('authorities'),
  order_types: make('order_types'),
})

export const emptyFilter: AlertFilter = mapLists(() => [])
export const isEmptyFilter = (filter: AlertFilter): boolean => alertLists.every((list) => filter[list].length === 0)

/** The value that a typed text stands for in a list, or '' when it stands for none. */
export const readValue = (list: AlertList, text: string): string => rows[list].read(text) ?? ''

function readValues(list: AlertList, texts: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>()
  for (const value of texts.map((text) => readValue(list, text)).filter((text) => text !== '')) {
    if (!byKey.has(foldText(value))) byKey.set(foldText(value), value)
  }
  return [...byKey.values()].slice(0, MAX_VALUES)
}

/** Reads an address; what is not understood is left out, what says the same twice is said once. */
export const readFilter = (params: Pick<URLSearchParams, 'getAll'>): AlertFilter =>
  mapLists((list) => readValues(list, params.getAll(rows[list].param)))

/** A condition of an address that stands for no value. */
export interface UnreadValue {
  readonly list: AlertList
  readonly text: string
}

/** What `readFilter` leaves out, so that a page can say it: a dropped condition finds more than was asked for. */
export const unreadValues = (params: Pick<URLSearchParams, 'getAll'>): readonly UnreadValue[] =>
  alertLists.flatMap((list) =>
    params
      .getAll(rows[list].param)
      .filter((text) => text.trim() !== '' && readValue(list, text) === '')
      .map((text) => ({ list, text })),
  )

/** The query part of the address, with its `?`, or nothing. */
export function writeFilter(filter: AlertFilter): string {
  const pairs = alertLists.flatMap((list) => filter[list].map((value): [string, string] => [rows[list].param, value]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** A text still being typed counts as soon as it says something; one letter says nothing yet. */
const MIN_DRAFT = 2
export type Drafts = Partial<Readonly<Record<AlertList, string>>>

export function withDrafts(filter: AlertFilter, drafts: Drafts): AlertFilter {
  return mapLists((list) => {
    const text = drafts[list]?.trim() ?? ''
    return text.length < MIN_DRAFT ? filter[list] : readValues(list, [...filter[list], text])
  })
}

/**
 * The body of a preview in its normal form, so that filters that mean the same share one answer: CPV codes as their
 * prefixes, each value once, in one order.
 */
export function toPreviewBody(filter: AlertFilter): BzpFilter {
  const normal = (list: AlertList, toValue = (value: string) => value) =>
    [...new Set(filter[list].map(toValue))].sort((a, b) => compare(foldText(a), foldText(b)))
  return {
    keywords: normal('keywords'),
    exclude_keywords: normal('exclude_keywords'),
    cpv: normal('cpv', (value) => parseCpv(value) ?? value),
    provinces: normal('provinces'),
    cities: normal('cities'),
    authorities: normal('authorities'),
    order_types: normal('order_types'),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
