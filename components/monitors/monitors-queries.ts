import { type MonitorSearch, toListQuery } from './search/monitor-search'

/** More rows than a tall window shows; the others load in the background. */
const FIRST_PAGE = 60

/**
 * The first page of a search, with the same input on the server and in the browser. Undefined if the service cannot run
 * the search.
 */
export function firstMonitorsInput(search: MonitorSearch) {
  const query = toListQuery(search)
  return query === undefined ? undefined : { query: { limit: FIRST_PAGE, ...query } }
}

/** Prefetched by the server, so that the first paint contains the rows. */
export function monitorsQueries(search: MonitorSearch) {
  const first = firstMonitorsInput(search)
  return [...(first === undefined ? [] : ([['monitors.list', first]] as const)), ['usage.summary', {}] as const]
}

export const viewsInput = { query: { page: 'monitors' } } as const
/** Prefetched queries to the panel itself. */
export const monitorsPanelQueries = [['views.list', viewsInput]] as const
