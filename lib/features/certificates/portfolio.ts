import { warsawDay } from '@/lib/domain/calendar'
import { findIdentifier } from '@/lib/domain/events/event-text'
import { defaultLocale } from '@/lib/domain/format/locales'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import type { PanelParsed } from '@/lib/features/contract'
import type { EventReading } from '@/lib/features/events/contract'
import { refreshEventCopy } from '@/lib/features/events/refresh-event-copy'
import { countStoredEvents, listFolded, listStoredEventsAfter } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { readTags } from '@/lib/features/events/tag-readings'
import { eachPage, type WatchedRecord } from '@/lib/features/personal-data/watched-records'
import { readRetainedPeriod } from '@/lib/features/retention/statements/periods'
import type { PanelContext } from '@/lib/panel/context'
import { countIn, wordsIn } from '@/lib/panel/words'

import { type CertificateContent, lazyRows, createCertificateFormat, warningOf } from './content'
import { readAnnouncementReferences } from './evidence'
import { announcementLine, certificateSource, identifierWord, kindLine, type CertificateFormat } from './rows'

const PATIENCE_MS = 5_000
const PAGE = 1000

type Portfolio = {
  readonly tag: string | null
  readonly monitors: readonly WatchedRecord[]
  /** Number of events as delivered by the service. */
  readonly delivered: number
  /** One event per announcement and subject, oldest first. */
  readonly events: readonly PanelEventTable[]
  readonly folded: ReadonlyMap<number, readonly PanelEventTable[]>
  readonly notes: Awaited<ReturnType<typeof readAnnouncementReferences>>
  readonly reading: EventReading
  readonly eventsFrom: string | null
}

async function gatherPortfolio(context: PanelContext, tag: string | null): Promise<Portfolio> {
  const { callService, account, storage } = context
  const reading = await refreshEventCopy(context, PATIENCE_MS)
  const tags = tag === null ? [] : [tag]
  await readTags(context, tags)
  const monitors: WatchedRecord[] = []
  const { signal } = context.request
  for await (const { items } of eachPage(callService, { signal, ...(tag !== null && { filter: { tag: [tag] } }) })) {
    monitors.push(...items)
  }
  const selection = { accountId: account.id, tags }
  const events: PanelEventTable[] = []
  for (;;) {
    const page = { since: events.at(-1)?.id ?? 0, limit: PAGE }
    const rows = await listStoredEventsAfter(storage.db, { ...selection, isFolded: true }, page)
    events.push(...rows)
    if (rows.length < PAGE) break
  }
  const folded = await listFolded(storage.db, account.id, [...new Set(events.map(({ lead_id: lead }) => lead))])
  const { events_from: eventsFrom } = await readRetainedPeriod(storage.db, account.id)
  const delivered = await countStoredEvents(storage.db, selection)
  const notes = await readAnnouncementReferences(context, events)
  return { tag, monitors, delivered, events, folded, notes, reading, eventsFrom }
}

const maskIfAny = (text: string | null | undefined): string[] => (text ? [maskPesels(text)] : [])

function monitorCells(
  monitor: WatchedRecord,
  { at, words, say }: CertificateFormat,
): readonly [string, string, string] {
  const { created_at: createdAt, identifier_type: type, identifier_value: value, filter_id: filter } = monitor
  const found = findIdentifier({ identifier_type: type, identifier_value: value })
  const identifier = found
    ? `${identifierWord(found.type)} ${found.value}`
    : filter
      ? say('facts.filterUnnamed', { id: filter })
      : ''
  const tags = (monitor.tags ?? []).map(maskPesels)
  const description = [...maskIfAny(monitor.subject_name), ...maskIfAny(monitor.label), ...tags].join(', ')
  return [createdAt === undefined ? words.facts.unknown : at(createdAt), identifier, description || words.none]
}

/** Builds the text of a portfolio certificate; personal numbers are always masked. */
function portfolioContent(portfolio: Portfolio, context: PanelContext, format: CertificateFormat): CertificateContent {
  const { account, user, now } = context
  const { words, at, count, locale } = format
  const { words: portfolioWords, say } = wordsIn(locale, 'papers', 'portfolio')
  const { tag, monitors, delivered, events, folded, notes, reading, eventsFrom } = portfolio
  const { as_of: asOf } = reading
  const [shown, repeated] = [events.length, delivered - events.length]
  const scope = tag === null ? portfolioWords.all : say('ofTag', { tag: maskPesels(tag) })
  const of = { monitors: portfolioWords[tag === null ? 'ofEvery' : 'ofThese'] }
  const total = { given: count(delivered), shown: count(shown), repeated: count(repeated) }
  const monitorText = ({ lead_id: lead, monitor_id: monitor }: PanelEventTable): string => {
    const by = folded.get(lead)?.length ?? 1
    return by === 1 ? say('monitor', { id: monitor }) : say('by', countIn(locale, by))
  }
  return {
    title: portfolioWords.title,
    subject: scope,
    statement: [
      say('watches', { account: account.name, now: at(now), ...countIn(locale, monitors.length) }),
      repeated === 0
        ? say('same', { ...of, ...countIn(locale, delivered) })
        : say('counts', { ...of, ...total, ...countIn(locale, delivered) }),
      ...(asOf === null ? [] : [say('asOf', { at: at(asOf) })]),
      ...(eventsFrom === null ? [] : [format.say('statement.eventsKeptFrom', { from: at(eventsFrom) })]),
    ],
    warning: warningOf(reading, format),
    facts: [
      { label: words.facts.account, value: account.name },
      { label: portfolioWords.facts.scope, value: scope },
      { label: portfolioWords.facts.monitors, value: count(monitors.length) },
      { label: portfolioWords.facts.given, value: total.given },
      { label: portfolioWords.facts.shown, value: total.shown },
      { label: portfolioWords.facts.repeated, value: total.repeated },
      { label: words.facts.issued, value: format.say('facts.issuedBy', { at: at(now), who: user.email }) },
    ],
    events: {
      ...words.events,
      rows: lazyRows(events, (event) => [
        at(event.created_at),
        certificateSource(event, format),
        [
          maskIfAny(event.title)[0] ?? event.announcement_id,
          ...kindLine(event, format),
          [...maskIfAny(event.subject_name), monitorText(event)].join(', '),
          announcementLine(event, notes.get(event.announcement_id), format),
        ].join('\n'),
      ]),
    },
    changes: {
      title: portfolioWords.facts.monitors,
      columns: portfolioWords.monitors,
      rows: lazyRows(monitors, (each) => monitorCells(each, format)),
    },
    limits: {
      title: words.limits.title,
      items: [tag === null ? portfolioWords.deleted : portfolioWords.tagged, words.limits.kinds],
    },
    none: words.none,
    footer: format.say('footer', { at: at(now), who: user.email }),
  }
}

export async function makePortfolio(
  context: PanelContext,
  { tag, locale = defaultLocale }: PanelParsed<'coverage.portfolio'>['body'],
) {
  const portfolio = await gatherPortfolio(context, tag)
  const { delivered, events, monitors } = portfolio
  return {
    locale,
    content: portfolioContent(portfolio, context, createCertificateFormat(locale)),
    counts: { monitors: monitors.length, events: delivered, shown: events.length },
    file: `${wordsIn(locale, 'papers', 'portfolio').words.file}-${warsawDay(context.now)}.pdf`,
  }
}
