import { formatTextCursor, parseCursor } from './cursor'

export type Paging = { readonly limit: number; readonly cursor?: string | undefined }

/**
 * Where a list comes from, whose rows have a number each by which its pages follow one another. `cursor` is that of the last row of
 * the page before.
 */
export type PageSource<R> = {
  readonly name: string
  positionOf(row: R): number
  read(page: { cursor: number | undefined; limit: number }): Promise<R[]>
  /** All that match, on every page. */
  count(): Promise<number>
}

export type ListPage<R> = { readonly rows: R[]; readonly total: number; readonly next_cursor: string | null }

/**
 * One page of a list. `cut` is told what was found (one row more than asked for, when there is one) and says how many
 * rows the page may have. Throws 422 for a cursor that is none.
 */
export async function readPageCutBy<R>(
  source: PageSource<R>,
  { limit, cursor }: Paging,
  cut: (found: readonly R[]) => Promise<number>,
): Promise<ListPage<R>> {
  const position = parseCursor(source.name, cursor)
  const found = await source.read({ cursor: position, limit: limit + 1 })
  const rows = found.slice(0, await cut(found))
  const last = rows.length < found.length ? rows.at(-1) : undefined
  const next_cursor = last === undefined ? null : formatTextCursor(source.name, String(source.positionOf(last)))
  const isWhole = position === undefined && next_cursor === null
  return { rows, total: isWhole ? rows.length : await source.count(), next_cursor }
}

/** A page of a list that costs nothing. */
export const readPage = <R>(source: PageSource<R>, paging: Paging): Promise<ListPage<R>> =>
  readPageCutBy(source, paging, () => Promise.resolve(paging.limit))
