import * as z from 'zod'

import { day, instant } from '@/lib/contract/values'

import { formatTextCursor, notACursor, parseTextCursor } from '../http/cursor'

/** Where a stream that ended early goes on: among what was published by then, after the last line that was paid for. */
export type StreamPlace = {
  readonly publishedUpTo: string
  readonly after: { readonly day: string; readonly id: string }
}

const written = z.tuple([instant, day, z.string()])

export const formatStreamCursor = (list: string, { publishedUpTo, after }: StreamPlace): string =>
  formatTextCursor(list, JSON.stringify([publishedUpTo, after.day, after.id]))

/** Throws 422 for a text that `formatStreamCursor` did not make for this list. */
export function parseStreamCursor(list: string, cursor: string | undefined): StreamPlace | undefined {
  const place = parseTextCursor(list, cursor)
  if (place === undefined) return undefined
  const read = written.safeParse(parseJson(place))
  if (!read.success) throw notACursor()
  const [publishedUpTo, dayOf, id] = read.data
  return { publishedUpTo, after: { day: dayOf, id } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
