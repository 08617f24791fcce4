/** Longer lists are cut, newest first: a table is read by people, a PDF is printed. */
export const MAX_FILE_ROWS = { csv: 50_000, xlsx: 50_000, pdf: 5000 } as const
