/** Prefetched on the server and read in the browser under the same keys. */
export const spendCapQueries = [
  ['usage.api', {}],
  ['usage.daily', { query: {} }],
] as const

export const spendCapPanelQueries = [['spendCap.history', {}]] as const
