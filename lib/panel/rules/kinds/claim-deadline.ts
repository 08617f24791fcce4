import type { ConditionOf } from '@/lib/contract/panel/rule-conditions'
import { addDays, type Day, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { CLAIM_DAYS, claimDeadline, opensClaims } from '@/lib/domain/events/claim-deadline'
import { formatDate } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { countText } from '@/lib/domain/format/plural'
import { pages } from '@/lib/domain/pages'
import { inAccount } from '@/lib/storage/engine/account-lock'
import { listFolded, newestKept } from '@/lib/storage/panel/events/panel-events'
import type { PanelEventTable } from '@/lib/storage/panel/events/tables'
import { findRuleCursor, listLeadsSince, lockRuleCursor, moveRuleCursor } from '@/lib/storage/panel/rules/cursors'
import { insertRuleHits, type NewHit } from '@/lib/storage/panel/rules/hits'
import { listEnabledRules } from '@/lib/storage/panel/rules/rules'
import type { RuleTable } from '@/lib/storage/panel/rules/tables'

import { eventsHeldSince } from './event-extent'
import { carriesTags, readTagged, readTagsOf, type TaggedMonitors } from './events'
import { type Looking, type Retrospect, type RuleKindOf, type RuleOf, toRule } from './kind'
import { type SaidEvent, saidOf, sayEvent, subjectKeyOf } from './said-event'

const KIND = 'claim_deadline'
/** Days free of work may move a deadline by so many at most. */
const MOVED_DAYS = 7

type SaidClaim = SaidEvent & { readonly last_day: Day }

const isOfKind = ({ kind }: RuleTable): boolean => kind === KIND

/** What was looked at: another day, another rule or a newer event is looked at anew. */
const markOf = (today: Day, rules: readonly RuleTable[]): string =>
  `${today} ${rules.length} ${rules.map(({ updated_at: at }) => at).reduce((a, b) => (a > b ? a : b), '')}`

async function find(looking: Looking): Promise<void> {
  const { storage, account, now, isEmbedded } = looking
  const key = { account_id: account.id, kind: KIND }
  const today = warsawDay(now)
  const rows = (await listEnabledRules(storage.db, account.id)).filter(isOfKind)
  const newest = await newestKept(storage.db, account.id)
  const known = await findRuleCursor(storage.db, key)
  if (known?.position === newest && known.mark === markOf(today, rows)) return
  const tags = rows.flatMap((row) => toRule<'claim_deadline'>(row).condition.tags)
  await readTagsOf(looking, tags)
  await inAccount(looking, async (db) => {
    const cursor = await lockRuleCursor(db, key)
    const rules = (await listEnabledRules(db, account.id)).filter(isOfKind)
    const position = await newestKept(db, account.id)
    // What was looked at on this day for the same rules is as near now as it was then: of weeks of events the new ones are left.
    const after = cursor.mark === markOf(today, rules) ? cursor.position : 0
    const events = await listLeadsSince(db, { accountId: account.id, source: 'krz', day: firstDay(today), after })
    // Of the rules that are noted as looked at: one may have been saved since the tags were asked for, which its saving did too.
    const wanted = rules.flatMap((row) => toRule<'claim_deadline'>(row).condition.tags)
    const monitorIds = [...new Set(events.map(({ monitor_id: id }) => id))]
    const tagged = await readTagged(db, { accountId: account.id, tags: wanted, monitorIds, isEmbedded })
    const near = events.filter((event) => opensClaims(event))
    const folded = await listFolded(
      db,
      account.id,
      near.map(({ lead_id: lead }) => lead),
    )
    const found = rules.flatMap((row) => hitsOf(toRule<'claim_deadline'>(row), { events: near, folded, tagged, today }))
    await insertRuleHits(db, { accountId: account.id, at: now.toISOString() }, found)
    await moveRuleCursor(db, { ...cursor, position, mark: markOf(today, rules) })
  })
}

/** Older announcements have no time left for claims. */
const firstDay = (today: Day): Day => addDays(today, -CLAIM_DAYS - MOVED_DAYS)

type Looked = {
  /** Announcements that open claims. */
  readonly events: readonly PanelEventTable[]
  readonly folded: ReadonlyMap<number, readonly PanelEventTable[]>
  readonly tagged: TaggedMonitors
  readonly today: Day
}

/** Deadlines that are as near as the rule wants, or nearer: one that a pause let pass is told late rather than not at all. */
function hitsOf({ id, condition }: RuleOf<'claim_deadline'>, { events, folded, tagged, today }: Looked): NewHit[] {
  return events.flatMap((event) => {
    if (!carriesTags(tagged, condition.tags, event.monitor_id)) return []
    const { lastDay, daysLeft } = claimDeadline(event.day, today)
    if (daysLeft < 0 || daysLeft > condition.days) return []
    const said: SaidClaim = { ...saidOf(event, folded.get(event.lead_id)), last_day: lastDay }
    return {
      rule_id: id,
      occurrence: `claim:${event.lead_id}:${condition.days}`,
      subject_key: subjectKeyOf(event),
      content: JSON.stringify(said),
    }
  })
}

async function lookBack(
  looking: Looking,
  { days, tags }: ConditionOf<'claim_deadline'>,
  from: Date,
): Promise<Retrospect> {
  const { storage, account, now, isEmbedded } = looking
  const held = await eventsHeldSince(looking)
  if (held === undefined) return { since: undefined, found: [] }
  await readTagsOf(looking, tags)
  const tagged = await readTagged(storage.db, { accountId: account.id, tags, isEmbedded })
  // Deadlines that came near in the days looked back on are of announcements from weeks before.
  const heldFor = startOfDay(addDays(warsawDay(held), CLAIM_DAYS + MOVED_DAYS - days))
  const since = !isNew(account, held) && heldFor > from ? heldFor : from
  const day = firstDay(warsawDay(from))
  const events = await listLeadsSince(storage.db, { accountId: account.id, source: 'krz', day })
  const opening = events.filter((event) => opensClaims(event) && carriesTags(tagged, tags, event.monitor_id))
  const near = opening.map((event) => [event.lead_id, nearAt(event, days)] as const)
  const found = new Map(near.filter(([, at]) => at >= since && at <= now))
  return { since: since > now ? undefined : since, found: [...found.values()] }
}

/** When a deadline was as near as a rule wants; of one that always was, when it was announced. */
function nearAt(event: PanelEventTable, days: number): Date {
  const near = addDays(claimDeadline(event.day, event.day).lastDay, -days)
  return near > event.day ? startOfDay(near) : new Date(event.created_at)
}

/** Before the account there was nothing to find. */
const isNew = ({ created_at: at }: Looking['account'], held: Date): boolean => Date.parse(at) >= held.getTime()

const texts = {
  pl: {
    near: {
      one: 'zbliżający się termin zgłoszenia wierzytelności',
      few: 'zbliżające się terminy zgłoszenia wierzytelności',
      many: 'zbliżających się terminów zgłoszenia wierzytelności',
      other: 'zbliżającego się terminu zgłoszenia wierzytelności',
    },
    until: (day: string) => `Zgłoszenie wierzytelności najpóźniej ${day}`,
  },
  en: {
    near: { one: 'deadline for claims is near', other: 'deadlines for claims are near' },
    until: (day: string) => `Claims can be lodged until ${day}`,
  },
} as const satisfies Record<Locale, unknown>

export const claimDeadlineKind: RuleKindOf<'claim_deadline'> = {
  name: KIND,
  find,
  // Deadlines come near with each day.
  nextLook: (now) => startOfDay(addDays(warsawDay(now), 1)),
  lookBack,
  messageType: () => 'claim.deadline',
  headline: (locale, { count }) => `${countText(locale, texts[locale].near, count)}: KRZ`,
  say: (locale, content) => {
    // Sound: `find` wrote it.
    const said = content as SaidClaim
    const { lines, lead, ...rest } = sayEvent(locale, said)
    const until = texts[locale].until(formatDate(said.last_day, locale))
    return { ...rest, lines: [until, ...lines], lead: `${lead ?? ''} · ${until}` }
  },
  path: pages.events.path,
}
