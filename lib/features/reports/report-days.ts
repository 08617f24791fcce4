import { reportFormats } from '@/lib/contract/reports'
import { addDays, type Day, daysBetween, warsawDay } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { reportSources } from '@/lib/domain/events/sources'
import { listDayStates } from '@/lib/features/archive/statements/list'
import { listDownloads, type DownloadedReport } from '@/lib/features/report-downloads/statements'
import type { Db } from '@/lib/storage/storage'

import type { ReportOfDay } from './contract'
import {
  endOfDay,
  HABIT_DAYS,
  kindKey,
  type ReportKind,
  stateOfListed,
  stateOfUnlisted,
  type WatchedReports,
} from './day-states'
import { listKnownReports } from './statements/known-reports'
import { findReportReading, listReportWatches } from './statements/report-readings'
import type { KnownReportTable } from './tables'

/** Further people are counted but not named. */
const MAX_NAMED = 20

type DownloadSummary = Pick<ReportOfDay, 'downloaded_by_me' | 'downloaded_by_team'>
type SummaryOptions = { readonly userId?: string | undefined; readonly namesPeople?: boolean | undefined }

/** Who downloaded a report, newest first. A user's former addresses count as theirs. */
function summariseDownloads(
  downloads: readonly DownloadedReport[],
  { userId = '', namesPeople = false }: SummaryOptions,
): DownloadSummary {
  const people = lastOfEach(downloads)
  const namedPeople = namesPeople ? [...people.values()].slice(0, MAX_NAMED) : []
  return {
    downloaded_by_me: people.get(userId)?.at ?? null,
    downloaded_by_team: { count: people.size, last_at: downloads[0]?.at ?? null, people: namedPeople.map(toNamed) },
  }
}

function lastOfEach(downloads: readonly DownloadedReport[]): ReadonlyMap<string, DownloadedReport> {
  const people = new Map<string, DownloadedReport>()
  for (const download of downloads) {
    const person = download.user_id ?? download.user_email
    if (!people.has(person)) people.set(person, download)
  }
  return people
}

const toNamed = ({ user_name: name, user_email: email, at }: DownloadedReport) => ({ who: name ?? email, at })

type ReportDay = { day: Day; reports: ReportOfDay[] }

export type ReportDaysQuery = {
  readonly accountId: string
  readonly now: Date
  readonly isEmbedded: boolean
  /** Both ends included. */
  readonly from: Day
  readonly to: Day
  /** The requesting user; absent for jobs. */
  readonly userId?: string | undefined
  /** Whether the answer may name the people who downloaded a report. */
  readonly namesPeople?: boolean | undefined
}

/** The stored state of each day's reports, ascending, as of the last reading. */
export async function readReportDays(db: Db, question: ReportDaysQuery): Promise<ReportDay[]> {
  const { accountId, now, isEmbedded, from, to } = question
  const knownReports = await listKnownReports(db, accountId, { from: addDays(from, -HABIT_DAYS), to })
  const watched: WatchedReports = {
    now,
    isEmbedded,
    readAt: (await findReportReading(db, accountId))?.read_at ?? null,
    watches: await listReportWatches(db, accountId),
    reports: groupBy(knownReports, kindKey),
  }
  const downloadsByKey = groupBy(await listDownloads(db, accountId, { from, to }), downloadKey)
  const archived = groupBy(await listDayStates(db, accountId, from), downloadKey)
  const ofDay = groupBy(knownReports, ({ report_date: day }) => day)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  return days.map((day) => ({
    day,
    reports: reportsOf(day, ofDay.get(day) ?? [], { question, watched, downloadsByKey, archived }),
  }))
}

const downloadKey = ({
  report_date: day,
  source,
  format,
}: Pick<DownloadedReport, 'report_date' | 'source' | 'format'>) => `${day} ${source} ${format}`

type ReportDayData = {
  readonly question: ReportDaysQuery
  readonly watched: WatchedReports
  readonly downloadsByKey: ReadonlyMap<string, readonly DownloadedReport[]>
  readonly archived: ReadonlyMap<string, Awaited<ReturnType<typeof listDayStates>>>
}

const usualKinds: readonly ReportKind[] = reportSources.flatMap((source) =>
  reportFormats.map((format) => ({ source, format })),
)

function reportsOf(day: Day, listed: readonly KnownReportTable[], data: ReportDayData): ReportOfDay[] {
  const byKind = groupBy(listed, kindKey)
  const kinds = new Map(
    [...usualKinds, ...listed].map(({ source, format }) => [`${source} ${format}`, { source, format }]),
  )
  return [...kinds].map(([key, kind]) => {
    const best = bestOf(byKind.get(key) ?? [], data.watched)
    return best === undefined ? unlistedReport(kind, day, data.watched) : toReport(best, data)
  })
}

/** Of several reports for one day, prefers an available one, then the newest. */
const bestOf = (listed: readonly KnownReportTable[], watched: WatchedReports): KnownReportTable | undefined =>
  listed.toSorted(
    (a, b) =>
      Number(stateOfListed(b, watched) === 'ready') - Number(stateOfListed(a, watched) === 'ready') ||
      compareValues(b.generated_at ?? b.last_seen_at, a.generated_at ?? a.last_seen_at),
  )[0]

const noReport = { id: null, row_count: null, is_empty: false, size_bytes: null, generated_at: null, expires_at: null }
const noDownloads = {
  downloaded_by_me: null,
  downloaded_by_team: { count: 0, last_at: null, people: [] },
  is_archived: false,
  is_never_downloaded: false,
}

const unlistedReport = ({ source, format }: ReportKind, day: Day, watched: WatchedReports): ReportOfDay => ({
  source,
  format,
  state: stateOfUnlisted({ source, format }, day, watched),
  ...noReport,
  ...noDownloads,
})

function toReport(
  report: KnownReportTable,
  { question, watched, downloadsByKey, archived }: ReportDayData,
): ReportOfDay {
  const { report_id: id, report_date: day, source, format, row_count, size_bytes, generated_at, expires_at } = report
  const downloads = downloadsByKey.get(downloadKey(report)) ?? []
  const copies = archived.get(downloadKey(report)) ?? []
  const began = watched.watches[0]?.from_at
  // True if downloads were recorded since the day ended: before the panel watched, they may be missing.
  const hasDownloadRecords = began !== undefined && endOfDay(day).toISOString() >= began
  return {
    source,
    format,
    id,
    row_count,
    size_bytes,
    generated_at,
    expires_at,
    state: stateOfListed(report, watched),
    is_empty: row_count === 0,
    ...summariseDownloads(downloads, question),
    is_archived: copies.some((copy) => copy.state === 'stored'),
    is_never_downloaded: hasDownloadRecords && downloads.length === 0 && !copies.some(wasStored),
  }
}

/** Includes reports that the archive deleted at the end of their retention time. */
const wasStored = ({ state }: { readonly state: string }): boolean => state === 'stored' || state === 'removed'

/** A source without a listed report for a day, in these formats. */
export type MissingReport = { readonly day: Day; readonly source: string; readonly formats: readonly string[] }
/** A source whose reports of a day expire soon without having been downloaded. Reports without rows are excluded. */
export type ExpiringReport = MissingReport & {
  readonly ids: readonly string[]
  /** When the first of them expires. */
  readonly expires_at: string
}

type GapsQuestion = Pick<ReportDaysQuery, 'accountId' | 'now' | 'isEmbedded'> & {
  readonly withinHours: number
  /** Number of days before today. */
  readonly days: number
}

/**
 * Reports to notify about: missing ones, and those that expire within the given hours and that no member has downloaded
 * in any format. Uses stored data only; `reportsJob` reads the service.
 */
export async function readReportGaps(
  db: Db,
  { withinHours, days, ...account }: GapsQuestion,
): Promise<{ missing: MissingReport[]; expiring: ExpiringReport[] }> {
  const today = warsawDay(account.now)
  const range = { from: addDays(today, -days), to: today }
  const soon = new Date(account.now.getTime() + withinHours * 3_600_000).toISOString()
  const sources = (await readReportDays(db, { ...account, ...range })).flatMap(({ day, reports }) =>
    [...groupBy(reports, ({ source }) => source)].map(([source, ofSource]) => ({ day, source, reports: ofSource })),
  )
  return { missing: sources.flatMap(missingOf), expiring: sources.flatMap((source) => expiringOf(source, soon)) }
}

type SourceOfDay = { readonly day: Day; readonly source: string; readonly reports: readonly ReportOfDay[] }

function missingOf({ day, source, reports }: SourceOfDay): MissingReport[] {
  const formats = reports.filter(({ state }) => state === 'missing').map(({ format }) => format)
  return formats.length === 0 ? [] : [{ day, source, formats }]
}

function expiringOf({ day, source, reports }: SourceOfDay, soon: string): ExpiringReport[] {
  const listed = reports.filter(({ id }) => id !== null)
  if (listed.some(({ is_never_downloaded: isNeverDownloaded, is_empty: empty }) => !isNeverDownloaded || empty))
    return []
  const ending = listed.flatMap(({ id, format, state, expires_at: end }) =>
    state === 'ready' && id !== null && end !== null && end <= soon ? [{ id, format, end }] : [],
  )
  const [first] = ending.map(({ end }) => end).toSorted()
  if (first === undefined) return []
  return [
    { day, source, formats: ending.map(({ format }) => format), ids: ending.map(({ id }) => id), expires_at: first },
  ]
}
