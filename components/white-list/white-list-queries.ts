/** What the page asks for on the server and here. */
export const runsInput = { query: { limit: 20, offset: 0 } }
