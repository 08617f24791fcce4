import { ValidationError } from '@/lib/http/errors'

/** Cursors are opaque to clients: the list and the position of its next page, in base64url. */
export const formatTextCursor = (list: string, place: string): string =>
  Buffer.from(`${list} ${place}`).toString('base64url')

/** Throws 422 for a cursor of another list or an invalid one. */
export function parseTextCursor(list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const place = Buffer.from(cursor, 'base64url')
    .toString()
    .slice(list.length + 1)
  if (place === '' || formatTextCursor(list, place) !== cursor) throw notACursor()
  return place
}

export function parseCursor(list: string, cursor: string | undefined): number | undefined {
  const place = parseTextCursor(list, cursor)
  if (place === undefined) return undefined
  const position = Number(/^\d{1,16}$/.test(place) ? place : Number.NaN)
  if (!Number.isSafeInteger(position) || String(position) !== place) throw notACursor()
  return position
}

export const notACursor = () =>
  new ValidationError([
    { loc: ['query', 'cursor'], msg: 'Input should be a cursor of an earlier page', type: 'value_error' },
  ])
