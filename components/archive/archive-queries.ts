export const ARCHIVE_PAGE = 50

/** The server prefetches these queries under the same keys that the browser uses. */
export const archiveQueries = [
  ['archive.get', {}],
  ['archive.list', { query: { limit: ARCHIVE_PAGE } }],
] as const
