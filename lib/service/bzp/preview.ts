import type { Handler } from '../http/context'
import { keepBits } from './bits'
import { newestOf } from './newest-notices'
import type { NoticeIndex } from './notice-index'
import { toNoticeTerms } from './notice-query'
import { readNotices } from './notice-record'
import { openNoticeIndex, PREVIEW_DAYS } from './notice-window'
import { previewRange, rangeBefore, toDaily } from './preview-dates'

const MAX_EXAMPLES = 5

/** Positions of the newest few, for `readNotices`. */
export const examplesOf = (index: NoticeIndex, notices: Iterable<number>): number[] =>
  newestOf(index, notices, MAX_EXAMPLES).map((notice) => index.positionOf(notice))

/** One search over the days before and the days of the preview. */
export const previewAlert: Handler<'bzp.previewAlert'> = async ({ body }, { dependencies: { storage }, now }) => {
  const terms = toNoticeTerms(body)
  const index = await openNoticeIndex(storage, now)
  const before = index.within(rangeBefore(now))
  const present = index.within(previewRange(now))
  const both = present.map((word, at) => word | (before[at] ?? 0))
  const found = await index.search(terms, both)
  keepBits(before, found)
  keepBits(present, found)
  const procedures = await index.newestOf(present)
  return {
    days: PREVIEW_DAYS,
    count: procedures.length,
    examples: await readNotices(storage.db, examplesOf(index, procedures)),
    daily: toDaily(index, procedures, now),
    previous_count: holdsAll(index, now) ? index.countProcedures(before) : null,
  }
}

/** A store that has something from before those days has all of them: notices are deleted by age. */
const holdsAll = (index: NoticeIndex, now: Date): boolean => index.oldest <= rangeBefore(now).from
