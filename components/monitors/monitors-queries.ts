import { type MonitorSearch, toListQuery } from './monitor-search'

const FIRST_PAGE = 200

/** The first page of a search: the same input on the server and in the browser. */
export const firstPageInput = (search: MonitorSearch) => ({ query: { limit: FIRST_PAGE, ...toListQuery(search) } })

/** What the server asks for, so that the first paint has its rows. */
export const monitorsQueries = (search: MonitorSearch) =>
  [
    ['monitors.list', firstPageInput(search)],
    ['usage.summary', {}],
  ] as const
