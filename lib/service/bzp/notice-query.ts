import { type BzpFilter, type OrderType, orderTypes } from '@/lib/contract/bzp'
import { parseCpv } from '@/lib/domain/cpv'
import { foldLine } from '@/lib/domain/fold'
import { resolveProvince } from '@/lib/domain/provinces'
import { invalidBody } from '@/lib/http/errors'

import type { NoticeQuery } from './notice-index'

type List = keyof BzpFilter
type Lists = Omit<NoticeQuery, 'from' | 'to'>

/** Decision 24: the filter in the form in which notices are stored. Throws 422 at the value that says nothing. */
export function toNoticeLists(filter: BzpFilter): Lists {
  const readEach = (list: List, read: (value: string) => string | null, msg: string) =>
    filter[list].map((value, index) => {
      const found = read(value)
      if (found === null) throw invalidBody([list, index], msg, value)
      return found
    })
  const folded = (list: List) => readEach(list, toTerm, 'There is nothing to look for in this text')
  return {
    keywords: folded('keywords'),
    excluded: folded('exclude_keywords'),
    cpv: readEach('cpv', parseCpv, 'Expected a CPV code or its first digits, e.g. 45233120-6 or 45233*'),
    provinceCodes: readEach(
      'provinces',
      (value) => resolveProvince(value)?.code ?? null,
      'Expected one of the 16 provinces, by name or code, e.g. mazowieckie or PL14',
    ),
    orderTypes: readEach('order_types', toOrderType, `Expected one of ${orderTypes.join(', ')}`),
    cityKeys: folded('cities'),
    authorityParts: readEach('authorities', toAuthorityPart, 'There is nothing to look for in this text'),
  }
}

/** Combining marks alone fold to nothing, and nothing would be in every text. */
const toTerm = (value: string): string | null => foldLine(value) || null

const toOrderType = (value: string): OrderType | null =>
  orderTypes.find((type) => type.toLowerCase() === value.toLowerCase()) ?? null

/** A NIP as people write it (`526-000-12-46`, `PL5260001246`) becomes its digits; anything else is part of a name. */
function toAuthorityPart(value: string): string | null {
  const digits = /^(?:pl)?(\d{10})$/i.exec(value.replace(/[\s-]/g, ''))?.[1]
  return digits ?? toTerm(value)
}
