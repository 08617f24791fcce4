import { parseCpv } from '../cpv'
import { foldLine } from '../fold'
import { resolveProvince } from '../provinces'

/** The seven lists of a filter of notices, in the order of the interface (2.6). Inside a list any value, between lists all. */
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
 * What is asked of a notice. The three limits are ours: null asks nothing, and a notice that does not say the value, or the
 * deadline for offers, does not satisfy a limit of it.
 */
export type NoticeFilter = Readonly<Record<NoticeList, readonly string[]>> & {
  /** Estimated value in PLN, both included. */
  readonly value_from: number | null
  readonly value_to: number | null
  /** At least so many days between publication and the deadline for offers. */
  readonly min_days_to_offer: number | null
}

/** A filter in the form in which notices are stored: folded terms, digits of CPV, codes. */
export type NoticeTerms = {
  readonly keywords: readonly string[]
  readonly excluded: readonly string[]
  /** Digits that one of the codes begins with. */
  readonly cpv: readonly string[]
  readonly provinceCodes: readonly string[]
  readonly orderTypes: readonly string[]
  readonly cityKeys: readonly string[]
  /** Part of the authority's folded name, or its whole NIP. */
  readonly authorityParts: readonly string[]
  readonly valueFrom: number | null
  readonly valueTo: number | null
  readonly minDaysToOffer: number | null
}

/** A value that says nothing, and where it stands. */
export type NoticeFilterFault = { readonly list: NoticeList; readonly index: number; readonly msg: string }

type Reading = { readonly read: (value: string) => string | null; readonly msg: string }

const NOTHING = 'There is nothing to look for in this text'
const text: Reading = { read: (value) => foldLine(value) || null, msg: NOTHING }

const readings: Readonly<Record<NoticeList, Reading>> = {
  keywords: text,
  exclude_keywords: text,
  cpv: { read: parseCpv, msg: 'Expected a CPV code or its first digits, e.g. 45233120-6 or 45233*' },
  provinces: {
    read: (value) => resolveProvince(value)?.code ?? null,
    msg: 'Expected one of the 16 provinces, by name or code, e.g. mazowieckie or PL14',
  },
  cities: text,
  authorities: { read: (value) => nipIn(value) ?? text.read(value), msg: NOTHING },
  order_types: {
    read: (value) => orderTypes.find((type) => type.toLowerCase() === value.toLowerCase()) ?? null,
    msg: `Expected one of ${orderTypes.join(', ')}`,
  },
}

/** A NIP as people write it (`526-000-12-46`, `PL5260001246`) becomes its digits; anything else is part of a name. */
const nipIn = (value: string): string | undefined => /^(?:pl)?(\d{10})$/i.exec(value.replace(/[\s-]/g, ''))?.[1]

/** Decision 24. The first value that says nothing is the fault of the whole. */
export function readNoticeFilter(filter: NoticeFilter): NoticeTerms | { readonly fault: NoticeFilterFault } {
  const found = new Map<NoticeList, readonly string[]>()
  for (const list of noticeLists) {
    const { read, msg } = readings[list]
    const values: string[] = []
    for (const [index, value] of filter[list].entries()) {
      const term = read(value)
      if (term === null) return { fault: { list, index, msg } }
      values.push(term)
    }
    found.set(list, values)
  }
  const of = (list: NoticeList) => found.get(list) ?? []
  return {
    keywords: of('keywords'),
    excluded: of('exclude_keywords'),
    cpv: of('cpv'),
    provinceCodes: of('provinces'),
    orderTypes: of('order_types'),
    cityKeys: of('cities'),
    authorityParts: of('authorities'),
    valueFrom: filter.value_from,
    valueTo: filter.value_to,
    minDaysToOffer: filter.min_days_to_offer,
  }
}
