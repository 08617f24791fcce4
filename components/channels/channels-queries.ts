/** Prefetched on the server and read in the browser under the same key. */
export const channelsQueries = [['channels.list', {}]] as const
