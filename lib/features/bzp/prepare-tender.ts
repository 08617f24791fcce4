import type { OperationAnswer } from '@/lib/client/client'
import type { BzpFilter } from '@/lib/contract/bzp'
import { type NoticeTerms, readNoticeFilter } from '@/lib/domain/bzp/notice-filter'
import { isWorkingDay } from '@/lib/domain/calendar'
import type { ConditionOf } from '@/lib/features/rules/contract/conditions'
import type { RuleBody } from '@/lib/features/rules/contract/rules'
import { invalidRule } from '@/lib/features/rules/invalid-rule'
import type { RuleTable } from '@/lib/features/rules/tables'
import type { PanelContext } from '@/lib/panel/context'
import { noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import type { AccountTx } from '@/lib/storage/engine/account-lock'

import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from './contract/alerts'
import { toFoundNotice } from './remote-notice'
import { lockNoticeCursor } from './statements/cursor'
import { removeOtherAssignees, putReading } from './statements/readings'
import type { BzpReadingTable } from './tables'

/** Throws a 422 at the filter value that matches nothing, or that names no CPV code. */
async function parseTerms(filter: BzpFilter): Promise<NoticeTerms> {
  const terms = readNoticeFilter(filter)
  if ('fault' in terms) {
    const { list, index, msg } = terms.fault
    throw invalidRule(['condition', 'filter', list, index], 'value_error', msg, { input: filter[list][index] })
  }
  const codes = await readCodes()
  const unknown = terms.cpv.findIndex((digits) => !isPrefixAmong(codes, digits))
  if (unknown !== -1) {
    const msg = 'No code of the CPV begins with these digits'
    throw invalidRule(['condition', 'filter', 'cpv', unknown], 'unknown_cpv', msg, { input: filter.cpv[unknown] })
  }
  return terms
}

let codes: Promise<readonly string[]> | undefined

/** Official CPV codes, ascending. Loaded with the first saved alert because the list is long. */
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

function perWorkingDay({ count, days, daily }: AlertPreview): number {
  const dates = (daily ?? []).flatMap(({ date }) => date ?? [])
  // Without dates five of seven days count as working days.
  const working = dates.length > 0 ? dates.filter(isWorkingDay).length : Math.round(((days ?? 30) * 5) / 7)
  return Math.round((count ?? 0) / Math.max(1, working))
}

/** Refuses alerts that would flood their readers, or that may only send digests. */
function requireLimitedMatches(preview: AlertPreview, { timing }: Pick<RuleBody, 'timing'>): void {
  const dailyCount = perWorkingDay(preview)
  if (dailyCount > MAX_MATCHES_A_DAY) {
    const msg = `It would find about ${dailyCount} procedures a working day; an alert finds at most ${MAX_MATCHES_A_DAY}`
    throw invalidRule(['condition', 'filter'], 'too_many_matches', msg, { count: dailyCount, limit: MAX_MATCHES_A_DAY })
  }
  if (timing === 'at_once' && dailyCount > MAX_AT_ONCE_A_DAY) {
    const msg = `It would find about ${dailyCount} procedures a working day; more than ${MAX_AT_ONCE_A_DAY} are reported in a digest`
    throw invalidRule(['timing'], 'too_many_at_once', msg, { count: dailyCount, limit: MAX_AT_ONCE_A_DAY })
  }
}

type TenderBody = RuleBody & { readonly condition: ConditionOf<'tender'> }

/** Safe: only this panel writes this JSON, from validated input. */
export const filterOf = ({ condition }: Pick<RuleTable, 'condition'>): BzpFilter =>
  (JSON.parse(condition) as ConditionOf<'tender'>).filter

/** Checks a tender rule. A new rule, or one with another filter, finds notices from the moment it is saved. */
export async function prepareTender(body: RuleBody, before: RuleTable | undefined, context: PanelContext) {
  // Safe: only rules of this kind are passed here.
  const { condition, is_team: isTeam } = body as TenderBody
  const { filter } = condition
  await parseTerms(filter)
  const isNew = needsNewBaseline(body, before, filter)
  const becomesImmediate = body.timing === 'at_once' && before?.timing !== 'at_once'
  // The preview is requested only if its result can change the decision.
  const needsPreview = isNew || becomesImmediate
  const preview = needsPreview ? await context.callService('bzp.previewAlert', { body: filter }) : undefined
  if (preview) requireLimitedMatches(preview, body)
  return async (db: AccountTx) => {
    const baseline = isNew ? await readBaseline(db, context, preview) : undefined
    return async (ruleId: string) => {
      if (baseline) await putReading(db, { rule_id: ruleId, ...baseline })
      if (!isTeam) await removeOtherAssignees(db, ruleId, context.user.id)
    }
  }
}

const needsNewBaseline = ({ enabled }: RuleBody, before: RuleTable | undefined, filter: BzpFilter): boolean =>
  before?.kind !== 'tender' ||
  (before.enabled === 0 && enabled) ||
  JSON.stringify(filterOf(before)) !== JSON.stringify(filter)

/** The newest notices when an alert was saved; its author has just seen them in the preview. */
type Baseline = Omit<BzpReadingTable, 'rule_id'>

async function readBaseline(
  db: AccountTx,
  context: PanelContext,
  preview: AlertPreview | undefined,
): Promise<Baseline> {
  const { now, isEmbedded } = context
  const at = now.toISOString()
  const emptyBaseline = {
    since_ids: null,
    read_at: null,
    complete_until: null,
    gap_until: null,
    missing: 0,
    problem: null,
  }
  if (!isEmbedded) return { ...emptyBaseline, ...remoteBaseline(preview, at), since_position: 0, complete_until: at }
  await lockNoticeCursor(db, now)
  return { ...emptyBaseline, since_position: await noticePosition(db), since_at: at }
}

/**
 * A remote service shows its five newest notices. If it shows none, everything found later is new, whatever its date.
 */
function remoteBaseline(preview: AlertPreview | undefined, at: string): Pick<Baseline, 'since_at' | 'since_ids'> {
  if (preview?.count === 0) return { since_at: '', since_ids: null }
  const examples = (preview?.examples ?? []).map(toFoundNotice)
  const newest = examples
    .flatMap(({ published_at: publishedAt }) => publishedAt ?? [])
    .toSorted()
    .at(-1)
  // Notices without a date are recognised by their ids.
  const ids = examples
    .filter(({ published_at: publishedAt }) => publishedAt === undefined || publishedAt === newest)
    .map(({ id }) => id)
  return { since_at: newest ?? at, since_ids: JSON.stringify(ids) }
}
