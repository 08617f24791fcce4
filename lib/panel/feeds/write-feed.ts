import { sourceName } from '@/lib/domain/events/sources'
import type { Locale } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'

import type { ClaimEntry, ListedClaims, ToldEvent } from './feed-entries'
import { tidyText } from './feed-entries'
import { feedWords } from './feed-words'
import type { ReportExpiry } from './report-expiries'

/** How a feed is written: `panelUrl` only where the operator has set it, since nobody else knows where links would lead. */
export type FeedSetting = {
  readonly accountId: string
  readonly name: string
  readonly locale: Locale
  readonly panelUrl: string | undefined
  /** When the feed was made: what it says is never older. */
  readonly createdAt: string
}

const subjectOf = ({ name, krs }: ToldEvent, locale: Locale): string =>
  [name ?? feedWords[locale].monitored, krs !== undefined && `KRS ${krs}`].filter(Boolean).join(', ')

const linkTo = (path: string, { panelUrl }: FeedSetting): string | undefined =>
  panelUrl === undefined ? undefined : `${panelUrl}${path}`

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))

/**
 * iCalendar. Every entry has the id of what it is about, so that a calendar changes it instead of adding another; nothing in it
 * depends on when it is written.
 */
export async function writeCalendar(
  { claims, isWhole, expiries }: ListedClaims & { readonly expiries: readonly ReportExpiry[] },
  setting: FeedSetting,
): Promise<string> {
  // Loaded with the first calendar: few panels write one.
  const { ICalCalendar, ICalEventStatus } = await import('ical-generator')
  const calendar = new ICalCalendar({
    name: tidyText(setting.name),
    prodId: { company: 'registers-panel', product: 'feeds', language: setting.locale.toUpperCase() },
  })
  for (const claim of claims) {
    const status = claim.liftedAt === undefined ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED
    calendar.createEvent({ ...claimEntry(claim, setting), status })
  }
  const [newest] = claims
  if (!isWhole && newest) calendar.createEvent({ ...moreEntry(newest, setting), status: ICalEventStatus.CONFIRMED })
  for (const expiry of expiries) {
    calendar.createEvent({ ...expiryEntry(expiry, setting), status: ICalEventStatus.CONFIRMED })
  }
  return calendar.toString()
}

const linesOf = (lines: readonly (string | false | undefined)[]): string => lines.filter(Boolean).join('\n')

function claimEntry({ event, lastDay, liftedAt }: ClaimEntry, setting: FeedSetting) {
  const t = feedWords[setting.locale]
  const { row, title } = event
  const url = linkTo(routes.events, setting)
  const modified = new Date(liftedAt ?? row.created_at)
  const note = liftedAt === undefined ? t.claimsNote : t.lifted
  return {
    id: `claim-${setting.accountId}-${row.lead_id}`,
    start: new Date(`${lastDay}T00:00:00.000Z`),
    allDay: true,
    stamp: modified,
    created: new Date(row.created_at),
    lastModified: modified,
    sequence: Number(liftedAt !== undefined),
    summary: `${t.claims}: ${subjectOf(event, setting.locale)}`,
    description: linesOf([title, `${t.announced} ${row.day}`, note, url && `${t.open}: ${url}`]),
    ...(url !== undefined && { url }),
  }
}

/** On the day of the newest announcement, where a reader of today's calendar sees it. */
function moreEntry({ event: { row } }: ClaimEntry, setting: FeedSetting) {
  const t = feedWords[setting.locale]
  const url = linkTo(routes.events, setting)
  const modified = new Date(row.created_at)
  return {
    id: `more-${setting.accountId}`,
    start: new Date(`${row.day}T00:00:00.000Z`),
    allDay: true,
    stamp: modified,
    lastModified: modified,
    // It moves with the newest one, so that a calendar takes the change.
    sequence: secondsBetween(setting.createdAt, row.created_at),
    summary: t.more,
    description: linesOf([t.moreNote, url && `${t.open}: ${url}`]),
    ...(url !== undefined && { url }),
  }
}

function expiryEntry(expiry: ReportExpiry, setting: FeedSetting) {
  const t = feedWords[setting.locale]
  const url = linkTo(routes.reports, setting)
  const [at, modified] = [new Date(expiry.expiresAt), new Date(expiry.changedAt)]
  return {
    id: `${expiry.id}-${setting.accountId}`,
    start: at,
    end: at,
    stamp: modified,
    lastModified: modified,
    // Of reports that are made later, the entry of their day is changed later.
    sequence: secondsBetween(expiry.since, expiry.changedAt),
    summary: expiry.day === undefined ? `${t.custom}: ${expiry.what}` : t.daily(expiry.day),
    description: linesOf([expiry.count > 1 && t.reports(expiry.count), url && `${t.open}: ${url}`]),
    ...(url !== undefined && { url }),
  }
}

/** RSS 2.0 of events, the newest first. */
export async function writeRss(events: readonly ToldEvent[], setting: FeedSetting): Promise<string> {
  const { Feed } = await import('feed')
  const t = feedWords[setting.locale]
  const link = linkTo(routes.events, setting)
  const written = new Feed({
    id: `events-${setting.accountId}`,
    title: tidyText(setting.name),
    description: tidyText(setting.name),
    language: setting.locale,
    generator: false,
    updated: new Date(events[0]?.row.created_at ?? setting.createdAt),
    ...(link !== undefined && { link }),
  })
  for (const event of events) {
    const { row, title } = event
    written.addItem({
      id: `event-${setting.accountId}-${row.lead_id}`,
      title: `${sourceNameOf(row.source, setting.locale)}: ${subjectOf(event, setting.locale)}`,
      description: [title ?? t.event, row.day].join(', '),
      date: new Date(row.created_at),
      // An empty one is not written.
      link: link ?? '',
    })
  }
  return written.rss2()
}

/** One that this version does not know has the name that the service gave it. */
const sourceNameOf = (source: string, locale: Locale): string => tidyText(sourceName(source, locale))
