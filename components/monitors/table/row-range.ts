interface Row {
  readonly id: string
}

/**
 * The rows from one to another, both included, in whichever order they stand. Without a beginning, or when it is not in
 * the list any more, only the row that ends the range; nothing when that one is gone too.
 */
export function rangeBetween<R extends Row>(rows: readonly R[], from: string | undefined, to: string): readonly R[] {
  const end = rows.findIndex(({ id }) => id === to)
  if (end === -1) return []
  const found = from === undefined ? -1 : rows.findIndex(({ id }) => id === from)
  const start = found === -1 ? end : found
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}
