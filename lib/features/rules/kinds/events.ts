import { rankOfKind, type SeverityChoices } from '@/lib/domain/events/event-kinds'
import { shortSourceName } from '@/lib/domain/events/sources'
import { pages } from '@/lib/domain/pages'
import { noticeEventsPath } from '@/lib/domain/routes'
import { readSeverityChoices } from '@/lib/features/events/statements/event-severities'
import { listFolded, newestStoredEvent } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { readTags } from '@/lib/features/events/tag-readings'
import { countIn, wordsIn } from '@/lib/panel/words'
import { inAccount } from '@/lib/storage/engine/account-lock'
import type { Db } from '@/lib/storage/storage'

import type { ConditionOf } from '../contract/conditions'
import {
  findRuleCursor,
  lastEventBefore,
  listEventsAfter,
  listTagged,
  lockRuleCursor,
  moveRuleCursor,
  type TagQuery,
} from '../statements/cursors'
import { insertRuleHits, type NewHit } from '../statements/hits'
import { type EventHitContent, eventHitContent, describeEvent, kindOfHit, subjectKeyOf } from './event-description'
import { eventsStoredSince } from './event-extent'
import { listRulesOfKind, type RuleCheckContext, type PreviewResult, type RuleKindOf, type RuleOf } from './kind'

const KIND = 'events'
const PAGE = 1000
/** Upper limit for the difference between the clocks of a remote service and the panel. */
const CLOCKS_APART_MS = 3_600_000

type Condition = ConditionOf<'events'>
/** Maps tags to the monitors that carry them. */
export type TaggedMonitors = ReadonlyMap<string, ReadonlySet<string>>

/** Stores which monitors of a remote service carry these tags now. An embedded service stores that itself. */
export async function refreshTagMembers(checkContext: TagReadContext, tags: readonly string[]): Promise<void> {
  if (!checkContext.isEmbedded) await readTags(checkContext, [...new Set(tags)])
}

type TagReadContext = Parameters<typeof readTags>[0] & Pick<RuleCheckContext, 'isEmbedded'>

export async function readTagged(db: Db, query: TagQuery): Promise<TaggedMonitors> {
  const tagged = new Map<string, Set<string>>()
  for (const { tag, monitor_id } of await listTagged(db, { ...query, tags: [...new Set(query.tags)] })) {
    const members = tagged.get(tag) ?? new Set()
    tagged.set(tag, members.add(monitor_id))
  }
  return tagged
}

export const carriesTags = (tagged: TaggedMonitors, tags: readonly string[], monitorId: string): boolean =>
  tags.every((tag) => tagged.get(tag)?.has(monitorId) === true)

type EventTest = (event: PanelEventTable) => boolean

/** Builds the match test of one condition; lists become sets once instead of once per event. */
function testOf({ sources, announcements, tags, monitor_ids: monitors }: Condition, tagged: TaggedMonitors): EventTest {
  const [ofSources, ofMonitors, ofKinds] = [new Set(sources), new Set(monitors), new Set<string>(announcements)]
  return (event) =>
    (ofSources.size === 0 || ofSources.has(event.source)) &&
    (ofMonitors.size === 0 || ofMonitors.has(event.monitor_id)) &&
    (ofKinds.size === 0 || ofKinds.has(event.kind)) &&
    carriesTags(tagged, tags, event.monitor_id)
}

async function find(checkContext: RuleCheckContext): Promise<void> {
  const { storage, account } = checkContext
  const cursor = await findRuleCursor(storage.db, { account_id: account.id, kind: KIND })
  if ((cursor?.position ?? 0) >= (await newestStoredEvent(storage.db, account.id))) return
  const tags = (await listRulesOfKind(storage.db, account.id, KIND)).flatMap(({ condition }) => condition.tags)
  await refreshTagMembers(checkContext, tags)
  while (await findPage(checkContext));
}

/** Reads a page of events once for all rules; matches and cursor are saved in one transaction. */
function findPage({ storage, account, now, isEmbedded }: RuleCheckContext): Promise<boolean> {
  return inAccount({ storage, account }, async (db) => {
    const cursor = await lockRuleCursor(db, { account_id: account.id, kind: KIND })
    const rules = await listRulesOfKind(db, account.id, KIND)
    if (rules.length === 0) return false
    const after = Math.max(cursor.position, Math.min(...rules.map(({ since }) => since)))
    const events = await listEventsAfter(db, { accountId: account.id, after, limit: PAGE })
    const last = events.at(-1)
    if (!last) return false
    const tagged = await readTagged(db, {
      accountId: account.id,
      tags: rules.flatMap(({ condition }) => condition.tags),
      monitorIds: [...new Set(events.map(({ monitor_id: id }) => id))],
      isEmbedded,
    })
    const found = matchEvents(rules, events, tagged)
    const eventsByLead = await listFolded(db, account.id, [...new Set(found.map(({ event }) => event.lead_id))])
    const choices = await readSeverityChoices(db, account.id)
    await insertRuleHits(db, { accountId: account.id, at: now.toISOString() }, hitsOf(found, eventsByLead, choices))
    await moveRuleCursor(db, { ...cursor, position: last.id })
    return events.length === PAGE
  })
}

type FoundEvent = { readonly event: PanelEventTable; readonly matchingRules: readonly string[] }

/** Returns matching events, each with the ids of the rules that match it. */
function matchEvents(
  rules: readonly RuleOf<'events'>[],
  events: readonly PanelEventTable[],
  tagged: TaggedMonitors,
): FoundEvent[] {
  const tests = rules.map(({ id, condition, since, since_at: at }) => ({
    id,
    since,
    from: new Date(Date.parse(at) - CLOCKS_APART_MS).toISOString(),
    test: testOf(condition, tagged),
  }))
  return events.flatMap((event) => {
    const matchingRules = tests.filter(
      ({ since, from, test }) => event.id > since && event.created_at >= from && test(event),
    )
    return matchingRules.length === 0 ? [] : [{ event, matchingRules: matchingRules.map(({ id }) => id) }]
  })
}

const hitsOf = (
  found: readonly FoundEvent[],
  eventsByLead: ReadonlyMap<number, PanelEventTable[]>,
  choices: SeverityChoices,
): NewHit[] =>
  found.flatMap(({ event, matchingRules }) => {
    const hitFields = {
      // When several monitors report the same announcement about the same subject, it matches once and lists all of
      // them.
      occurrence: `event:${event.lead_id}`,
      subject_key: subjectKeyOf(event),
      content: JSON.stringify(eventHitContent(event, { folded: eventsByLead.get(event.lead_id), choices })),
    }
    return matchingRules.map((id) => ({ rule_id: id, ...hitFields }))
  })

async function preview(checkContext: RuleCheckContext, condition: Condition, from: Date): Promise<PreviewResult> {
  const { storage, account, now, isEmbedded } = checkContext
  const storedSince = await eventsStoredSince(checkContext)
  if (storedSince === undefined) return { since: undefined, found: [] }
  await refreshTagMembers(checkContext, condition.tags)
  const { tags } = condition
  const test = testOf(condition, await readTagged(storage.db, { accountId: account.id, tags, isEmbedded }))
  const since = storedSince > from ? storedSince : from
  const found = new Map<number, Date>()
  for await (const event of eventsSince(checkContext, since)) {
    const at = new Date(event.created_at)
    if (at < since || at > now || found.has(event.lead_id)) continue
    if (test(event)) found.set(event.lead_id, at)
  }
  return { since, found: [...found.values()] }
}

/** Yields events by number, which is roughly their chronological order. */
async function* eventsSince(
  { storage: { db }, account }: RuleCheckContext,
  since: Date,
): AsyncGenerator<PanelEventTable> {
  let after = await lastEventBefore(db, account.id, since.toISOString())
  for (;;) {
    const events = await listEventsAfter(db, { accountId: account.id, after, limit: 5 * PAGE })
    yield* events
    const last = events.at(-1)
    if (!last || events.length < 5 * PAGE) return
    after = last.id
  }
}

/** The sources of all hits if they were read, else the sources that the rule names. */
function sourcesOf(condition: Condition, all: readonly unknown[] | undefined): readonly string[] {
  // Safe: `find` wrote them.
  return all === undefined
    ? condition.sources
    : [...new Set((all as readonly EventHitContent[]).map(({ source }) => source))]
}

export const eventsKind: RuleKindOf<'events'> = {
  name: KIND,
  find,
  preview,
  messageType: () => 'event.found',
  headline: (locale, { condition, count, all }) => {
    const sources = sourcesOf(condition, all).map((source) => shortSourceName(source, locale))
    const countText = wordsIn(locale, 'mails', 'found').say('events', countIn(locale, count))
    return sources.length === 0 ? countText : `${countText}: ${sources.join(', ')}`
  },
  // Safe: `find` wrote it.
  describe: (locale, content) => describeEvent(locale, content as EventHitContent),
  events: (content) => Math.max(1, (content as EventHitContent).monitors?.length ?? 1),
  rank: (content) => {
    const { kind, severity } = kindOfHit(content as EventHitContent)
    return rankOfKind(kind, { [kind]: severity })
  },
  path: pages.events.path,
  noticePathOf: noticeEventsPath,
}
