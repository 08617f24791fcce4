import type { BzpPreview } from '@/lib/contract/bzp'
import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'

import type { NoticeIndex, TimeRange } from './notice-index'
import { PREVIEW_DAYS } from './notice-window'

const DAY_MS = 86_400_000

type PreviewDate = { readonly date: Day; readonly start: number }

/** The last 30 Warsaw dates including today, so every date except today is complete. */
function datesOf(now: Date): PreviewDate[] {
  const today = warsawDay(now)
  return Array.from({ length: PREVIEW_DAYS }, (_, index) => {
    const date = addDays(today, index - PREVIEW_DAYS + 1)
    return { date, start: startOfDay(date).getTime() }
  })
}

// `from` of a range is exclusive, so a window starts just before the first instant of its first date.
const startOf = (day: Day): number => startOfDay(day).getTime() - 1

export const previewRange = (now: Date): TimeRange => ({
  from: startOf(addDays(warsawDay(now), 1 - PREVIEW_DAYS)),
  to: now.getTime(),
})

/** The same number of complete days before the preview. */
export const rangeBefore = (now: Date): TimeRange => ({
  from: startOf(addDays(warsawDay(now), 1 - 2 * PREVIEW_DAYS)),
  to: startOf(addDays(warsawDay(now), 1 - PREVIEW_DAYS)),
})

/** Number of procedures by the date of their notice; the sum equals the count. */
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

/** The first guess is off by at most one, and only in hours around a clock change. */
function slotOf(at: number, starts: readonly number[]): number {
  const [first = 0] = starts
  const guess = Math.min(Math.floor((at - first) / DAY_MS), starts.length - 1)
  if (at < (starts[guess] ?? 0)) return guess - 1
  return at >= (starts[guess + 1] ?? Infinity) ? guess + 1 : guess
}
