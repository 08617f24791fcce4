import { type MonitorSearch, toListQuery } from './search/monitor-search'

/** More than a tall window shows: the rest comes in the background. */
const FIRST_PAGE = 60

/** The first page of a search: the same input on the server and in the browser. Undefined when the service cannot say. */
export function firstMonitorsInput(search: MonitorSearch) {
  const query = toListQuery(search)
  return query === undefined ? undefined : { query: { limit: FIRST_PAGE, ...query } }
}

/** What the server asks for, so that the first paint has its rows. */
export function monitorsQueries(search: MonitorSearch) {
  const first = firstMonitorsInput(search)
  return [...(first === undefined ? [] : ([['monitors.list', first]] as const)), ['usage.summary', {}] as const]
}

/** The same of the panel's own. */
export const viewsInput = { query: { page: 'monitors' } } as const
export const monitorsPanelQueries = [['views.list', viewsInput]] as const
