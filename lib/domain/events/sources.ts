import { recordOf } from '../collections/record-of'
import type { Locale } from '../format/locales'

/** Proper names are the same in both languages. */
type Name = string | Readonly<Record<Locale, string>>

/** Properties of a source; the full name of its register is in `messages/<locale>/register-names.json`. */
type SourceRow = {
  readonly name: Name
  /** For badges, chips and columns. */
  readonly short: Name
  /** Colour of its badge. */
  readonly tone: 'neutral' | 'accent' | 'info' | 'warn'
  /** The daily report with its announcements, and whether it contains personal numbers; null if there is none. */
  readonly report: { readonly id: string; readonly name: Name; readonly isPersonal: boolean } | null
  /** Whether `/v1/stream` delivers its announcements. */
  readonly isStreamed: boolean
}

/**
 * The sources of events (decision 32, sources) in the order of pages. All properties of a source are read from its row.
 */
const sources = {
  krz: {
    name: 'KRZ',
    short: 'KRZ',
    tone: 'info',
    report: { id: 'krz', name: 'KRZ', isPersonal: true },
    isStreamed: true,
  },
  msig: {
    name: 'MSiG',
    short: 'MSiG',
    tone: 'accent',
    report: { id: 'msig', name: 'MSiG', isPersonal: false },
    isStreamed: true,
  },
  krs: {
    name: 'KRS',
    short: 'KRS',
    tone: 'neutral',
    report: { id: 'krs_changes', name: { pl: 'Zmiany KRS', en: 'KRS changes' }, isPersonal: false },
    isStreamed: false,
  },
  crbr: { name: 'CRBR', short: 'CRBR', tone: 'neutral', report: null, isStreamed: false },
  bzp: { name: 'BZP', short: 'BZP', tone: 'accent', report: null, isStreamed: false },
  knf: { name: 'KNF', short: 'KNF', tone: 'warn', report: null, isStreamed: false },
  uokik: { name: 'UOKiK', short: 'UOKiK', tone: 'warn', report: null, isStreamed: false },
  sudop: { name: 'SUDOP', short: 'SUDOP', tone: 'info', report: null, isStreamed: false },
  wpv: {
    name: { pl: 'Biała lista VAT', en: 'VAT white list' },
    short: { pl: 'Biała lista', en: 'White list' },
    tone: 'neutral',
    report: null,
    isStreamed: false,
  },
} as const satisfies Readonly<Record<string, SourceRow>>

type Sources = typeof sources
export type EventSource = keyof Sources
type SourceWith<Facts> = { [S in EventSource]: Sources[S] extends Facts ? S : never }[EventSource]
type ReportedSource = SourceWith<{ readonly report: object }>
type StreamedSource = SourceWith<{ readonly isStreamed: true }>
export type ReportSource = Sources[ReportedSource]['report']['id']

export const isEventSource = (source: string): source is EventSource => Object.hasOwn(sources, source)
export const eventSources: readonly EventSource[] = Object.keys(sources).filter(isEventSource)
export const streamedSources: readonly StreamedSource[] = eventSources.filter(isStreamed)
/** Sources whose announcements are in daily reports. */
export const reportedSources: readonly ReportedSource[] = eventSources.filter(isReported)
export const reportSources: readonly ReportSource[] = reportedSources.map((source) => sources[source].report.id)

function isStreamed(source: EventSource): source is StreamedSource {
  return sources[source].isStreamed
}
function isReported(source: EventSource): source is ReportedSource {
  return sources[source].report !== null
}

/** Safe: each report belongs to a reported source. */
export const sourceOfReport = Object.fromEntries(
  reportedSources.map((source) => [sources[source].report.id, source]),
) as Record<ReportSource, ReportedSource>
/** The daily report that contains announcements of a source. */
export const reportSourceOf = (source: string): ReportSource | undefined =>
  isEventSource(source) ? sources[source].report?.id : undefined

const nameIn = (name: Name, locale: Locale): string => (typeof name === 'string' ? name : name[locale])

/** Display name of a source; an unknown one is returned unchanged. */
export const sourceName = (source: string, locale: Locale): string =>
  isEventSource(source) ? nameIn(sources[source].name, locale) : source
export const shortSourceName = (source: string, locale: Locale): string =>
  isEventSource(source) ? nameIn(sources[source].short, locale) : source
export const sourceTone = (source: string): SourceRow['tone'] =>
  isEventSource(source) ? sources[source].tone : 'neutral'

const reportNames: Readonly<Record<ReportSource, Name>> = recordOf(
  reportSources,
  (report) => sources[sourceOfReport[report]].report.name,
)
const isReportSource = (report: string): report is ReportSource => Object.hasOwn(reportNames, report)
/** Whether a report contains personal numbers; assumed for unknown reports. */
export const isPersonalReport = (report: string | undefined): boolean =>
  report === undefined || !isReportSource(report) || sources[sourceOfReport[report]].report.isPersonal
/** Display name of a report; an unknown one is returned unchanged. */
export const reportName = (report: string, locale: Locale): string =>
  isReportSource(report) ? nameIn(reportNames[report], locale) : report
