import { createHash } from 'node:crypto'

import * as z from 'zod'

import type { BzpFilter } from '@/lib/contract/bzp'
import { partTerm } from '@/lib/domain/bzp/text-term'
import { addDays, startOfDay } from '@/lib/domain/calendar'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import type { Storage } from '@/lib/storage/storage'

import { formatTextCursor, notACursor, parseTextCursor } from '../http/cursor'
import { toSearchText } from '../http/list-query'
import { addBits, type Bits, eachBit, emptyBits, setBit } from './bits'
import type { NoticeIndex } from './notice-index'
import { newestFirst, toNoticeTerms } from './notice-query'
import { openNoticeIndex } from './notice-window'
import { previewRange } from './preview-dates'
import { createYieldToEventLoop } from './yield-to-event-loop'

const positionNumber = z.number().int()
const NAME = 'bzp-procedures'
/** A cursor is valid as long as the index is sure to hold everything that its first page saw. */
const MAX_AGE_MS = 12 * 3_600_000

export type ProcedureQuery = {
  readonly filter: BzpFilter
  readonly q: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** State as of the first page, so that later publications do not shift the pages. */
type ListSnapshot = { readonly at: number; readonly position: number }
/** `after` is the last notice of the previous page. */
type ListPosition = ListSnapshot & {
  readonly after: { readonly publishedAt: number; readonly position: number } | null
}

export type ProcedurePage = {
  readonly total: number
  /** Positions of the notices from this page on, newest first. */
  readonly positions: readonly number[]
  cursorAfter(count: number): string | null
}

/** Matching procedures of the preview's days, each by its newest matching notice, newest first. */
export async function findProcedures(
  storage: Storage,
  query: ProcedureQuery,
  { cursor, now }: { readonly cursor: string | undefined; readonly now: Date },
): Promise<ProcedurePage> {
  const index = await openNoticeIndex(storage, now)
  const listPosition = parsePosition(query, cursor, now)
  const snapshot = { at: listPosition?.at ?? now.getTime(), position: listPosition?.position ?? lastPosition(index) }
  const found = await search(index, query, snapshot)
  const notices = [...(await index.newestOf(found))].sort(newestFirst(index))
  const after = listPosition?.after
  const rest =
    after == null
      ? notices
      : notices.filter((notice) => {
          const at = index.publishedAt(notice)
          return at < after.publishedAt || (at === after.publishedAt && index.positionOf(notice) < after.position)
        })
  return {
    total: notices.length,
    positions: rest.map((notice) => index.positionOf(notice)),
    cursorAfter: (count) => {
      const last = rest[count - 1]
      if (last === undefined || count >= rest.length) return null
      const { at, position } = snapshot
      const numbers = [at, position, index.publishedAt(last), index.positionOf(last)]
      return formatTextCursor(NAME, [fingerprintOf(query), ...numbers].join(' '))
    },
  }
}

const lastPosition = (index: NoticeIndex): number => index.positionOf(index.size - 1)

async function search(
  index: NoticeIndex,
  { filter, q, from, to }: ProcedureQuery,
  snapshot: ListSnapshot,
): Promise<Bits> {
  const pause = createYieldToEventLoop()
  const range = previewRange(new Date(snapshot.at))
  const window = index.within({
    from: Math.max(range.from, from === undefined ? 0 : startOfDay(from).getTime() - 1),
    to: Math.min(range.to, to === undefined ? Infinity : startOfDay(addDays(to, 1)).getTime() - 1),
  })
  const published = emptyBits(window.length * 32)
  await eachBit(window, pause, (notice) => {
    if (index.positionOf(notice) <= snapshot.position) setBit(published, notice)
  })
  const found = await index.search(toNoticeTerms(filter, ['query']), published, pause)
  if (q === undefined) return found
  const mentioning = await index.texts.mentioning([partTerm(toSearchText(q))], found, pause)
  const nip = checkIdentifier('nip', q)
  if (!nip.ok) return mentioning
  const condition = { kind: 'list', list: 'authorities', values: [nip.value] } as const
  addBits(mentioning, await index.passing(condition, found, pause))
  return mentioning
}

/** Identifies the filter: a cursor is valid only for the filter that it was made for. */
const fingerprintOf = (query: ProcedureQuery): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16)

/** Throws 422. */
function parsePosition(query: ProcedureQuery, cursor: string | undefined, now: Date): ListPosition | null {
  const text = parseTextCursor(NAME, cursor)
  if (text === undefined) return null
  const [fingerprint, ...numbers] = text.split(' ')
  const [at, position, publishedAt, last, ...more] = numbers.map(Number)
  const parsed = z
    .tuple([positionNumber, positionNumber, positionNumber, positionNumber])
    .safeParse([at, position, publishedAt, last, ...more])
  if (!parsed.success || fingerprint !== fingerprintOf(query)) throw notACursor()
  return toPosition(parsed.data, now)
}

function toPosition([at, position, publishedAt, last]: [number, number, number, number], now: Date): ListPosition {
  const age = now.getTime() - at
  if (age < 0 || age > MAX_AGE_MS) throw notACursor()
  return { at, position, after: { publishedAt, position: last } }
}
