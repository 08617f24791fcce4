import type { BzpFilter } from '@/lib/contract/bzp'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { ValidationError } from '@/lib/http/errors'

/** Decision 24: the filter in the form in which notices are stored. Throws 422 at the value that says nothing. */
export function toNoticeTerms(filter: BzpFilter, at: readonly (string | number)[] = ['body']): NoticeTerms {
  const terms = readNoticeFilter(filter)
  if (!('fault' in terms)) return terms
  const { list, index, msg } = terms.fault
  const input = filter[list][index]
  throw new ValidationError([{ loc: [...at, list, index], msg, type: 'value_error', input }])
}
