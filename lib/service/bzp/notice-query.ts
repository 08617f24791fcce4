import type { BzpFilter } from '@/lib/contract/bzp'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { ValidationError } from '@/lib/http/errors'

import type { NoticeIndex } from './notice-index'

/** The order of answers: later publications first; notices of one instant by descending position. */
export const newestFirst =
  (index: NoticeIndex) =>
  (a: number, b: number): number =>
    index.publishedAt(b) - index.publishedAt(a) || index.positionOf(b) - index.positionOf(a)

export function newestOf(index: NoticeIndex, notices: Iterable<number>, maxCount: number): number[] {
  const order = newestFirst(index)
  const newest: number[] = []
  for (const notice of notices) {
    if (newest.length === maxCount && order(notice, newest.at(-1) ?? notice) > 0) continue
    newest.push(notice)
    newest.sort(order)
    newest.length = Math.min(newest.length, maxCount)
  }
  return newest
}

/**
 * Decision 24 (BZP preview): the filter in the form in which notices are stored. Throws 422 for a value that is empty
 * after folding.
 */
export function toNoticeTerms(filter: BzpFilter, location: readonly (string | number)[] = ['body']): NoticeTerms {
  const terms = readNoticeFilter(filter)
  if (!('fault' in terms)) return terms
  const { list, index, msg } = terms.fault
  const input = filter[list][index]
  throw new ValidationError([{ loc: [...location, list, index], msg, type: 'value_error', input }])
}
