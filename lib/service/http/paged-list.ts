import { formatTextCursor, parseCursor } from './cursor'

export type Paging = { readonly limit: number; readonly cursor?: string | undefined }

/**
 * The source of a list whose rows have a number each, by which the pages are ordered. `cursor` is the number of the
 * last row of the previous page.
 */
export type PageSource<R> = {
  readonly name: string
  positionOf(row: R): number
  read(page: { cursor: number | undefined; limit: number }): Promise<R[]>
  /** Number of all matching rows, independent of the page. */
  count(): Promise<number>
}

export type ListPage<R> = { readonly rows: R[]; readonly total: number; readonly next_cursor: string | null }

/**
 * Reads one page of a list. `cut` gets the rows found (one more than the limit if there is one) and returns how many of
 * them the page may have. Throws 422 for an invalid cursor.
 */
export async function readCutPage<R>(
  source: PageSource<R>,
  { limit, cursor }: Paging,
  cut: (found: readonly R[]) => Promise<number>,
): Promise<ListPage<R>> {
  const position = parseCursor(source.name, cursor)
  const found = await source.read({ cursor: position, limit: limit + 1 })
  const rows = found.slice(0, await cut(found))
  const last = rows.length < found.length ? rows.at(-1) : undefined
  const next_cursor = last === undefined ? null : formatTextCursor(source.name, String(source.positionOf(last)))
  const isComplete = position === undefined && next_cursor === null
  return { rows, total: isComplete ? rows.length : await source.count(), next_cursor }
}

/** Reads a page of a list that is free. */
export const readPage = <R>(source: PageSource<R>, paging: Paging): Promise<ListPage<R>> =>
  readCutPage(source, paging, () => Promise.resolve(paging.limit))
