import { type Day, daysBetween, warsawDay } from '@/lib/domain/calendar'
import { reportName } from '@/lib/domain/events/sources'
import { formatDate, formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { pages } from '@/lib/domain/pages'
import { reportsOfDayPath } from '@/lib/domain/routes'
import { missingFrom } from '@/lib/features/reports/day-states'
import { readReportGaps } from '@/lib/features/reports/report-days'
import { listReportWatches } from '@/lib/features/reports/statements/report-readings'
import { countIn, wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'

import { type ConditionOf, MAX_EXPIRY_HOURS } from '../contract/conditions'
import { findRuleCursor, lockRuleCursor, moveRuleCursor } from '../statements/cursors'
import { insertRuleHits, type NewHit } from '../statements/hits'
import {
  lastChangeOf,
  listRulesOfKind,
  type RuleCheckContext,
  type PreviewResult,
  type RuleKindOf,
  type RuleOf,
} from './kind'

const KIND = 'report'
/** Interval between checks; a changed rule triggers an additional one. */
const EVERY_MS = 10 * 60_000
const HOUR_MS = 3_600_000
/** Days before today that are checked: longer than a report is available. */
const DAYS = 14

type Condition = ConditionOf<'report'>
type Gaps = Awaited<ReturnType<typeof readReportGaps>>
type ReportHitContent = {
  readonly what: Condition['what']
  readonly source: string
  readonly day: Day
  readonly formats: readonly string[]
  readonly expires_at: string | null
}

const gapsOf = ({ storage, account, now, isEmbedded }: RuleCheckContext, days: number): Promise<Gaps> =>
  readReportGaps(storage.db, { accountId: account.id, now, isEmbedded, days, withinHours: MAX_EXPIRY_HOURS })

async function find(checkContext: RuleCheckContext): Promise<void> {
  const { storage, account, now } = checkContext
  const key = { account_id: account.id, kind: KIND }
  const changed = lastChangeOf(await listRulesOfKind(storage.db, account.id, KIND))
  const lastCheck = await findRuleCursor(storage.db, key)
  if (lastCheck && changed < lastCheck.mark && now.getTime() - Date.parse(lastCheck.mark) < EVERY_MS) return
  const gaps = await gapsOf(checkContext, DAYS)
  await inAccount(checkContext, async (db) => {
    const cursor = await lockRuleCursor(db, key)
    const rules = await listRulesOfKind(db, account.id, KIND)
    const found = rules.flatMap((rule) => hitsOf(rule, gaps, checkContext))
    await insertRuleHits(db, { accountId: account.id, at: now.toISOString() }, found)
    await moveRuleCursor(db, { ...cursor, mark: now.toISOString() })
  })
}

const isWanted = ({ sources }: Condition, source: string): boolean =>
  sources.length === 0 || sources.some((each) => each === source)

function hitsOf(rule: RuleOf<'report'>, gaps: Gaps, checkContext: RuleCheckContext): NewHit[] {
  const { id, condition } = rule
  const hitContents =
    condition.what === 'missing' ? missingOf(rule, gaps, checkContext) : expiringOf(condition, gaps, checkContext)
  return hitContents.map((each) => ({
    rule_id: id,
    occurrence: [each.what, each.source, each.day, ...(each.what === 'expiring' ? [condition.hours] : [])].join(':'),
    subject_key: `report:${each.source}:${each.day}`,
    content: JSON.stringify(each),
  }))
}

const missingOf = (
  { condition, since_at: sinceAt }: RuleOf<'report'>,
  { missing }: Gaps,
  { isEmbedded }: RuleCheckContext,
): ReportHitContent[] =>
  missing
    .filter(({ source, day }) => isWanted(condition, source) && missingFrom(day, isEmbedded).toISOString() >= sinceAt)
    .map(({ source, day, formats }) => ({ what: 'missing', source, day, formats, expires_at: null }))

function expiringOf(condition: Condition, { expiring }: Gaps, { now }: RuleCheckContext): ReportHitContent[] {
  const soon = new Date(now.getTime() + condition.hours * HOUR_MS).toISOString()
  return expiring
    .filter(({ source, expires_at: end }) => isWanted(condition, source) && end <= soon)
    .map(({ source, day, formats, expires_at }) => ({ what: 'expiring', source, day, formats, expires_at }))
}

/** Reports that expired without a download cannot be found afterwards: a member may have downloaded them later. */
async function preview(checkContext: RuleCheckContext, condition: Condition, from: Date): Promise<PreviewResult> {
  const { storage, account, now, isEmbedded } = checkContext
  // Missing reports are only known for the time in which the panel watched without a gap.
  const watch = (await listReportWatches(storage.db, account.id)).at(-1)
  if (condition.what === 'expiring' || watch === undefined) return { since: undefined, found: [] }
  const watchedSince = new Date(watch.from_at)
  const since = watchedSince > from ? watchedSince : from
  const { missing } = await gapsOf(checkContext, daysBetween(warsawDay(from), warsawDay(now)))
  const wanted = missing.filter(({ source }) => isWanted(condition, source))
  const found = wanted.map(({ day }) => missingFrom(day, isEmbedded))
  return { since, found: found.filter((at) => at >= since && at <= now) }
}

function headline(locale: Locale, { condition, count, all }: Parameters<RuleKindOf<'report'>['headline']>[1]): string {
  // Safe: `find` wrote them.
  const sources =
    all === undefined ? condition.sources : (all as readonly ReportHitContent[]).map(({ source }) => source)
  const names = [...new Set(sources)].map((source) => reportName(source, locale))
  const countText = wordsIn(locale, 'mails', 'found').say(`reports.${condition.what}`, countIn(locale, count))
  return names.length === 0 ? countText : `${countText}: ${names.join(', ')}`
}

export const reportKind: RuleKindOf<'report'> = {
  name: KIND,
  find,
  nextCheck: (now) => new Date(now.getTime() + EVERY_MS),
  preview,
  messageType: ({ what }) => `report.${what}`,
  headline,
  describe: (locale, content) => {
    const { say } = wordsIn(locale, 'mails', 'found')
    // Safe: `find` wrote it.
    const { source, day, formats, expires_at: expires } = content as ReportHitContent
    const names = formats.map((format) => format.toUpperCase()).join(', ')
    return {
      title: say('reports.report', { source: reportName(source, locale), day: formatDate(day, locale) }),
      lines: [
        expires === null
          ? say('reports.notMade', { formats: names })
          : say('reports.until', { when: formatDateTime(expires, locale) }),
      ],
      path: reportsOfDayPath(day, source),
    }
  },
  path: pages.reports.path,
}
