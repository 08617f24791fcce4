import { InvalidInput } from './errors'

/** Cursors are opaque to clients: the number where the next page begins, in base64url. */
const formatCursor = (position: number): string => Buffer.from(String(position)).toString('base64url')

/** Throws 422 for a text that `formatCursor` did not make. */
export function parseCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const position = Number(text)
  const known = /^\d{1,16}$/.test(text) && Number.isSafeInteger(position) && formatCursor(position) === cursor
  if (known) return position
  throw new InvalidInput([
    { loc: ['query', 'cursor'], msg: 'Input should be a cursor of an earlier page', type: 'value_error' },
  ])
}

/** One row more than the page was asked for, so that its presence tells whether a next page exists. */
export function toPage<T>(rows: readonly T[], limit: number, positionOf: (row: T) => number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, nextCursor: rows.length > limit && last !== undefined ? formatCursor(positionOf(last)) : null }
}
