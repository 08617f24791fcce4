import { addDays, type Day, endOfDeadline } from '@/lib/domain/calendar'
import { isEventKind, type SeverityChoices, severityOfKind } from '@/lib/domain/events/event-kinds'
import { reportName, sourceName } from '@/lib/domain/events/sources'
import { formatDate, formatRemoteDay } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import { eventPath, reportsOfDayPath, routes } from '@/lib/domain/routes'
import type { deadlinesOf } from '@/lib/features/bzp/calendar'
import { eventKindWord, severityWord } from '@/lib/panel/event-kind-word'
import { wordsIn } from '@/lib/panel/words'

import { type ClaimEntry, type ListedClaims, maskedFeedText, type AnnouncedEvent } from './feed-entries'
import type { ReportExpiry } from './report-expiries'

/** Settings for writing a feed. `linkBase`: base address of links. */
export type FeedSetting = {
  readonly accountId: string
  readonly name: string
  readonly locale: Locale
  readonly linkBase: string
  /** When the feed was created: no entry is older. */
  readonly createdAt: string
}

const subjectOf = ({ name, krs }: AnnouncedEvent, locale: Locale): string =>
  [name ?? wordsIn(locale, 'papers', 'feeds').words.monitored, krs !== undefined && `KRS ${krs}`]
    .filter(Boolean)
    .join(', ')

const linkTo = (path: string, { linkBase }: FeedSetting): string => `${linkBase}${path}`

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))

type CalendarEntries = ListedClaims & {
  readonly expiries: readonly ReportExpiry[]
  readonly tenders: Awaited<ReturnType<typeof deadlinesOf>>
}

/**
 * Writes iCalendar. Entries have stable ids, so that a calendar updates them instead of adding others; the output does
 * not depend on the time of writing.
 */
export async function writeCalendar(
  { claims, isWhole, expiries, tenders }: CalendarEntries,
  setting: FeedSetting,
): Promise<string> {
  // Loaded on first use, because few panels write calendars.
  const { ICalCalendar, ICalEventStatus, ICalEventTransparency } = await import('ical-generator')
  // Deadlines do not mark the subscriber as busy.
  const shared = { transparency: ICalEventTransparency.TRANSPARENT }
  const calendar = new ICalCalendar({
    name: maskedFeedText(setting.name),
    prodId: { company: 'registers-panel', product: 'feeds', language: setting.locale.toUpperCase() },
  })
  for (const claim of claims) {
    const status = claim.liftedAt === undefined ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED
    calendar.createEvent({ ...shared, ...claimEntry(claim, setting), status })
  }
  const [newest] = claims
  if (!isWhole && newest) {
    calendar.createEvent({ ...shared, ...moreEntry(newest, setting), status: ICalEventStatus.CONFIRMED })
  }
  for (const expiry of expiries) {
    calendar.createEvent({ ...shared, ...expiryEntry(expiry, setting), status: ICalEventStatus.CONFIRMED })
  }
  for (const tender of tenders) calendar.createEvent({ ...shared, ...tender, status: ICalEventStatus.CONFIRMED })
  return calendar.toString()
}

/** A whole-day entry: its end is exclusive and lies after its beginning (RFC 5545, 3.8.2.2). */
const wholeDay = (day: Day) => ({
  start: new Date(`${day}T00:00:00.000Z`),
  end: new Date(`${addDays(day, 1)}T00:00:00.000Z`),
  allDay: true,
})

const linesOf = (lines: readonly (string | false | undefined)[]): string => lines.filter(Boolean).join('\n')

function claimEntry({ event, lastDay, liftedAt }: ClaimEntry, setting: FeedSetting) {
  const { words: t } = wordsIn(setting.locale, 'papers', 'feeds')
  const { row, title } = event
  const url = linkTo(eventPath(row.lead_id), setting)
  const modified = new Date(liftedAt ?? row.created_at)
  const note = liftedAt === undefined ? t.claimsNote : t.lifted
  return {
    id: `claim-${setting.accountId}-${row.lead_id}`,
    ...wholeDay(lastDay),
    stamp: modified,
    created: new Date(row.created_at),
    lastModified: modified,
    sequence: Number(liftedAt !== undefined),
    summary: `${t.claims}: ${subjectOf(event, setting.locale)}`,
    description: linesOf([title, `${t.announced} ${formatDate(row.day, setting.locale)}`, note, `${t.open}: ${url}`]),
    url,
  }
}

/** An entry on the day of the newest announcement, where readers of the current calendar see it. */
function moreEntry({ event: { row } }: ClaimEntry, setting: FeedSetting) {
  const { words: t } = wordsIn(setting.locale, 'papers', 'feeds')
  const url = linkTo(routes.events, setting)
  const modified = new Date(row.created_at)
  return {
    id: `more-${setting.accountId}`,
    ...wholeDay(row.day),
    stamp: modified,
    lastModified: modified,
    // Changes with the newest announcement, so that calendars accept the update.
    sequence: secondsBetween(setting.createdAt, row.created_at),
    summary: t.more,
    description: linesOf([t.moreNote, `${t.open}: ${url}`]),
    url,
  }
}

function expiryEntry(expiry: ReportExpiry, setting: FeedSetting) {
  const { words: t, say } = wordsIn(setting.locale, 'papers', 'feeds')
  const { locale } = setting
  const url = linkTo(expiry.day === undefined ? routes.reports : reportsOfDayPath(expiry.day), setting)
  const [at, modified] = [new Date(expiry.expiresAt), new Date(expiry.changedAt)]
  return {
    id: `${expiry.id}-${setting.accountId}`,
    start: at,
    end: endOfDeadline(at),
    stamp: modified,
    lastModified: modified,
    // Reports generated later update the entry of their day.
    sequence: secondsBetween(expiry.since, expiry.changedAt),
    summary:
      expiry.day === undefined
        ? `${t.custom}: ${customReportName(expiry, locale)}`
        : say('daily', { day: formatRemoteDay(expiry.day, locale) }),
    description: linesOf([expiry.count > 1 && say('reports', { count: expiry.count }), `${t.open}: ${url}`]),
    url,
  }
}

const customReportName = ({ source, days }: ReportExpiry, locale: Locale): string => {
  const name = source === undefined ? [] : [maskedFeedText(reportName(source, locale))]
  return [...name, [...new Set(days)].map((day) => formatRemoteDay(day, locale)).join(' – ')]
    .filter((part) => part !== '')
    .join(', ')
}

/** Writes RSS 2.0 of events, newest first. `choices`: the severities of the account. */
export async function writeRss(
  events: readonly AnnouncedEvent[],
  setting: FeedSetting,
  choices: SeverityChoices,
): Promise<string> {
  const { Feed } = await import('feed')
  const { locale } = setting
  const feedDocument = new Feed({
    id: `events-${setting.accountId}`,
    title: maskedFeedText(setting.name),
    description: maskedFeedText(setting.name),
    language: locale,
    generator: false,
    updated: new Date(events[0]?.row.created_at ?? setting.createdAt),
    link: linkTo(routes.events, setting),
  })
  for (const event of events) {
    const { row, title } = event
    const kind = eventKindWord(row.kind, locale)
    const severity = severityWord(severityOfKind(isEventKind(row.kind) ? row.kind : 'other', choices), locale)
    feedDocument.addItem({
      id: `event-${setting.accountId}-${row.lead_id}`,
      title: `${sourceNameOf(row.source, locale)}: ${subjectOf(event, locale)}`,
      description: [severity, kind, title, formatDate(row.day, locale)]
        .filter((part) => part !== undefined)
        .join(' · '),
      category: [severity, kind].flatMap((name) => (name === undefined ? [] : [{ name }])),
      date: new Date(row.created_at),
      // A unique link per entry, because some readers distinguish entries by their links.
      link: linkTo(eventPath(row.lead_id), setting),
    })
  }
  return feedDocument.rss2()
}

/** An unknown source is shown with the service's name for it. */
const sourceNameOf = (source: string, locale: Locale): string => maskedFeedText(sourceName(source, locale))
