import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { isWorkingDay } from '@/lib/domain/calendar'
import type { ConditionOf } from '@/lib/features/rules/contract/conditions'
import type { RuleBody } from '@/lib/features/rules/contract/rules'
import { refusedRule } from '@/lib/features/rules/refused-rule'
import type { RuleTable } from '@/lib/features/rules/tables'
import type { PanelContext } from '@/lib/panel/context'
import { noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from './contract/alerts'
import { toFoundNotice } from './remote-notice'
import { lockNoticeCursor } from './statements/cursor'
import { handOver, putReading } from './statements/readings'
import type { BzpReadingTable } from './tables'

/** 422 at the value of the filter that says nothing, or names no code of the vocabulary. */
async function checkedTerms(filter: BzpFilter): Promise<NoticeTerms> {
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

type AlertPreview = OperationAnswer<'bzp.previewAlert'>

/** Procedures that a filter finds on a working day, by what it would have found. */
function perWorkingDay({ count, days, daily }: AlertPreview): number {
  const dates = (daily ?? []).flatMap(({ date }) => date ?? [])
  // Without dates: five of seven days.
  const working = dates.length > 0 ? dates.filter(isWorkingDay).length : Math.round(((days ?? 30) * 5) / 7)
  return Math.round((count ?? 0) / Math.max(1, working))
}

/** What would bury its readers is no alert, or one that is told by a digest alone. */
function requireBearable(preview: AlertPreview, { timing }: Pick<RuleBody, 'timing'>): void {
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

type TenderBody = RuleBody & { readonly condition: ConditionOf<'tender'> }

/** Sound: written by this panel alone, from input that its schema has checked. */
export const filterOf = ({ condition }: Pick<RuleTable, 'condition'>): BzpFilter =>
  (JSON.parse(condition) as ConditionOf<'tender'>).filter

/** Checks a rule of tenders. Whatever the rule finds anew it finds from the moment on at which it is saved. */
export async function prepareTender(body: RuleBody, before: RuleTable | undefined, context: PanelContext) {
  // Sound: rules of this kind alone come here.
  const { condition, is_team: isTeam } = body as TenderBody
  const { filter } = condition
  await checkedTerms(filter)
  const isNew = beginsAnew(body, before, filter)
  const isOtherTiming = body.timing === 'at_once' && before?.timing !== 'at_once'
  // What it finds is asked again only where another answer matters.
  const preview = isNew || isOtherTiming ? await context.ask('bzp.previewAlert', { body: filter }) : undefined
  if (preview) requireBearable(preview, body)
  return async (db: AccountTx) => {
    const baseline = isNew ? await readBaseline(db, context, preview) : undefined
    return async (ruleId: string) => {
      if (baseline) await putReading(db, { rule_id: ruleId, ...baseline })
      if (!isTeam) await handOver(db, ruleId, context.user.id)
    }
  }
}

const beginsAnew = ({ enabled }: RuleBody, before: RuleTable | undefined, filter: BzpFilter): boolean =>
  before?.kind !== 'tender' ||
  (before.enabled === 0 && enabled) ||
  JSON.stringify(filterOf(before)) !== JSON.stringify(filter)

/** What was there when an alert was saved: whoever saved it has just seen it. */
type Baseline = Omit<BzpReadingTable, 'rule_id'>

async function readBaseline(
  db: AccountTx,
  context: PanelContext,
  preview: AlertPreview | undefined,
): Promise<Baseline> {
  const { now, isEmbedded } = context
  const at = now.toISOString()
  const nothing = { since_ids: null, read_at: null, complete_until: null, gap_until: null, missing: 0, problem: null }
  if (!isEmbedded) return { ...nothing, ...remoteBaseline(preview, at), since_position: 0, complete_until: at }
  await lockNoticeCursor(db, now)
  return { ...nothing, since_position: await noticePosition(db), since_at: at }
}

/** A remote service shows its five newest. When it finds nothing, whatever it finds later is new, whatever its date. */
function remoteBaseline(preview: AlertPreview | undefined, at: string): Pick<Baseline, 'since_at' | 'since_ids'> {
  if (preview?.count === 0) return { since_at: '', since_ids: null }
  const examples = (preview?.examples ?? []).map(toFoundNotice)
  const newest = examples
    .flatMap(({ published_at: of }) => of ?? [])
    .toSorted()
    .at(-1)
  // Those that say no date are known by their ids alone.
  const ids = examples.filter(({ published_at: of }) => of === undefined || of === newest).map(({ id }) => id)
  return { since_at: newest ?? at, since_ids: JSON.stringify(ids) }
}
