import { readExpiry } from '../report-index'
import type { PanelReport } from './day-lines'

/**
 * The state of a source on a day. One downloaded format is enough. `risk`: expired, and never downloaded. `gone`:
 * expired, and it is unknown who downloaded it. `soon`: expires within a day. `archived`: not downloaded, but the panel
 * has a copy.
 */
export const markKinds = [
  'mine',
  'team',
  'archived',
  'ready',
  'soon',
  'risk',
  'missing',
  'empty',
  'gone',
  'notYet',
  'unknown',
  'none',
] as const
export type MarkKind = (typeof markKinds)[number]

/** Whether the download is newer than the last generation of the report. */
export const isCurrent = (at: string | null, generatedAt: string | null): boolean =>
  at !== null && !(Date.parse(generatedAt ?? '') > Date.parse(at))

const isExpired = ({ state, expires_at: end }: PanelReport, now: number): boolean =>
  state === 'expired' || state === 'withdrawn' || readExpiry(end, now).state === 'expired'

/**
 * The mark of one source and day. `now` in milliseconds since the epoch, so that reports expire while the page is open.
 */
export function markOf(reports: readonly PanelReport[], now: number): MarkKind {
  const existing = reports.filter(({ id }) => id !== null)
  if (existing.length === 0) return markWithoutReport(reports)
  if (existing.every(({ is_empty: isEmpty }) => isEmpty)) return 'empty'
  const open = existing.filter((report) => !isExpired(report, now))
  return open.length > 0 ? markOfOpen(existing, open, now) : markOfExpired(existing)
}

function markWithoutReport(reports: readonly PanelReport[]): MarkKind {
  const has = (...states: readonly string[]) => reports.some(({ state }) => states.includes(state))
  if (has('missing')) return 'missing'
  if (has('not_yet')) return 'notYet'
  return has('before_watch', 'not_watched') ? 'unknown' : 'none'
}

function markOfOpen(existing: readonly PanelReport[], open: readonly PanelReport[], now: number): MarkKind {
  if (
    existing.some(({ downloaded_by_me: downloadedAt, generated_at: generatedAt }) =>
      isCurrent(downloadedAt, generatedAt),
    )
  )
    return 'mine'
  if (existing.some(({ downloaded_by_team: team, generated_at: generatedAt }) => isCurrent(team.last_at, generatedAt)))
    return 'team'
  if (existing.some(({ is_archived: archived }) => archived)) return 'archived'
  return open.some(({ expires_at: end }) => readExpiry(end, now).state === 'soon') ? 'soon' : 'ready'
}

/** For expired reports an older download counts, even if the report was generated again later. */
function markOfExpired(existing: readonly PanelReport[]): MarkKind {
  if (existing.some(({ downloaded_by_me: downloadedAt }) => downloadedAt !== null)) return 'mine'
  if (existing.some(({ downloaded_by_team: team }) => team.count > 0)) return 'team'
  if (existing.some(({ is_archived: archived }) => archived)) return 'archived'
  return existing.every(({ is_never_downloaded: isNeverDownloaded }) => isNeverDownloaded) ? 'risk' : 'gone'
}

/** The largest row count of the formats; undefined if unknown. */
export function rowsOf(reports: readonly PanelReport[]): number | undefined {
  const counts = reports.flatMap(({ row_count: rows }) => (rows === null ? [] : [rows]))
  return counts.length === 0 ? undefined : Math.max(...counts)
}
