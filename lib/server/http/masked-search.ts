import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { foldText, includesWords, searchWords } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { isOpaqueKey } from '@/lib/domain/identifiers/personal-query'
import { maskPersonal, seesPersonalData } from '@/lib/http/mask-personal'

import { getRuntime } from '../runtime'
import type { PanelSession } from '../session'

type Row = Pick<Operation, 'produces' | 'pool'>
type FetchPage = (search: string) => Promise<Response>

/** Page size of requests to the service; every free list with a `q` accepts it. */
const PAGE = 100
/** Hits beyond this are ignored; nobody pages that far. */
const MAX_PAGES = 50

/**
 * True for a search whose digits may match inside a number that the caller sees masked. The embedded service searches
 * masked texts itself. Public registers with a price per entry may be searched by anybody at their source.
 */
export function isMaskedSearch({ produces, pool }: Row, { user }: PanelSession, { searchParams }: URL): boolean {
  const q = queryOf(searchParams)
  if (getRuntime().service !== undefined || produces !== 'json' || pool !== null) return false
  return hasDigit(q) && !(seesPersonalData(user.role) && checkIdentifier('pesel', q).ok)
}

const queryOf = (params: URLSearchParams): string => params.getAll('q').join(' ')
/** Digits of any script and circled ones count, because a service may recognise them all. */
const hasDigit = (text: string): boolean => /\p{N}/u.test(text.normalize('NFKC'))

/**
 * Filters a remote service's search results as if it had searched the masked text: an entry with masked parts stays
 * only if its visible parts match. All pages are read, so that neither the total nor the number of pages reveals hidden
 * hits.
 */
export async function searchVisible(fetchPage: FetchPage, url: URL): Promise<Response> {
  const hits = await fetchAllHits(fetchPage, url)
  if (hits instanceof Response) return hits
  const wanted = toSearchTerms(queryOf(url.searchParams))
  const visible = hits.filter((item) => isVisible(item, wanted))
  const limit = wholeNumberOf(url.searchParams.get('limit')) || PAGE
  const start = wholeNumberOf(url.searchParams.get('cursor'))
  const end = start + limit
  return Response.json({
    items: visible.slice(start, end),
    total: visible.length,
    next_cursor: end < visible.length ? String(end) : null,
  })
}

async function fetchAllHits(fetchPage: FetchPage, url: URL): Promise<unknown[] | Response> {
  const hits: unknown[] = []
  const params = new URLSearchParams(url.searchParams)
  params.set('limit', String(PAGE))
  params.delete('cursor')
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await fetchPage(`?${params.toString()}`)
    if (!answer.ok) return answer
    const { items, next } = readPage(await answer.json().catch(() => undefined))
    // The browser reports an answer of an unknown shape.
    if (items === undefined) return Response.json(null)
    hits.push(...items)
    if (next === undefined || next === params.get('cursor')) break
    params.set('cursor', next)
  }
  return hits
}

function readPage(body: unknown): { items: unknown[] | undefined; next: string | undefined } {
  if (Array.isArray(body)) return { items: body, next: undefined }
  const fields = new Map<string, unknown>(Object.entries(body ?? {}))
  const listIn = (key: string): unknown[] | undefined => {
    const list = fields.get(key)
    return Array.isArray(list) ? list : undefined
  }
  const items = ['items', 'results', 'data'].map(listIn).find((list) => list !== undefined)
  const next: unknown = fields.get('next_cursor')
  return { items, next: typeof next === 'string' && next !== '' ? next : undefined }
}

const wholeNumberOf = (text: string | null): number => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0)

type SearchTerms = { readonly words: readonly string[]; readonly digits: string }

function toSearchTerms(q: string): SearchTerms {
  const text = foldText(q.trim())
  return { words: searchWords(q), digits: /^(?:pl)?[\d\s-]+$/.test(text) ? text.replaceAll(/\D/g, '') : '' }
}

/** An entry without masked parts is fully visible. */
function isVisible(item: unknown, { words, digits }: SearchTerms): boolean {
  const masked = maskPersonal(item)
  if (JSON.stringify(masked) === JSON.stringify(item)) return true
  const text = foldText(shownTexts(masked).join(' \n '))
  return includesWords(text, words) || (digits !== '' && text.includes(digits))
}

/** Names, labels and numbers; ids are left out, because they contain digits by chance. */
const shownTexts = (item: unknown): string[] =>
  Object.entries(item ?? {}).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' && !isOpaqueKey(key) ? [value] : [],
  )
