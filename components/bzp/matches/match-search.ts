import type { AddressCodec } from '@/components/ui/address/use-address-search'
import type { MatchState } from '@/lib/contract/panel/bzp-alerts'

/** In the order of the page. The contract's list is the same set; its module would bring the schemas along. */
export const shownStates = ['open', 'new', 'starred', 'mine', 'dismissed'] as const satisfies readonly MatchState[]

/** What the list of found procedures is narrowed to. */
export interface MatchSearch {
  readonly state: MatchState
  /** Id of an alert. */
  readonly alert: string | undefined
  /** Id of a procedure. */
  readonly tender: string | undefined
  readonly q: string
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const MIN_TEXT = 2
const MAX_TEXT = 200

export function readMatchSearch(params: Pick<URLSearchParams, 'get'>): MatchSearch {
  const alert = params.get('alert') ?? ''
  const tender = (params.get('tender') ?? '').slice(0, MAX_TEXT)
  return {
    state: shownStates.find((state) => state === params.get('state')) ?? 'open',
    alert: ID.test(alert) ? alert : undefined,
    tender: tender === '' ? undefined : tender,
    q: (params.get('q') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT),
  }
}

/** The query part of the address, with its `?`, or nothing. */
export function writeMatchSearch({ state, alert, tender, q }: MatchSearch): string {
  const params = new URLSearchParams()
  if (alert !== undefined) params.set('alert', alert)
  if (tender !== undefined) params.set('tender', tender)
  if (state !== 'open') params.set('state', state)
  if (q !== '') params.set('q', q)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const matchSearchCodec: AddressCodec<MatchSearch> = { read: readMatchSearch, write: writeMatchSearch }

/** What the panel is asked with; one letter says nothing yet. */
export const toMatchQuery = ({ state, alert, tender, q }: MatchSearch) => ({
  state,
  ...(alert !== undefined && { alert: [alert] }),
  ...(tender !== undefined && { tender }),
  ...(q.length >= MIN_TEXT && { q }),
})

export const MATCH_PAGE = 50
/** The first page: the same input on the server and in the browser. */
export const firstMatchesInput = (search: MatchSearch) => ({ query: { limit: MATCH_PAGE, ...toMatchQuery(search) } })

export const bzpMatchesQueries = (search: MatchSearch) =>
  [
    ['bzpMatches.list', firstMatchesInput(search)],
    ['bzpAlerts.list', {}],
  ] as const
