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

/** What of a notice is as the contract has it; a field that a service decided otherwise counts as not said. */
export function toFoundNotice(notice: RemoteNotice): FoundNotice {
  const said = Object.entries(bzpNotice.shape).flatMap(([field, schema]) => {
    const read = schema.safeParse(inOneForm(field, Reflect.get(notice, field)))
    return read.success ? [[field, read.data] as const] : []
  })
  // Sound: every field is what its schema gave.
  return { ...(Object.fromEntries(said) as FoundNotice), id: notice.id }
}

/** A day, or an instant in another form, is an instant; a province by its code has its name. */
function inOneForm(field: string, value: unknown): unknown {
  if (field === 'province' && typeof value === 'string') return provinceOfNotice(value)?.name ?? value
  const isInstant = field === 'published_at' || field === 'offers_until'
  const ms = isInstant && typeof value === 'string' ? readInstant(value) : undefined
  return ms === undefined ? value : new Date(ms).toISOString()
}

/**
 * Whether a notice satisfies a filter as far as it can be told: a list is not held against a notice that does not say what it asks about.
 * Limits are: what does not say a value satisfies no limit of it.
 */
export function satisfies(notice: FoundNotice, terms: NoticeTerms): boolean {
  const asked = withoutUnsaid(notice, terms)
  return createAlertIndex([asked]).match(toMatched(notice)).length === 1
}

function withoutUnsaid(notice: FoundNotice, terms: NoticeTerms): NoticeTerms {
  const has = (...fields: (keyof FoundNotice)[]) => fields.every((field) => notice[field] !== undefined)
  const hasText = has('title', 'description', 'authority')
  const kept = <T>(isSaid: boolean, values: readonly T[]): readonly T[] => (isSaid ? values : [])
  return {
    ...terms,
    keywords: kept(hasText, terms.keywords),
    excluded: kept(hasText, terms.excluded),
    cpv: kept(has('cpv'), terms.cpv),
    // A code that is not known is said all the same, and none of those that are asked about.
    provinceCodes: kept(text(notice.province).trim() !== '', terms.provinceCodes),
    orderTypes: kept(has('order_type'), terms.orderTypes),
    cityKeys: kept(has('city'), terms.cityKeys),
    authorityParts: kept(has('authority', 'authority_nip'), terms.authorityParts),
  }
}

const text = (said: string | undefined): string => said ?? ''
const value = <T>(said: T | null | undefined): T | null => said ?? null

/** What is not said is compared as nothing. */
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

type Since = Pick<BzpReadingTable, 'since_at' | 'since_ids'>

/** Whether it was published after what who saved the alert has just seen. One that does not say when is: it was not among that. */
export function isAfter({ id, published_at }: FoundNotice, { since_at: since, since_ids: ids }: Since): boolean {
  if (published_at === undefined) return ids === null || !idsIn(ids).includes(id)
  const at = new Date(published_at).toISOString()
  return at > since || (at === since && !idsIn(ids).includes(id))
}

/** Sound: written by this panel alone. */
const idsIn = (json: string | null): readonly string[] => (json === null ? [] : (JSON.parse(json) as string[]))
