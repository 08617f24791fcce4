import type { FilterQuery } from './event-search'

/** Later pages are larger: long scrolling needs few requests, and yet no answer blocks the page. */
const FIRST_PAGE = 100
export const LATER_PAGE = 500

/** The input of the first page, which must be equal on the server and in the browser. */
export const firstEventsInput = (filter: FilterQuery) => ({ query: { limit: FIRST_PAGE, ...filter } })

export const eventsQueries = (filter: FilterQuery) =>
  [
    ['events.list', firstEventsInput(filter)],
    ['events.colleagues', {}],
    ['eventSeverities.get', {}],
  ] as const

/** The navigation's badge reads this entry; only the pages with events write it. */
export const unreadKey = ['panel', 'events', 'unread', {}] as const
