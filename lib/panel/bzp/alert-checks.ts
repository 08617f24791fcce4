import type { OperationAnswer } from '@/lib/client/client'
import { type BzpFilter, bzpFilterLists } from '@/lib/contract/bzp'
import { type BzpAlertBody, MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { isWorkingDay } from '@/lib/domain/calendar'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { isMaskedText } from '@/lib/domain/identifiers/masked-text'
import type { StoredColleague } from '@/lib/storage/panel/bzp/alerts'

import { refusedAt } from './refusals'

const hidesPerson = (text: string): boolean => isMaskedText(text) || maskPesels(text) !== text

/** 422 at a text with a PESEL: every answer hides it, so that the next change would save the mask in its place. */
export function requireNoPesels({ name, filter }: Pick<BzpAlertBody, 'name' | 'filter'>): void {
  const msg = 'A PESEL has no place in an alert of tenders'
  if (hidesPerson(name)) throw refusedAt(['name'], 'personal_number', { msg })
  for (const list of bzpFilterLists) {
    const index = filter[list].findIndex(hidesPerson)
    if (index !== -1) throw refusedAt(['filter', list, index], 'personal_number', { msg })
  }
}

/** 422 at the value of the filter that says nothing, or names no code of the vocabulary. */
export async function checkedTerms(filter: BzpFilter): Promise<NoticeTerms> {
  const terms = readNoticeFilter(filter)
  if ('fault' in terms) {
    const { list, index, msg } = terms.fault
    throw refusedAt(['filter', list, index], 'value_error', { msg, input: filter[list][index] })
  }
  const codes = await readCodes()
  const unknown = terms.cpv.findIndex((digits) => !isPrefixAmong(codes, digits))
  if (unknown !== -1) {
    const msg = 'No code of the CPV begins with these digits'
    throw refusedAt(['filter', 'cpv', unknown], 'unknown_cpv', { msg, input: filter.cpv[unknown] })
  }
  return terms
}

let codes: Promise<readonly string[]> | undefined

/** Ascending, as the official list has them. Read when the first alert is saved: the list is long. */
function readCodes(): Promise<readonly string[]> {
  codes ??= import('@/data/cpv.json').then(({ default: rows }) =>
    rows.map(([code = '']) => code.replace(/-\d$/, '')).toSorted(),
  )
  return codes
}

function isPrefixAmong(sorted: readonly string[], digits: string): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < digits) low = middle + 1
    else high = middle
  }
  return sorted[low]?.startsWith(digits) === true
}

export type AlertPreview = OperationAnswer<'bzp.previewAlert'>

/** Procedures that a filter finds on a working day, by what it would have found. */
export function perWorkingDay({ count, days, daily }: AlertPreview): number {
  const dates = (daily ?? []).flatMap(({ date }) => date ?? [])
  // Without dates: five of seven days.
  const working = dates.length > 0 ? dates.filter(isWorkingDay).length : Math.round(((days ?? 30) * 5) / 7)
  return Math.round((count ?? 0) / Math.max(1, working))
}

/** What would bury its readers is no alert, or one that is told by a digest alone. */
export function requireBearable(preview: AlertPreview, { delivery }: Pick<BzpAlertBody, 'delivery'>): void {
  const found = perWorkingDay(preview)
  if (found > MAX_MATCHES_A_DAY) {
    const msg = `It would find about ${found} procedures a working day; an alert finds at most ${MAX_MATCHES_A_DAY}`
    throw refusedAt(['filter'], 'too_many_matches', { msg, count: found, limit: MAX_MATCHES_A_DAY })
  }
  if (delivery === 'at_once' && found > MAX_AT_ONCE_A_DAY) {
    const msg = `It would find about ${found} procedures a working day; more than ${MAX_AT_ONCE_A_DAY} are told in a digest`
    throw refusedAt(['delivery'], 'too_many_at_once', { msg, count: found, limit: MAX_AT_ONCE_A_DAY })
  }
}

/** Nobody is told who could not look. */
export function requireReaders(userIds: readonly string[], colleagues: readonly StoredColleague[]): void {
  const stranger = userIds.findIndex((id) => !colleagues.some(({ user_id }) => user_id === id))
  if (stranger === -1) return
  const msg = 'This person is no member who may see tenders'
  throw refusedAt(['recipients', stranger], 'not_a_reader', { msg })
}
