/** Queried both on the server and in the browser. */
export const runsInput = { query: { limit: 20, offset: 0 } }
