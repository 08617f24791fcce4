import type { BzpFilter, OrderType } from '@/lib/contract/bzp'
import { type AddressField, type AddressParams, as, defineAddress, single } from '@/lib/domain/address'
import { type NoticeFilter, type NoticeList, noticeLists } from '@/lib/domain/bzp/notice-filter'
import { characterCount } from '@/lib/domain/characters'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { cpvDigits, parseCpv, splitCpvTexts } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'
import { resolveProvince } from '@/lib/domain/provinces'

/** The seven lists of an alert: inside a list any value, between lists all. */
export type AlertList = NoticeList
/** What is asked of numbers; null asks nothing. */
export const alertLimits = ['value_from', 'value_to', 'min_days_to_offer'] as const
export type AlertLimit = (typeof alertLimits)[number]
export type AlertFilter = NoticeFilter

/** In the order of the form. The contract's `orderTypes` is the same set; its module would bring the schemas along. */
export const shownOrderTypes = ['Works', 'Services', 'Delivery'] as const satisfies readonly OrderType[]

export const MAX_VALUES = 100
const MAX_LENGTH = 200
/** What has no meaning on one line: control characters, halves of characters, and what a broken link was decoded to. */
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u

/** One line that has something to look for; marks alone fold to nothing. */
function readTerm(text: string): string | null {
  const term = text.replace(/\s+/g, ' ').trim()
  const isReadable = characterCount(term) <= MAX_LENGTH && !UNREADABLE.test(term)
  return isReadable && foldText(term).trim() !== '' ? term : null
}

/** The digits as they were meant, up to eight: `45233120-6` → `45233120`, `45233*` → `45233`. */
const readCpv = (text: string): string | null => cpvDigits(text)

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
export const alertLists = noticeLists

interface LimitRow {
  readonly param: string
  readonly min: number
  readonly max: number
}

/** As the service takes them; the contract's module would bring the schemas along. */
export const limitRows: Readonly<Record<AlertLimit, LimitRow>> = {
  value_from: { param: 'value_from', min: 0, max: 1_000_000_000_000 },
  value_to: { param: 'value_to', min: 0, max: 1_000_000_000_000 },
  min_days_to_offer: { param: 'days', min: 1, max: 365 },
}

/** The whole number that a text stands for, grouped or not (`250 000`, `250000`); null for none and for what is out of range. */
export function readLimit(limit: AlertLimit, text: string): number | null {
  const digits = text.replace(/[\s\u00A0]/g, '')
  if (!/^\d{1,15}$/.test(digits)) return null
  const number = Number(digits)
  const { min, max } = limitRows[limit]
  return number >= min && number <= max ? number : null
}

type Limits = Pick<AlertFilter, AlertLimit>
export const noLimits: Limits = { value_from: null, value_to: null, min_days_to_offer: null }

export const isInOrder = ({ value_from: from, value_to: to }: Pick<Limits, 'value_from' | 'value_to'>): boolean =>
  from === null || to === null || from <= to

const mapLists = <V>(make: (list: AlertList) => V) => recordOf(alertLists, make)

export const emptyFilter: AlertFilter = { ...mapLists(() => []), ...noLimits }
export const isEmptyFilter = (filter: AlertFilter): boolean =>
  alertLists.every((list) => filter[list].length === 0) && alertLimits.every((limit) => filter[limit] === null)

/** The value that a typed text stands for in a list, or '' when it stands for none. */
export const readValue = (list: AlertList, text: string): string => rows[list].read(text) ?? ''

/** A text of an address or a file may name several codes. */
const partsOf = (list: AlertList, texts: readonly string[]): readonly string[] =>
  list === 'cpv' ? texts.flatMap(splitCpvTexts) : texts

/** Every value once, also those beyond what the service takes. */
function distinctValues(list: AlertList, texts: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>()
  for (const value of partsOf(list, texts)
    .map((text) => readValue(list, text))
    .filter((text) => text !== '')) {
    if (!byKey.has(foldText(value))) byKey.set(foldText(value), value)
  }
  return [...byKey.values()]
}

const readValues = (list: AlertList, texts: readonly string[]): readonly string[] =>
  distinctValues(list, texts).slice(0, MAX_VALUES)

const listField = (list: AlertList): AddressField<readonly string[]> =>
  as(rows[list].param, {
    read: (params, name) => readValues(list, params.getAll(name)),
    write: (values, name) => values.map((value) => [name, value] as const),
  })

const limitField = (limit: AlertLimit): AddressField<number | null> =>
  as(
    limitRows[limit].param,
    single(
      (text) => readLimit(limit, text),
      (number) => number?.toString() ?? '',
    ),
  )

/** What is not understood is left out, what says the same twice is said once; of values that are out of order none holds. */
export const { read: readFilter, write: writeFilter } = defineAddress<AlertFilter>(
  {
    ...mapLists(listField),
    value_from: limitField('value_from'),
    value_to: limitField('value_to'),
    min_days_to_offer: limitField('min_days_to_offer'),
  },
  (filter) => (isInOrder(filter) ? filter : { ...filter, value_from: null, value_to: null }),
)

/** A condition of an address that is not in the filter: it stands for no value, or is one too many. */
export interface UnreadValue {
  readonly field: AlertList | AlertLimit
  readonly text: string
  readonly isBeyond?: true
}

/** What `readFilter` leaves out, so that a page can say it: a dropped condition finds more than was asked for. */
export const unreadValues = (params: AddressParams): readonly UnreadValue[] => [
  ...alertLists.flatMap((list) => unreadTexts(list, params.getAll(rows[list].param))),
  ...unreadLimits(params),
]

function unreadTexts(list: AlertList, texts: readonly string[]): readonly UnreadValue[] {
  const unread = partsOf(list, texts).filter((text) => text.trim() !== '' && readValue(list, text) === '')
  const beyond = distinctValues(list, texts).slice(MAX_VALUES)
  return [
    ...unread.map((text) => ({ field: list, text })),
    ...beyond.map((text) => ({ field: list, text, isBeyond: true }) as const),
  ]
}

function unreadLimits(params: AddressParams): readonly UnreadValue[] {
  const limits = readFilter(params)
  return alertLimits.flatMap((limit) => {
    const [first = '', ...more] = params.getAll(limitRows[limit].param)
    const unread = limits[limit] === null ? [first, ...more] : more
    return unread.filter((text) => text.trim() !== '').map((text) => ({ field: limit, text }))
  })
}

/** A text still being typed counts as soon as it says something; one character says nothing until it is entered. */
const MIN_DRAFT = 2
/** Whether a text that is being typed is counted and completed. */
export const isLongEnough = (text: string): boolean => characterCount(text.trim()) >= MIN_DRAFT

export type DraftProblem = 'one' | 'blank' | 'long' | 'control' | 'empty'

/** Why a text that is being typed stands for nothing; null for one that does, and for none. */
export function draftProblem(text: string): DraftProblem | null {
  const term = text.trim()
  if (text === '') return null
  if (UNREADABLE.test(text)) return 'control'
  if (term === '') return 'blank'
  if (characterCount(term) > MAX_LENGTH) return 'long'
  if (readTerm(term) === null) return 'empty'
  return isLongEnough(term) ? null : 'one'
}

export type Drafts = Partial<Readonly<Record<AlertList, string>>>

export function withDrafts(filter: AlertFilter, drafts: Drafts): AlertFilter {
  const lists = mapLists((list) => {
    const text = drafts[list]?.trim() ?? ''
    return isLongEnough(text) ? readValues(list, [...filter[list], text]) : filter[list]
  })
  return { ...filter, ...lists }
}

/**
 * The body of a preview in its normal form, so that filters that mean the same share one answer: CPV codes as their
 * prefixes, each value once, in one order.
 */
export function toPreviewBody(filter: AlertFilter): BzpFilter {
  const normal = (list: AlertList, toValue = (value: string) => value) =>
    [...new Set(filter[list].map(toValue))].sort((a, b) => compareValues(foldText(a), foldText(b)))
  return {
    ...mapLists((list) => normal(list, list === 'cpv' ? (value) => parseCpv(value) ?? value : undefined)),
    value_from: filter.value_from,
    value_to: filter.value_to,
    min_days_to_offer: filter.min_days_to_offer,
  }
}
