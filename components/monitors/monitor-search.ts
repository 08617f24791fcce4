import { type IdentifierType, identifierTypes } from '@/lib/domain/identifiers'
import { tidyTags } from '@/lib/domain/tags'

/** What the list is narrowed to. Everything but a personal number lives in the address of the page. */
export interface MonitorSearch {
  readonly q: string
  readonly tags: readonly string[]
  readonly kind: IdentifierType | undefined
  readonly isUntagged: boolean
}

export const noSearch: MonitorSearch = { q: '', tags: [], kind: undefined, isUntagged: false }

interface Params {
  get(name: string): string | null
  getAll(name: string): string[]
}

const MAX_QUERY_LENGTH = 200
const isKind = (value: string | null): value is IdentifierType => identifierTypes.some((type) => type === value)

/** Reads an address; whatever is not understood is left out. */
export function readSearch(params: Params): MonitorSearch {
  const kind = params.get('kind')
  const tags = tidyTags(params.getAll('tag'))
  return {
    q: (params.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
    tags,
    kind: isKind(kind) ? kind : undefined,
    isUntagged: tags.length === 0 && params.get('untagged') === '1',
  }
}

/** Eleven digits are a PESEL or may be one: they stay out of addresses, history and referrers. */
export const holdsPersonalNumber = (q: string): boolean => /\d{11}/.test(q.replace(/[\s-]/g, ''))

/** The query part of the address, with its `?`, or nothing. */
export function writeSearch({ q, tags, kind, isUntagged }: MonitorSearch): string {
  const params = new URLSearchParams()
  if (q.trim() !== '' && !holdsPersonalNumber(q)) params.set('q', q.trim())
  for (const tag of tags) params.append('tag', tag)
  if (kind) params.set('kind', kind)
  if (isUntagged) params.set('untagged', '1')
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const isNarrowed = ({ q, tags, kind, isUntagged }: MonitorSearch): boolean =>
  q.trim() !== '' || tags.length > 0 || kind !== undefined || isUntagged

/** Numbers are stored without separators, so a query of digits, spaces and dashes is sent as its digits. */
function toNeedle(q: string): string {
  const text = q.trim()
  return /^[\d\s-]+$/.test(text) ? text.replace(/[\s-]/g, '') : text
}

/** The `monitors.list` query of a search, without `limit` and `cursor`; absent fields are left out. */
export function toListQuery({ q, tags, kind, isUntagged }: MonitorSearch) {
  const needle = toNeedle(q)
  return {
    ...(needle === '' ? {} : { q: needle }),
    ...(tags.length === 0 ? {} : { tag: [...tags] }),
    ...(kind === undefined ? {} : { identifier_type: kind }),
    ...(isUntagged ? { untagged: 'true' as const } : {}),
  }
}
