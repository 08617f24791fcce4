import { endOfDeadline, warsawDay } from '@/lib/domain/calendar'
import type { Locale } from '@/lib/domain/format/locales'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { findUser } from '@/lib/features/members/statements/users'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { localeOf } from '@/lib/panel/mail/person-mail'
import { asViewer } from '@/lib/panel/owned'
import { wordsIn } from '@/lib/panel/words'
import type { OwnedRowsViewer } from '@/lib/storage/owned'
import type { Storage } from '@/lib/storage/storage'

import { matchesPath } from './links'
import { filterOfState } from './match-filter'
import { toMatches } from './match-view'
import { listDeadlines, type VisibleMatch } from './statements/matches'

const MAX_ENTRIES = 2000

const calendarWords = (locale: Locale) => wordsIn(locale, 'papers', 'tenderCalendar').words

/**
 * Each procedure has one entry with a stable id, whichever alerts found it, so that a calendar updates it instead of
 * adding another.
 */
export const calendarHandler: PanelHandler<'bzpMatches.calendar'> = async ({ query }, context) => {
  const { storage, user, now } = context
  const locale = localeOf((await findUser(storage.db, user.id)) ?? { locale: null })
  const selection = { ...filterOfState(query.state, now), alertIds: query.alert, tenderId: query.tender }
  const rows = await listDeadlines(storage.db, asViewer(context), { ...selection, limit: MAX_ENTRIES })
  const body = await writeCalendar(firstPerTender(rows), { ...context, locale })
  return new Response(body, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${calendarWords(locale).file}-${warsawDay(now)}.ics"`,
    },
  })
}

const firstPerTender = (rows: readonly VisibleMatch[]): VisibleMatch[] => [
  ...new Map(rows.toReversed().map((row) => [row.tender_id, row])).values(),
]

async function writeCalendar(
  rows: readonly VisibleMatch[],
  context: PanelContext & { locale: Locale },
): Promise<string> {
  // Loaded on first use because calendars are rarely requested.
  const { ICalCalendar, ICalEventTransparency } = await import('ical-generator')
  const { name } = calendarWords(context.locale)
  const calendar = new ICalCalendar({ name, prodId: { company: 'registers-panel', product: 'bzp' } })
  for (const entry of await entriesOf(rows, { ...context, viewer: asViewer(context) })) {
    calendar.createEvent({ ...entry, transparency: ICalEventTransparency.TRANSPARENT })
  }
  return calendar.toString()
}

type CalendarOptions = {
  readonly storage: Pick<Storage, 'db'>
  readonly viewer: OwnedRowsViewer
  readonly locale: Locale
  readonly linkBase: string
}

export const deadlinesOf = async (options: CalendarOptions) =>
  entriesOf(
    firstPerTender(await listDeadlines(options.storage.db, options.viewer, { state: 'open', limit: MAX_ENTRIES })),
    options,
  )

async function entriesOf(rows: readonly VisibleMatch[], { storage, viewer, locale, linkBase }: CalendarOptions) {
  const t = calendarWords(locale)
  const deadlines = new Map(rows.map((row) => [row.tender_id, row.offers_until]))
  const matches = await toMatches(storage.db, viewer, rows)
  return matches.map(({ alert_id, tender_id, notice, earlier, found_at, note }) => {
    const [until, modified] = [new Date(deadlines.get(tender_id) ?? found_at), new Date(found_at)]
    const number = notice.notice_number === undefined ? undefined : `${t.number}: ${notice.notice_number}`
    const link = linkBase + matchesPath(alert_id, tender_id)
    return {
      id: `bzp-${viewer.accountId}-${tender_id}`,
      start: until,
      end: endOfDeadline(until),
      stamp: modified,
      lastModified: modified,
      sequence: earlier.length,
      summary: `${t.until}: ${notice.title ?? tender_id}`,
      // The answer is a file and bypasses masking, so personal numbers in notes are masked here.
      description: [notice.authority, number, note && maskPesels(note), notice.url, `${t.open}: ${link}`]
        .filter(Boolean)
        .join('\n'),
      location: notice.city ?? null,
      url: notice.url ?? link,
    }
  })
}
