import { defineAddress, id, key, oneOf, type SearchOf, text } from '@/lib/domain/address'
import type { MatchState } from '@/lib/features/bzp/contract/alerts'

/** In the order of the page. The contract's list is the same set; its module would add its schemas to the bundle. */
export const shownStates = [
  'open',
  'closing',
  'new',
  'starred',
  'mine',
  'dismissed',
] as const satisfies readonly MatchState[]

/** The search of the list in the address; `tender` is the id of a procedure. */
export const matchAddress = defineAddress({ alert: id, tender: key(), state: oneOf(shownStates, 'open'), q: text() })
export type MatchSearch = SearchOf<typeof matchAddress>

const MIN_TEXT = 2

/** Converts the search to the query of the panel; a single character is not searched. */
export const toMatchQuery = ({ state, alert, tender, q }: MatchSearch) => ({
  state,
  ...(alert !== undefined && { alert: [alert] }),
  ...(tender !== undefined && { tender }),
  ...(q.length >= MIN_TEXT && { q }),
})

export const MATCH_PAGE = 50
/** The input of the first page, which must be equal on the server and in the browser. */
export const firstMatchesInput = (search: MatchSearch) => ({ query: { limit: MATCH_PAGE, ...toMatchQuery(search) } })

export const bzpMatchesQueries = (search: MatchSearch) =>
  [
    ['bzpMatches.list', firstMatchesInput(search)],
    ['bzpAlerts.list', {}],
  ] as const
