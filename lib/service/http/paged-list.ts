import { parseCursor, type Positioned, toPage } from './cursor'

export type Paging = { readonly limit: number; readonly cursor?: string | undefined }

/** Where a list comes from. `cursor` is the `positionOf` of the last row of the page before. */
export type PageSource<R> = Positioned<R> & {
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
  const { page, nextCursor } = toPage(source, found, await cut(found))
  const wholeList = position === undefined && nextCursor === null
  return { rows: page, total: wholeList ? page.length : await source.count(), next_cursor: nextCursor }
}

/** A page of a list that costs nothing. */
export const readPage = <R>(source: PageSource<R>, paging: Paging): Promise<ListPage<R>> =>
  readPageCutBy(source, paging, () => Promise.resolve(paging.limit))
