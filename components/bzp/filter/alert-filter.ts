import type { BzpFilter, OrderType } from '@/lib/contract/bzp'
import { type AddressField, type AddressParams, underName, defineAddress, single } from '@/lib/domain/address'
import { type NoticeFilter, type NoticeList, noticeLists } from '@/lib/domain/bzp/notice-filter'
import { characterCount } from '@/lib/domain/characters'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { recordOf } from '@/lib/domain/collections/record-of'
import { cpvDigits, parseCpv, splitCpvTexts } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'
import { resolveProvince } from '@/lib/domain/provinces'

/** The seven lists of an alert: a list matches if any of its values does, and all lists must match. */
export type AlertList = NoticeList
/** Numeric limits; null is unlimited. */
export const alertLimits = ['value_from', 'value_to', 'min_days_to_offer'] as const
export type AlertLimit = (typeof alertLimits)[number]
export type AlertFilter = NoticeFilter

/**
 * In the order of the form. The contract's `orderTypes` is the same set; its module would add its schemas to the
 * bundle.
 */
export const shownOrderTypes = ['Works', 'Services', 'Delivery'] as const satisfies readonly OrderType[]

export const MAX_VALUES = 100
const MAX_LENGTH = 200
/**
 * Matches characters that are invalid in a single line: control characters, unpaired surrogates, and the replacement
 * character from a broken link.
 */
const UNREADABLE = /[\p{Cc}\p{Cs}\uFFFD]/u

/** Accepts a single line with searchable text; text of only punctuation is refused. */
function readTerm(text: string): string | null {
  const term = text.replace(/\s+/g, ' ').trim()
  const isReadable = characterCount(term) <= MAX_LENGTH && !UNREADABLE.test(term)
  return isReadable && foldText(term).trim() !== '' ? term : null
}

/** Returns up to eight digits: `45233120-6` → `45233120`, `45233*` → `45233`. */
const readCpv = (text: string): string | null => cpvDigits(text)

const readOrderType = (text: string): string | null =>
  shownOrderTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase()) ?? null

interface ListParameter {
  /** The parameter in the page's address, repeated for every value. */
  readonly param: string
  /** Parses a text; null if the service would refuse it. */
  readonly read: (text: string) => string | null
}

const listParameters: Readonly<Record<AlertList, ListParameter>> = {
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

/** Equal to the limits of the contract, whose module would add its schemas to the bundle. */
export const limitRows: Readonly<Record<AlertLimit, LimitRow>> = {
  value_from: { param: 'value_from', min: 0, max: 1_000_000_000_000 },
  value_to: { param: 'value_to', min: 0, max: 1_000_000_000_000 },
  min_days_to_offer: { param: 'days', min: 1, max: 365 },
}

/**
 * Parses a whole number with or without grouping (`250 000`, `250000`); null if there is none or it is out of range.
 */
const units: Readonly<Record<string, number>> = { tys: 1000, mln: 1_000_000 }

/** A whole number, also as people write large amounts: `250 tys.`, `1,5 mln zł`. */
function readWhole(text: string): number | undefined {
  const typed = text.replaceAll(/[\s\u00A0]/g, '').toLowerCase()
  const [, whole, part = '', unit] = /^(\d{1,15})(?:,(\d{1,3}))?(?:(tys|mln)\.?)?(?:zł)?$/.exec(typed) ?? []
  if (whole === undefined || (part !== '' && unit === undefined)) return undefined
  const factor = units[unit ?? ''] ?? 1
  return Number(whole) * factor + (Number(part.padEnd(3, '0')) * factor) / 1000
}

export function readLimit(limit: AlertLimit, text: string): number | null {
  const number = readWhole(text)
  if (number === undefined) return null
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

/** Parses a typed text into a value of a list; '' if it is invalid. */
export const readValue = (list: AlertList, text: string): string => listParameters[list].read(text) ?? ''

/** A text of an address or a file may contain several codes. */
const partsOf = (list: AlertList, texts: readonly string[]): readonly string[] =>
  list === 'cpv' ? texts.flatMap(splitCpvTexts) : texts

/** Returns every value once, including those beyond the limit of the service. */
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
  underName(listParameters[list].param, {
    read: (params, name) => readValues(list, params.getAll(name)),
    write: (values, name) => values.map((value) => [name, value] as const),
  })

const limitField = (limit: AlertLimit): AddressField<number | null> =>
  underName(
    limitRows[limit].param,
    single(
      (text) => readLimit(limit, text),
      (number) => number?.toString() ?? '',
    ),
  )

/** Invalid values are skipped and duplicates merged; limits that contradict each other are both dropped. */
export const { read: readFilter, write: writeFilter } = defineAddress<AlertFilter>(
  {
    ...mapLists(listField),
    value_from: limitField('value_from'),
    value_to: limitField('value_to'),
    min_days_to_offer: limitField('min_days_to_offer'),
  },
  (filter) => (isInOrder(filter) ? filter : { ...filter, value_from: null, value_to: null }),
)

/** A condition of an address that is not in the filter, because it is invalid or exceeds the limit. */
export interface InvalidValue {
  readonly field: AlertList | AlertLimit
  readonly text: string
  readonly isBeyond?: true
}

/** Lists what `readFilter` skips, so that the page can warn: without a condition, more is found than intended. */
export const invalidValues = (params: AddressParams): readonly InvalidValue[] => [
  ...alertLists.flatMap((list) => invalidTexts(list, params.getAll(listParameters[list].param))),
  ...invalidLimits(params),
]

function invalidTexts(list: AlertList, texts: readonly string[]): readonly InvalidValue[] {
  const invalid = partsOf(list, texts).filter((text) => text.trim() !== '' && readValue(list, text) === '')
  const beyond = distinctValues(list, texts).slice(MAX_VALUES)
  return [
    ...invalid.map((text) => ({ field: list, text })),
    ...beyond.map((text) => ({ field: list, text, isBeyond: true }) as const),
  ]
}

function invalidLimits(params: AddressParams): readonly InvalidValue[] {
  const limits = readFilter(params)
  return alertLimits.flatMap((limit) => {
    const [first = '', ...more] = params.getAll(limitRows[limit].param)
    const invalid = limits[limit] === null ? [first, ...more] : more
    return invalid.filter((text) => text.trim() !== '').map((text) => ({ field: limit, text }))
  })
}

/** A text of this length counts while it is being typed; a single character counts only once it is entered. */
const MIN_DRAFT = 2
export const isLongEnough = (text: string): boolean => characterCount(text.trim()) >= MIN_DRAFT

export type DraftProblem = 'one' | 'blank' | 'long' | 'control' | 'empty'

/** Returns why a text that is being typed is invalid; null if it is valid or empty. */
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
 * Normalizes the body of a preview, so that equivalent filters share one answer: CPV codes as prefixes, each value
 * once, in a fixed order.
 */
export function toPreviewBody(filter: AlertFilter): BzpFilter {
  const normalize = (list: AlertList, toValue = (value: string) => value) =>
    [...new Set(filter[list].map(toValue))].sort((a, b) => compareValues(foldText(a), foldText(b)))
  return {
    ...mapLists((list) => normalize(list, list === 'cpv' ? (value) => parseCpv(value) ?? value : undefined)),
    value_from: filter.value_from,
    value_to: filter.value_to,
    min_days_to_offer: filter.min_days_to_offer,
  }
}
