import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'
import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import type { RuleBody } from '@/lib/contract/panel/rules'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { isWorkingDay } from '@/lib/domain/calendar'

import { refusedRule } from '../rules/refused-rule'

/** 422 at the value of the filter that says nothing, or names no code of the vocabulary. */
export async function checkedTerms(filter: BzpFilter): Promise<NoticeTerms> {
  const terms = readNoticeFilter(filter)
  if ('fault' in terms) {
    const { list, index, msg } = terms.fault
    throw refusedRule(['condition', 'filter', list, index], 'value_error', msg, { input: filter[list][index] })
  }
  const codes = await readCodes()
  const unknown = terms.cpv.findIndex((digits) => !isPrefixAmong(codes, digits))
  if (unknown !== -1) {
    const msg = 'No code of the CPV begins with these digits'
    throw refusedRule(['condition', 'filter', 'cpv', unknown], 'unknown_cpv', msg, { input: filter.cpv[unknown] })
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
export function requireBearable(preview: AlertPreview, { timing }: Pick<RuleBody, 'timing'>): void {
  const found = perWorkingDay(preview)
  if (found > MAX_MATCHES_A_DAY) {
    const msg = `It would find about ${found} procedures a working day; an alert finds at most ${MAX_MATCHES_A_DAY}`
    throw refusedRule(['condition', 'filter'], 'too_many_matches', msg, { count: found, limit: MAX_MATCHES_A_DAY })
  }
  if (timing === 'at_once' && found > MAX_AT_ONCE_A_DAY) {
    const msg = `It would find about ${found} procedures a working day; more than ${MAX_AT_ONCE_A_DAY} are told in a digest`
    throw refusedRule(['timing'], 'too_many_at_once', msg, { count: found, limit: MAX_AT_ONCE_A_DAY })
  }
}
