/** Prefetched on the server and read in the browser under the same key. */
export const keysQueries = [['keys.list', {}]] as const
