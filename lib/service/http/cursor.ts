import { ValidationError } from '@/lib/http/errors'

/** Cursors are opaque to clients: the list and the position of its next page, in base64url. */
export const formatTextCursor = (list: string, positionText: string): string =>
  Buffer.from(`${list} ${positionText}`).toString('base64url')

/** Throws 422 for a cursor of another list or an invalid one. */
export function parseTextCursor(list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const positionText = Buffer.from(cursor, 'base64url')
    .toString()
    .slice(list.length + 1)
  if (positionText === '' || formatTextCursor(list, positionText) !== cursor) throw notACursor()
  return positionText
}

export function parseCursor(list: string, cursor: string | undefined): number | undefined {
  const positionText = parseTextCursor(list, cursor)
  if (positionText === undefined) return undefined
  const position = Number(/^\d{1,16}$/.test(positionText) ? positionText : Number.NaN)
  if (!Number.isSafeInteger(position) || String(position) !== positionText) throw notACursor()
  return position
}

export const notACursor = () =>
  new ValidationError([
    { loc: ['query', 'cursor'], msg: 'Input should be a cursor of an earlier page', type: 'value_error' },
  ])
