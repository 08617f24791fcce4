import { defineAddress, id, key, oneOf, type SearchOf, text } from '@/lib/domain/address'
import type { MatchState } from '@/lib/features/bzp/contract/alerts'

/** In the order of the page. The contract's list is the same set; its module would bring the schemas along. */
export const shownStates = ['open', 'new', 'starred', 'mine', 'dismissed'] as const satisfies readonly MatchState[]

/** What the list of found procedures is narrowed to; `tender` is a procedure's id. */
export const matchAddress = defineAddress({ alert: id, tender: key(), state: oneOf(shownStates, 'open'), q: text() })
export type MatchSearch = SearchOf<typeof matchAddress>

const MIN_TEXT = 2

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
