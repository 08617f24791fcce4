/** What the list without filters asks: prefetched on the server and read in the browser under the same key. */
export const firstDeliveries = { query: { limit: 50 } } as const
export const deliveriesQueries = [['deliveries.list', firstDeliveries]] as const
