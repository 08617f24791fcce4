import { parseCpv } from '../cpv'
import { foldLine } from '../fold'
import { resolveProvince } from '../provinces'

/**
 * The seven lists of a notice filter, in the order of interface section 2.6 (BZP filter). Any value of a list matches,
 * and all lists must match.
 */
export const noticeLists = [
  'keywords',
  'exclude_keywords',
  'cpv',
  'provinces',
  'cities',
  'authorities',
  'order_types',
] as const
export type NoticeList = (typeof noticeLists)[number]

const orderTypes = ['Delivery', 'Services', 'Works']

/**
 * Conditions on a notice. The three limits are this service's extension: null means no limit, and a notice without the
 * value or the deadline does not satisfy a limit on it.
 */
export type NoticeFilter = Readonly<Record<NoticeList, readonly string[]>> & {
  /** Estimated value in PLN, both bounds inclusive. */
  readonly value_from: number | null
  readonly value_to: number | null
  /** Minimum days between publication and the deadline for offers. */
  readonly min_days_to_offer: number | null
}

/** A filter in the form in which notices are stored: folded terms, digits of CPV, codes. */
export type NoticeTerms = {
  readonly keywords: readonly string[]
  readonly excluded: readonly string[]
  /** Prefixes of CPV digits. */
  readonly cpv: readonly string[]
  readonly provinceCodes: readonly string[]
  readonly orderTypes: readonly string[]
  readonly cityKeys: readonly string[]
  /** Parts of the authority's folded name, or its complete NIP. */
  readonly authorityParts: readonly string[]
  readonly valueFrom: number | null
  readonly valueTo: number | null
  readonly minDaysToOffer: number | null
}

/** The position of an invalid value, and what was expected. */
export type NoticeFilterFault = { readonly list: NoticeList; readonly index: number; readonly msg: string }

type ValueReader = { readonly read: (value: string) => string | null; readonly msg: string }

const EMPTY_VALUE = 'This text contains nothing to search for'
const text: ValueReader = { read: (value) => foldLine(value) || null, msg: EMPTY_VALUE }

const valueReaders: Readonly<Record<NoticeList, ValueReader>> = {
  keywords: text,
  exclude_keywords: text,
  cpv: { read: parseCpv, msg: 'Expected a CPV code or its first digits, e.g. 45233120-6 or 45233*' },
  provinces: {
    read: (value) => resolveProvince(value)?.code ?? null,
    msg: 'Expected one of the 16 provinces, by name or code, e.g. mazowieckie or PL14',
  },
  cities: text,
  authorities: { read: (value) => nipIn(value) ?? text.read(value), msg: EMPTY_VALUE },
  order_types: {
    read: (value) => orderTypes.find((type) => type.toLowerCase() === value.toLowerCase()) ?? null,
    msg: `Expected one of ${orderTypes.join(', ')}`,
  },
}

/**
 * A NIP with separators or prefix (`526-000-12-46`, `PL5260001246`) becomes its digits; anything else is part of a
 * name.
 */
const nipIn = (value: string): string | undefined => /^(?:pl)?(\d{10})$/i.exec(value.replace(/[\s-]/g, ''))?.[1]

/** Decision 24 (BZP preview). Returns the fault of the first invalid value. */
export function readNoticeFilter(filter: NoticeFilter): NoticeTerms | { readonly fault: NoticeFilterFault } {
  const found = new Map<NoticeList, readonly string[]>()
  for (const list of noticeLists) {
    const { read, msg } = valueReaders[list]
    const values: string[] = []
    for (const [index, value] of filter[list].entries()) {
      const term = read(value)
      if (term === null) return { fault: { list, index, msg } }
      values.push(term)
    }
    found.set(list, values)
  }
  const termsOf = (list: NoticeList) => found.get(list) ?? []
  return {
    keywords: termsOf('keywords'),
    excluded: termsOf('exclude_keywords'),
    cpv: termsOf('cpv'),
    provinceCodes: termsOf('provinces'),
    orderTypes: termsOf('order_types'),
    cityKeys: termsOf('cities'),
    authorityParts: termsOf('authorities'),
    valueFrom: filter.value_from,
    valueTo: filter.value_to,
    minDaysToOffer: filter.min_days_to_offer,
  }
}
