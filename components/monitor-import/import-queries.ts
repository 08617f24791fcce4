/** What the server asks for: places in the plan, and the tags that can be completed. */
export const importQueries = [
  ['usage.summary', {}],
  ['monitors.tags', {}],
] as const
