import type { PanelAnswer } from '@/lib/client/client'
import type { Day } from '@/lib/domain/calendar'
import { compareValues } from '@/lib/domain/collections/compare-values'
import { groupBy } from '@/lib/domain/collections/group-by'
import { reportSources } from '@/lib/domain/events/sources'
import type { ReportDayState } from '@/lib/features/reports/contract'

import { isAmong, type Report } from '../report-index'
import { type ReportCriteria, shownReportFormats } from '../report-search'
import type { DaySpan } from './day-range'

export type ReportDays = PanelAnswer<'reportDays.list'>
export type PanelReport = ReportDays['days'][number]['reports'][number]

export interface DayFile {
  readonly format: string
  readonly report: Report | undefined
  readonly state: ReportDayState
  readonly known: PanelReport | undefined
}
export interface SourceLine {
  readonly source: string
  readonly files: readonly DayFile[]
}
export interface DayLines {
  /** Empty for reports without a day. */
  readonly day: Day
  readonly lines: readonly SourceLine[]
}

interface DayLinesOptions {
  readonly search: ReportCriteria
  readonly today: Day
  /** The range chosen by the user; if set, expired reports are shown as well. */
  readonly span: DaySpan | undefined
}

/** Known values in page order, followed by unknown ones. */
function rankOf(order: readonly string[], value: string): number {
  const at = order.indexOf(value)
  return at === -1 ? order.length : at
}
const inOrder =
  (order: readonly string[]) =>
  (a: string, b: string): number =>
    rankOf(order, a) - rankOf(order, b) || compareValues(a, b)
const bySource = inOrder(reportSources)
export const byFormat = inOrder(shownReportFormats)

/** Lines by day, newest first, from the service's listing and the panel's data. */
export function toDayLines(
  listed: readonly Report[],
  known: ReportDays | undefined,
  options: DayLinesOptions,
): readonly DayLines[] {
  const knownDays = new Map((known?.days ?? []).map(({ day, reports }) => [day, reports]))
  const listedDays = groupBy(listed, ({ report_date: day }) => day ?? '')
  const earliest = [...listedDays.keys()].filter((day) => day !== '').toSorted()[0] ?? options.today
  const days = [...new Set([...listedDays.keys(), ...knownDays.keys()])].toSorted().toReversed()
  return days.flatMap((day) => {
    const files = filesOf(listedDays.get(day) ?? [], knownDays.get(day) ?? [])
    const selectedFiles = files.filter(({ file, source }) => isSelected({ day, source, file, earliest }, options))
    return selectedFiles.length === 0 ? [] : [{ day, lines: linesOf(files, selectedFiles, options.search) }]
  })
}

export function linesOfDay(
  day: Day,
  { listed, known }: { readonly listed: readonly Report[]; readonly known: ReportDays },
  search: ReportCriteria,
): readonly SourceLine[] {
  const ofDay = listed.filter(({ report_date: each }) => each === day)
  const files = filesOf(ofDay, known.days.find((each) => each.day === day)?.reports ?? [])
  return linesOf(files, files, search)
}

interface FileOfSource {
  readonly source: string
  readonly file: DayFile
}

const kindOf = ({ source = '', format = '' }: Pick<Report, 'source' | 'format'>) => `${source} ${format}`

function filesOf(listed: readonly Report[], known: readonly PanelReport[]): readonly FileOfSource[] {
  const byKind = new Map(known.map((report) => [kindOf(report), report]))
  const files = listed.map((report): FileOfSource => {
    const { source = '', format = '' } = report
    return { source, file: { format, report, state: 'ready', known: byKind.get(kindOf(report)) } }
  })
  const isListed = new Set(listed.map(kindOf))
  const others = known.filter((report) => !isListed.has(kindOf(report))).map(toFile)
  return [...files, ...others]
}

/** The panel's data replaces reports that the service no longer or not yet lists. */
function toFile(known: PanelReport): FileOfSource {
  const { source, format, state } = known
  const report = known.id === null ? undefined : { ...known, id: known.id, ...withoutNulls(known) }
  return { source, file: { format, report, state, known } }
}

const withoutNulls = ({
  row_count: rows,
  size_bytes: bytes,
  generated_at: generatedAt,
  expires_at: end,
}: PanelReport) => ({
  row_count: rows ?? undefined,
  size_bytes: bytes ?? undefined,
  generated_at: generatedAt ?? undefined,
  expires_at: end ?? undefined,
})

const EXPIRED_STATES: readonly ReportDayState[] = ['expired', 'withdrawn']
const MISSING_STATES: readonly ReportDayState[] = ['missing', 'not_yet']

interface Candidate extends FileOfSource {
  readonly day: Day
  /** The first day of the index. */
  readonly earliest: Day
}

function isSelected({ day, source, file, earliest }: Candidate, { search, today, span }: DayLinesOptions): boolean {
  if (!isAmong(search.sources, source) || !isAmong(search.formats, file.format)) return false
  if (file.state === 'ready') return true
  if (EXPIRED_STATES.includes(file.state)) return span !== undefined
  return MISSING_STATES.includes(file.state) && day < today && (span !== undefined || day >= earliest)
}

function linesOf(
  files: readonly FileOfSource[],
  selectedFiles: readonly FileOfSource[],
  { sources, formats }: ReportCriteria,
): readonly SourceLine[] {
  const shownSources = new Set(selectedFiles.map(({ source }) => source))
  const lines = groupBy(
    files.filter(
      ({ source, file }) => shownSources.has(source) && isAmong(sources, source) && isAmong(formats, file.format),
    ),
    ({ source }) => source,
  )
  return [...lines]
    .toSorted(([a], [b]) => bySource(a, b))
    .map(([source, ofSource]) => ({
      source,
      files: ofSource.map(({ file }) => file).toSorted((a, b) => byFormat(a.format, b.format)),
    }))
}
