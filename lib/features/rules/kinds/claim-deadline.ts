import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { CLAIM_DAYS, claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import type { SeverityChoices } from '@/lib/domain/events/event-kinds'
import { formatDate } from '@/lib/domain/format/format'
import { pages } from '@/lib/domain/pages'
import { noticeEventsPath } from '@/lib/domain/routes'
import { firstClaimDay, MOVED_DAYS } from '@/lib/features/events/claims'
import { readSeverityChoices } from '@/lib/features/events/statements/event-severities'
import { listFolded, newestStoredEvent } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { countIn, wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'

import type { ConditionOf } from '../contract/conditions'
import { findRuleCursor, listLeadsSince, lockRuleCursor, moveRuleCursor } from '../statements/cursors'
import { insertRuleHits, type NewHit } from '../statements/hits'
import { type EventHitContent, eventHitContent, describeEvent, subjectKeyOf } from './event-description'
import { eventsStoredSince } from './event-extent'
import { carriesTags, readTagged, refreshTagMembers, type TaggedMonitors } from './events'
import {
  lastChangeOf,
  listRulesOfKind,
  type RuleCheckContext,
  type PreviewResult,
  type RuleKindOf,
  type RuleOf,
} from './kind'

const KIND = 'claim_deadline'
type ClaimHitContent = EventHitContent & { readonly last_day: Day }

/** Identifies the last check: another day, a changed rule or a newer event requires a new one. */
const markOf = (today: Day, rules: readonly RuleOf<'claim_deadline'>[]): string =>
  `${today} ${rules.length} ${lastChangeOf(rules)}`

async function find(checkContext: RuleCheckContext): Promise<void> {
  const { storage, account, now, isEmbedded } = checkContext
  const key = { account_id: account.id, kind: KIND }
  const today = warsawDay(now)
  const currentRules = await listRulesOfKind(storage.db, account.id, KIND)
  const newest = await newestStoredEvent(storage.db, account.id)
  const lastCheck = await findRuleCursor(storage.db, key)
  if (lastCheck?.position === newest && lastCheck.mark === markOf(today, currentRules)) return
  const tags = currentRules.flatMap(({ condition }) => condition.tags)
  await refreshTagMembers(checkContext, tags)
  await inAccount(checkContext, async (db) => {
    const cursor = await lockRuleCursor(db, key)
    const rules = await listRulesOfKind(db, account.id, KIND)
    const position = await newestStoredEvent(db, account.id)
    // After a check with the same day and rules, only newer events have to be read.
    const after = cursor.mark === markOf(today, rules) ? cursor.position : 0
    const events = await listLeadsSince(db, { accountId: account.id, source: 'krz', day: firstClaimDay(today), after })
    // Uses the rules noted in the mark: a rule saved since then has requested its tags when it was saved.
    const wanted = rules.flatMap(({ condition }) => condition.tags)
    const monitorIds = [...new Set(events.map(({ monitor_id: id }) => id))]
    const tagged = await readTagged(db, { accountId: account.id, tags: wanted, monitorIds, isEmbedded })
    const near = events.filter((event) => opensClaims(event))
    const folded = await listFolded(
      db,
      account.id,
      near.map(({ lead_id: lead }) => lead),
    )
    const choices = await readSeverityChoices(db, account.id)
    const found = rules.flatMap((rule) => hitsOf(rule, { events: near, folded, tagged, today, choices }))
    await insertRuleHits(db, { accountId: account.id, at: now.toISOString() }, found)
    await moveRuleCursor(db, { ...cursor, position, mark: markOf(today, rules) })
  })
}

type ClaimEvents = {
  readonly events: readonly PanelEventTable[]
  readonly folded: ReadonlyMap<number, readonly PanelEventTable[]>
  readonly tagged: TaggedMonitors
  readonly today: Day
  readonly choices: SeverityChoices
}

/**
 * Matches deadlines at or below the rule's distance, including past ones: a deadline that passed during a pause is
 * notified late rather than never.
 */
function hitsOf(
  { id, condition }: RuleOf<'claim_deadline'>,
  { events, folded, tagged, today, choices }: ClaimEvents,
): NewHit[] {
  return events.flatMap((event) => {
    if (!carriesTags(tagged, condition.tags, event.monitor_id)) return []
    const { lastDay, daysLeft } = claimDeadline(event.day, today)
    if (daysLeft < 0 || daysLeft > condition.days) return []
    const hitContent: ClaimHitContent = {
      ...eventHitContent(event, { folded: folded.get(event.lead_id), choices }),
      last_day: lastDay,
    }
    return {
      rule_id: id,
      occurrence: `claim:${event.lead_id}:${condition.days}`,
      subject_key: subjectKeyOf(event),
      content: JSON.stringify(hitContent),
    }
  })
}

async function preview(
  checkContext: RuleCheckContext,
  { days, tags }: ConditionOf<'claim_deadline'>,
  from: Date,
): Promise<PreviewResult> {
  const { storage, account, now, isEmbedded } = checkContext
  const storedSince = await eventsStoredSince(checkContext)
  if (storedSince === undefined) return { since: undefined, found: [] }
  await refreshTagMembers(checkContext, tags)
  const tagged = await readTagged(storage.db, { accountId: account.id, tags, isEmbedded })
  // Deadlines that came near in the previewed days belong to announcements that are weeks older.
  const claimsSince = startOfDay(addDays(warsawDay(storedSince), CLAIM_DAYS + MOVED_DAYS - days))
  const since = !reachesAccountStart(account, storedSince) && claimsSince > from ? claimsSince : from
  const day = firstClaimDay(warsawDay(from))
  const events = await listLeadsSince(storage.db, { accountId: account.id, source: 'krz', day })
  const opening = events.filter((event) => opensClaims(event) && carriesTags(tagged, tags, event.monitor_id))
  const near = opening.map((event) => [event.lead_id, nearAt(event, days)] as const)
  const found = new Map(near.filter(([, at]) => at >= since && at <= now))
  return { since: since > now ? undefined : since, found: [...found.values()] }
}

/** When a deadline first was as near as the rule requires; the announcement's time if it always was. */
function nearAt(event: PanelEventTable, days: number): Date {
  const near = addDays(claimDeadline(event.day, event.day).lastDay, -days)
  return near > event.day ? startOfDay(near) : new Date(event.created_at)
}

/** True if the stored events reach back to the creation of the account, before which there was nothing to find. */
const reachesAccountStart = ({ created_at: at }: RuleCheckContext['account'], storedSince: Date): boolean =>
  Date.parse(at) >= storedSince.getTime()

export const claimDeadlineKind: RuleKindOf<'claim_deadline'> = {
  name: KIND,
  find,
  // Deadlines come nearer with each day.
  nextCheck: (now) => startOfDay(addDays(warsawDay(now), 1)),
  preview,
  messageType: () => 'claim.deadline',
  headline: (locale, { count }) => wordsIn(locale, 'mails', 'found').say('claims.near', countIn(locale, count)),
  describe: (locale, content) => {
    // Safe: `find` wrote it.
    const hitContent = content as ClaimHitContent
    const { lines, lead, ...rest } = describeEvent(locale, hitContent)
    const { words: t, say } = wordsIn(locale, 'mails', 'found')
    const until = say('claims.until', { day: formatDate(hitContent.last_day, locale) })
    // The day comes first, because a subject may be cut.
    return { ...rest, lines: [until, t.claims.counted, ...lines], lead: `${until} · ${lead ?? ''}` }
  },
  path: pages.events.path,
  noticePathOf: noticeEventsPath,
}
