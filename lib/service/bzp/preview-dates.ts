import type { BzpPreview } from '@/lib/contract/bzp'
import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'

import type { NoticeIndex, TimeRange } from './notice-index'
import { PREVIEW_DAYS } from './notice-window'

const DAY_MS = 86_400_000

type PreviewDate = { readonly date: Day; readonly start: number }

/** The last 30 Warsaw dates, today's included, so that every date of the answer is a whole one but today's. */
function datesOf(now: Date): PreviewDate[] {
  const today = warsawDay(now)
  return Array.from({ length: PREVIEW_DAYS }, (_, index) => {
    const date = addDays(today, index - PREVIEW_DAYS + 1)
    return { date, start: startOfDay(date).getTime() }
  })
}

// A range is what is younger than `from`; a window begins with the first instant of its first date.
const startOf = (day: Day): number => startOfDay(day).getTime() - 1

/** The days of the preview up to now. */
export const previewRange = (now: Date): TimeRange => ({
  from: startOf(addDays(warsawDay(now), 1 - PREVIEW_DAYS)),
  to: now.getTime(),
})

/** As many days before them, all of them whole. */
export const rangeBefore = (now: Date): TimeRange => ({
  from: startOf(addDays(warsawDay(now), 1 - 2 * PREVIEW_DAYS)),
  to: startOf(addDays(warsawDay(now), 1 - PREVIEW_DAYS)),
})

/** Procedures by the date of their notice; they add up to the count. */
export function toDaily(index: NoticeIndex, found: Uint32Array, now: Date): BzpPreview['daily'] {
  const dates = datesOf(now)
  const starts = dates.map(({ start }) => start)
  const counts = dates.map(() => 0)
  for (const notice of found) {
    const slot = slotOf(index.publishedAt(notice), starts)
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  return dates.map(({ date }, slot) => ({ date, count: counts[slot] ?? 0 }))
}

/** The guess is off by one at most, and only in the hours that a change of clocks moved. */
function slotOf(at: number, starts: readonly number[]): number {
  const [first = 0] = starts
  const guess = Math.min(Math.floor((at - first) / DAY_MS), starts.length - 1)
  if (at < (starts[guess] ?? 0)) return guess - 1
  return at >= (starts[guess + 1] ?? Infinity) ? guess + 1 : guess
}
