/** Of the first page of the list. */
export const ARCHIVE_PAGE = 50

/** Prefetched on the server and read in the browser under the same key. */
export const archiveQueries = [
  ['archive.get', {}],
  ['archive.list', { query: { limit: ARCHIVE_PAGE } }],
] as const
