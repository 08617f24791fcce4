/** What the server asks for, so that the first paint has its filters: the list carries their contents too. */
export const filtersQueries = [
  ['filters.list', { query: {} }],
  ['usage.summary', {}],
] as const

/** What works by them, which a remote service does not count. */
export const filterUsesQueries = [['filters.uses', {}]] as const
