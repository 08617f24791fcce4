interface Row {
  readonly id: string
}

/**
 * The rows between two rows, both included, in either direction. If the first is missing or no longer in the list,
 * only the last row; nothing if that is missing too.
 */
export function rangeBetween<R extends Row>(rows: readonly R[], from: string | undefined, to: string): readonly R[] {
  const end = rows.findIndex(({ id }) => id === to)
  if (end === -1) return []
  const found = from === undefined ? -1 : rows.findIndex(({ id }) => id === from)
  const start = found === -1 ? end : found
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}
