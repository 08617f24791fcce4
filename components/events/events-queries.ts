import { type EventSearch, toFilterQuery } from './event-search'

/** Later pages are larger: long scrolling needs few requests, and yet no answer blocks the page. */
const FIRST_PAGE = 100
export const LATER_PAGE = 500

/** The input of the first page, which must be equal on the server and in the browser. */
export const firstEventsInput = (search: EventSearch) => ({ query: { limit: FIRST_PAGE, ...toFilterQuery(search) } })

export const eventsQueries = (search: EventSearch) => [['events.list', firstEventsInput(search)]] as const

/** The navigation's badge reads this entry; only the pages with events write it. */
export const unreadKey = ['panel', 'events', 'unread', {}] as const
