import type { OperationAnswer } from '@/lib/client/client'
import { bzpNotice } from '@/lib/contract/bzp'
import type { NoticeTerms } from '@/lib/domain/bzp/notice-filter'
import { readInstant } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'
import { provinceOfNotice } from '@/lib/domain/provinces'

import { createAlertIndex, type MatchedNotice } from './alert-index'
import type { FoundNotice } from './match-view'
import type { BzpReadingTable } from './tables'

export type RemoteNotice = OperationAnswer<'bzp.list'>['items'][number]

/** Reads the fields of a notice that conform to the contract; a field in another format counts as missing. */
export function toFoundNotice(notice: RemoteNotice): FoundNotice {
  const validFields = Object.entries(bzpNotice.shape).flatMap(([field, schema]) => {
    const parsed = schema.safeParse(normaliseField(field, Reflect.get(notice, field)))
    return parsed.success ? [[field, parsed.data] as const] : []
  })
  // Safe: every field was parsed by its schema.
  return { ...(Object.fromEntries(validFields) as FoundNotice), id: notice.id }
}

/** Normalises days and instants to ISO instants, and province codes to names. */
function normaliseField(field: string, value: unknown): unknown {
  if (field === 'province' && typeof value === 'string') return provinceOfNotice(value)?.name ?? value
  const isInstant = field === 'published_at' || field === 'offers_until'
  const ms = isInstant && typeof value === 'string' ? readInstant(value) : undefined
  return ms === undefined ? value : new Date(ms).toISOString()
}

/**
 * Whether a notice satisfies a filter as far as its fields tell: a condition with a list is ignored if the notice lacks
 * the field. Limits are not ignored: a notice without a value satisfies no limit.
 */
export function satisfies(notice: FoundNotice, terms: NoticeTerms): boolean {
  const knownTerms = withoutUnknownFields(notice, terms)
  return createAlertIndex([knownTerms]).match(toMatched(notice)).length === 1
}

function withoutUnknownFields(notice: FoundNotice, terms: NoticeTerms): NoticeTerms {
  const has = (...fields: (keyof FoundNotice)[]) => fields.every((field) => notice[field] !== undefined)
  const hasText = has('title', 'description', 'authority')
  const valuesIf = <T>(isKnown: boolean, values: readonly T[]): readonly T[] => (isKnown ? values : [])
  return {
    ...terms,
    keywords: valuesIf(hasText, terms.keywords),
    excluded: valuesIf(hasText, terms.excluded),
    cpv: valuesIf(has('cpv'), terms.cpv),
    // An unknown province code is still a value, and matches none of the requested ones.
    provinceCodes: valuesIf(text(notice.province).trim() !== '', terms.provinceCodes),
    orderTypes: valuesIf(has('order_type'), terms.orderTypes),
    cityKeys: valuesIf(has('city'), terms.cityKeys),
    authorityParts: valuesIf(has('authority', 'authority_nip'), terms.authorityParts),
  }
}

const text = (input: string | undefined): string => input ?? ''
const value = <T>(input: T | null | undefined): T | null => input ?? null

/** Missing fields are compared as empty. */
function toMatched(notice: FoundNotice): MatchedNotice {
  const [title, description, authority] = [text(notice.title), text(notice.description), text(notice.authority)]
  const published_at = text(notice.published_at)
  return {
    search_text: [title, description, authority].map(foldLine).join('\n'),
    authority_key: `${foldLine(authority)} ${text(notice.authority_nip)}`,
    cpv: ` ${text(notice.cpv?.join(' '))} `,
    city_key: foldLine(text(notice.city)),
    province_code: text(provinceOfNotice(text(notice.province))?.code),
    order_type: text(notice.order_type),
    published_at,
    offers_until: published_at === '' ? null : value(notice.offers_until),
    estimated_value_pln: value(notice.estimated_value_pln),
  }
}

type AlertBaseline = Pick<BzpReadingTable, 'since_at' | 'since_ids'>

/**
 * Whether a notice is newer than what the user saw when saving the alert. Without a publication date it counts as newer
 * unless its id was listed.
 */
export function isNewerNotice(
  { id, published_at }: FoundNotice,
  { since_at: since, since_ids: ids }: AlertBaseline,
): boolean {
  if (published_at === undefined) return ids === null || !parseIds(ids).includes(id)
  const at = new Date(published_at).toISOString()
  return at > since || (at === since && !parseIds(ids).includes(id))
}

/** Safe: only this panel writes this JSON. */
const parseIds = (json: string | null): readonly string[] => (json === null ? [] : (JSON.parse(json) as string[]))
