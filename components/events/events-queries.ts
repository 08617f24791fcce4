import { type EventSearch, toNarrowing } from './event-search'

/** Later pages are larger: far scrolling asks seldom, and yet no answer holds the page up. */
const FIRST_PAGE = 100
export const LATER_PAGE = 500

/** The first page of a search: the same input on the server and in the browser. */
export const firstEventsInput = (search: EventSearch) => ({ query: { limit: FIRST_PAGE, ...toNarrowing(search) } })

export const eventsQueries = (search: EventSearch) => [['events.list', firstEventsInput(search)]] as const

/** The badge of the navigation reads it; only the pages with events write it. */
export const unreadKey = ['panel', 'events', 'unread', {}] as const
