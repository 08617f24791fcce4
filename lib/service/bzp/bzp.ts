import type { BzpExample, BzpPreview, BzpNotice } from '@/lib/contract/bzp'
import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { provinces } from '@/lib/domain/provinces'
import { countNotices, listNoticesBefore, type NoticeListQuery } from '@/lib/storage/registers/bzp-notice-list'
import { noticesAt } from '@/lib/storage/registers/bzp-notices'
import type { BzpNoticeTable } from '@/lib/storage/registers/tables'
import type { Storage } from '@/lib/storage/storage'

import type { HandlersOf, Handler } from '../http/context'
import { toSearchText } from '../http/list-query'
import { readChargedPage } from '../metering/charged-list'
import type { FoundProcedures } from './notice-index'
import { toNoticeLists } from './notice-query'
import { openNoticeIndex, PREVIEW_DAYS } from './notice-window'

const toExample = (row: BzpNoticeTable): BzpExample => ({
  id: row.id,
  title: row.title,
  authority: row.authority,
  province: provinces.find(({ code }) => code === row.province_code)?.name ?? row.province_code,
  city: row.city,
  order_type: row.order_type,
  cpv: row.cpv.trim().split(' '),
  published_at: row.published_at,
})

const toNotice = (row: BzpNoticeTable): BzpNotice => ({
  ...toExample(row),
  notice_number: row.notice_number,
  description: row.description,
  authority_nip: row.authority_nip,
})

/** `q` looks where keywords of a preview look, or is the NIP of the authority. */
const listNotices: Handler<'bzp.list'> = async ({ query }, { db, meter }) => {
  const { q, date_from: from, date_to: to } = query
  const nip = q === undefined ? undefined : checkIdentifier('nip', q)
  const wanted: NoticeListQuery = {
    text: q === undefined ? undefined : toSearchText(q),
    nip: nip?.ok ? nip.value : undefined,
    from,
    to,
  }
  const { rows, total, next_cursor } = await readChargedPage(
    meter,
    {
      read: (page) => listNoticesBefore(db, { ...wanted, before: page.cursor, limit: page.limit }),
      count: () => countNotices(db, wanted),
      name: 'bzp-notices',
      positionOf: (row) => row.position,
    },
    query,
  )
  return { items: rows.map(toNotice), total, next_cursor }
}

const DAY_MS = 86_400_000
const MAX_EXAMPLES = 5

export const bzpHandlers: HandlersOf<'bzp'> = {
  'bzp.list': listNotices,
  'bzp.previewAlert': async ({ body }, { dependencies: { storage }, now }) => {
    const lists = toNoticeLists(body)
    const index = await openNoticeIndex(storage, now)
    const dates = windowOf(now)
    // The index takes what is younger than `from`; the window begins with the first instant of its first date.
    const found = await index.search({ ...lists, from: (dates[0]?.start ?? 0) - 1, to: now.getTime() })
    return {
      days: PREVIEW_DAYS,
      count: found.count,
      examples: await toExamples(storage, newestOf(found)),
      daily: toDaily(found, dates),
    }
  },
}

/** Positions of the five newest, newest first, without sorting them all. */
function newestOf({ count, positions, publishedAt }: FoundProcedures): number[] {
  const at = (list: Float64Array, index: number | undefined) => list[index ?? -1] ?? -1
  const newestFirst = (a: number | undefined, b: number | undefined) =>
    at(publishedAt, b) - at(publishedAt, a) || at(positions, b) - at(positions, a)
  const newest: number[] = []
  for (let index = 0; index < count; index += 1) {
    if (newest.length === MAX_EXAMPLES && newestFirst(index, newest.at(-1)) > 0) continue
    newest.push(index)
    newest.sort(newestFirst)
    newest.length = Math.min(newest.length, MAX_EXAMPLES)
  }
  return newest.map((index) => at(positions, index))
}

async function toExamples(storage: Storage, newest: readonly number[]): Promise<BzpExample[]> {
  if (newest.length === 0) return []
  const rows = await noticesAt(storage.db, newest)
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return newest.flatMap((position) => {
    const row = byPosition.get(position)
    return row ? [toExample(row)] : []
  })
}

type WindowDate = { readonly date: string; readonly start: number }

/** The last 30 Warsaw dates, today's included, so that every date of the answer is a whole one but today's. */
function windowOf(now: Date): WindowDate[] {
  const today = warsawDay(now)
  return Array.from({ length: PREVIEW_DAYS }, (_, index) => {
    const date = addDays(today, index - PREVIEW_DAYS + 1)
    return { date, start: startOfDay(date).getTime() }
  })
}

/** Found procedures by date; they add up to `count`. */
function toDaily({ publishedAt }: FoundProcedures, dates: readonly WindowDate[]): BzpPreview['daily'] {
  const starts = dates.map(({ start }) => start)
  const counts = dates.map(() => 0)
  for (const at of publishedAt) {
    const slot = slotOf(at, starts)
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return dates.map(({ date }, index) => ({ date, count: counts[index] ?? 0 }))
}

/** The guess is off by one at most, and only in the hours that a change of clocks moved. */
function slotOf(at: number, starts: readonly number[]): number {
  const [first = 0] = starts
  const guess = Math.min(Math.floor((at - first) / DAY_MS), starts.length - 1)
  if (at < (starts[guess] ?? 0)) return guess - 1
  return at >= (starts[guess + 1] ?? Infinity) ? guess + 1 : guess
}
