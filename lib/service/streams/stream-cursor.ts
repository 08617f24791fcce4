import * as z from 'zod'

import { day, instant } from '@/lib/contract/values'
import { parseJson } from '@/lib/domain/collections/json'
import type { StreamRange } from '@/lib/service/monitors/statements/announcement-streams'

import { formatTextCursor, notACursor, parseTextCursor } from '../http/cursor'

/** Where a stream continues. */
export type StreamPlace = Omit<StreamRange, 'limit'> & {
  /** The paid stream; undefined if the rows from here on are a new one. */
  readonly stream: string | undefined
}

const number = z.number().int()
const cursorFormat = z.object({
  s: z.guid().optional(),
  w: z.object({
    above: number.optional(),
    upTo: number.optional(),
    publishedAfter: instant.optional(),
    publishedUpTo: instant.optional(),
  }),
  a: z.tuple([day, number, z.string()]).optional(),
  r: z.tuple([day, z.string()]).optional(),
})
/** Format of an older version: the instant up to which rows were published, and the day and id of the last row. */
const olderCursorFormat = z
  .tuple([instant, day, z.string()])
  .transform(([publishedUpTo, ...read]): z.output<typeof cursorFormat> => ({ w: { publishedUpTo }, r: read }))
const anyCursorFormat = z.union([cursorFormat, olderCursorFormat])

export function formatStreamCursor(list: string, { stream, window, after, read }: StreamPlace): string {
  const place: z.input<typeof cursorFormat> = {
    s: stream,
    w: window,
    a: after && [after.day, after.place, after.id],
    r: read && [read.day, read.id],
  }
  return formatTextCursor(list, JSON.stringify(place))
}

/** Throws 422 for an invalid cursor or one of another list. */
export function parseStreamCursor(list: string, cursor: string | undefined): StreamPlace | undefined {
  const text = parseTextCursor(list, cursor)
  if (text === undefined) return undefined
  const found = anyCursorFormat.safeParse(parseJson(text))
  if (!found.success) throw notACursor()
  const { s: stream, w: window, a, r } = found.data
  return {
    stream,
    window,
    after: a && { day: a[0], place: a[1], id: a[2] },
    read: r && { day: r[0], id: r[1] },
  }
}
