import { InvalidInput } from './errors'

/** Cursors are opaque to clients: the list and the number where its next page begins, in base64url. */
const formatCursor = (list: string, position: number): string =>
  Buffer.from(`${list} ${position}`).toString('base64url')

/** Throws 422 for a text that `formatCursor` did not make for this list: another one's would be a page of anything. */
export function parseCursor(list: string, cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const position = Number(/ (\d{1,16})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1])
  const known = Number.isSafeInteger(position) && formatCursor(list, position) === cursor
  if (known) return position
  throw new InvalidInput([
    { loc: ['query', 'cursor'], msg: 'Input should be a cursor of an earlier page', type: 'value_error' },
  ])
}

/** A list whose rows have a number each by which its pages follow one another. */
export type Positioned<T> = { readonly name: string; positionOf(row: T): number }

/** One row more than the page was asked for, so that its presence tells whether a next page exists. */
export function toPage<T>(list: Positioned<T>, rows: readonly T[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    page,
    nextCursor: rows.length > limit && last !== undefined ? formatCursor(list.name, list.positionOf(last)) : null,
  }
}
