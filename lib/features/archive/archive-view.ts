import { type ReportFormat, reportFormats } from '@/lib/contract/reports'
import { addDays, warsawDay } from '@/lib/domain/calendar'
import { type ReportSource, reportSources } from '@/lib/domain/events/sources'
import type { ReportDayState } from '@/lib/features/reports/contract'
import { readReportDays } from '@/lib/features/reports/report-days'
import type { PanelContext } from '@/lib/panel/context'

import { ARCHIVE_DAYS_SHOWN, type ArchiveView, type ArchivedReport } from './contract'
import { archiveFolder, freeBytesOf } from './disk-place'
import { locationOf } from './places'
import { listDayStates, sumArchive } from './statements/list'
import { countStoredBefore } from './statements/reports'
import { findArchiveSettings } from './statements/settings'
import type { ArchiveSettingsTable, ArchivedReportTable } from './tables'

// Safe: only this panel writes these columns, from validated input.

export const parseTexts = (json: string) => JSON.parse(json) as string[]

const DAY_MS = 86_400_000

/** Defaults of an account without settings. */
export const defaultArchiveSettings = (accountId: string): ArchiveSettingsTable => ({
  account_id: accountId,
  enabled: 0,
  place: 'disk',
  sources: JSON.stringify(reportSources),
  formats: JSON.stringify(reportFormats),
  keep_days: 365,
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  path_style: 0,
  sealed_access_key: null,
  sealed_secret_key: null,
  state: 'off',
  off_reason: null,
  failing_since: null,
  failure: null,
  failure_text: null,
  told_at: null,
  read_at: null,
  tidied_at: null,
  removal_at: null,
  since: null,
  changed_by: '',
  updated_at: '',
})

type Reader = Pick<PanelContext, 'storage' | 'account' | 'now' | 'dataDir' | 'isEmbedded'>

export async function readArchive(context: Reader): Promise<ArchiveView> {
  const { storage, account, dataDir } = context
  const settings = (await findArchiveSettings(storage.db, account.id)) ?? defaultArchiveSettings(account.id)
  const sums = await sumArchive(storage.db, account.id)
  const location = locationOf(settings)
  const countOf = (state: ArchivedReportTable['state']) => total(sums.filter((each) => each.state === state))
  const stored = sums.filter(({ state }) => state === 'stored')
  return {
    ...toSettings(settings),
    counts: {
      waiting: countOf('waiting'),
      failed: countOf('failed'),
      stored: countOf('stored'),
      removed: countOf('removed'),
      lost: countOf('lost'),
    },
    stored_bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    elsewhere: total(stored.filter((each) => each.location !== location)),
    free_bytes: settings.place === 'disk' ? await freeBytesOf(archiveFolder(dataDir, account.id)) : null,
    next_removal: await nextRemovalOf(context, settings),
    days: await dayStatesOf(context, settings),
  }
}

const total = (sums: readonly { readonly count: number }[]): number => sums.reduce((sum, { count }) => sum + count, 0)

// The casts below are safe: the columns are written from values parsed by the contract's schemas and from typed
// failures.
function toSettings(settings: ArchiveSettingsTable) {
  const { endpoint, region, bucket, prefix, path_style, sealed_access_key, sealed_secret_key } = settings
  const has_keys = sealed_access_key !== null && sealed_secret_key !== null
  return {
    enabled: settings.enabled === 1,
    place: settings.place,
    sources: parseTexts(settings.sources) as ReportSource[],
    formats: parseTexts(settings.formats) as ReportFormat[],
    keep_days: settings.keep_days,
    s3: bucket === '' ? null : { endpoint, region, bucket, prefix, path_style: path_style === 1, has_keys },
    state: settings.state,
    off_reason: settings.off_reason as ArchiveView['off_reason'],
    failure: settings.failure as ArchiveView['failure'],
    error: settings.failure_text === '' ? null : settings.failure_text,
    failing_since: settings.failing_since,
    read_at: settings.read_at,
    updated_at: settings.updated_at === '' ? null : settings.updated_at,
    changed_by: settings.changed_by === '' ? null : settings.changed_by,
  }
}

async function nextRemovalOf({ storage, account }: Reader, settings: ArchiveSettingsTable) {
  const { keep_days, removal_at } = settings
  if (keep_days === null || removal_at === null) return null
  const before = new Date(Date.parse(removal_at) - keep_days * DAY_MS).toISOString()
  const scope = { accountId: account.id, before, location: locationOf(settings) }
  return { at: removal_at, reports: await countStoredBefore(storage.db, scope) }
}

type DayState = ArchiveView['days'][number]

/** State of every selected report for the last complete days; of several editions the newest counts. */
async function dayStatesOf(
  { storage, account, now, isEmbedded }: Reader,
  settings: ArchiveSettingsTable,
): Promise<DayState[]> {
  const { sources, formats, since } = { ...toSettings(settings), since: settings.since }
  const today = warsawDay(now)
  const from = addDays(today, -ARCHIVE_DAYS_SHOWN)
  const newest = new Map<string, Awaited<ReturnType<typeof listDayStates>>[number]>()
  for (const row of await listDayStates(storage.db, account.id, from)) {
    const key = `${row.report_date} ${row.source} ${row.format}`
    if ((newest.get(key)?.generated_at ?? '') <= row.generated_at) newest.set(key, row)
  }
  const days = Array.from({ length: ARCHIVE_DAYS_SHOWN }, (_, index) => addDays(today, -1 - index))
  const watchedSince = settings.enabled === 1 && since !== null ? warsawDay(new Date(since)) : undefined
  const dayQuery = { accountId: account.id, now, isEmbedded, from, to: today }
  const stateByReport = new Map(
    (await readReportDays(storage.db, dayQuery)).flatMap(({ day, reports }) =>
      reports.map(({ source, format, state }) => [`${day} ${source} ${format}`, state]),
    ),
  )
  return days.flatMap((report_date) =>
    sources.flatMap((source) =>
      formats.flatMap((format): DayState[] => {
        const key = `${report_date} ${source} ${format}`
        // The report of a day is created on the following day.
        const isWatched = watchedSince !== undefined && addDays(report_date, 1) >= watchedSince
        const state =
          newest.get(key)?.state ?? (isWatched ? absences[stateByReport.get(key) ?? 'not_watched'] : undefined)
        return state === undefined ? [] : [{ report_date, source, format, state }]
      }),
    ),
  )
}

/** States shown for reports that are not archived; no state is shown for days that the panel did not watch. */
const absences: Partial<Record<ReportDayState, 'expected' | 'missing'>> = {
  ready: 'expected',
  not_yet: 'expected',
  missing: 'missing',
}

export function toArchivedReport(row: ArchivedReportTable, location: string): ArchivedReport {
  const { id, report_date, source, format, generated_at, expires_at, row_count, size_bytes, sha256, name, place } = row
  const isPending = row.state === 'waiting' || row.state === 'failed'
  return {
    id,
    report_date,
    source,
    format,
    generated_at,
    expires_at,
    row_count,
    size_bytes,
    sha256,
    name,
    place,
    is_elsewhere: row.state === 'stored' && row.location !== location,
    state: row.state,
    attempts: row.attempts,
    next_at: isPending ? row.next_at : null,
    failure: row.failure,
    error: row.last_error === '' ? null : row.last_error,
    stored_at: row.stored_at,
    removed_at: row.removed_at,
  }
}
