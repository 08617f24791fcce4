/** What the server asks for, so that the first paint has its filters: the list carries their contents too. */
export const filtersQueries = [
  ['filters.list', {}],
  ['usage.summary', {}],
] as const
