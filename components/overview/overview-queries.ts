export const EVENTS_SHOWN = 5
/** More than are shown, because several events may be one announcement, which is shown once. */
export const EVENTS_REQUESTED = 25

/** The page's queries, prefetched on the server and read in the browser with the same keys. */
export const overviewQueries = [
  ['usage.summary', {}],
  ['usage.api', {}],
  ['usage.daily', { query: {} }],
  ['monitorEvents.list', { query: { limit: EVENTS_REQUESTED } }],
  ['reports.dailyIndex', { query: {} }],
] as const

/** The queries to the panel itself. */
export const overviewPanelQueries = [
  ['attention.get', {}],
  ['firstSteps.get', {}],
] as const
