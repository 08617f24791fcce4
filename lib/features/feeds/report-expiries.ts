import { reportSourceOf } from '@/lib/domain/events/sources'
import type { CallService } from '@/lib/panel/context'

/** The time after which reports cannot be downloaded: all daily ones of a day, or one custom report. */
export type ReportExpiry = {
  /** Stable id of the day or the report. */
  readonly id: string
  /** Warsaw day that the daily reports cover; undefined for a custom report. */
  readonly day: string | undefined
  /** Of a custom report: its source, and the days that it covers. */
  readonly source: string | undefined
  readonly days: readonly string[]
  readonly count: number
  readonly expiresAt: string
  readonly since: string
  readonly changedAt: string
}

type DailyReport = Awaited<ReturnType<typeof fetchDaily>>[number]
const fetchDaily = (callService: CallService) => callService('reports.dailyIndex', { query: {} })

const PAGE = 200
const MAX_PAGES = 10

type ExpiryQuery = { readonly sources: readonly string[]; readonly now: Date }

/**
 * Downloadable reports with an expiry. Throws `ApiError` if the service does not answer, because an incomplete list
 * would mislead.
 */
export async function listExpiries(callService: CallService, { sources, now }: ExpiryQuery): Promise<ReportExpiry[]> {
  const ids = sources.map(reportSourceOf)
  const isWanted = ({ source }: { source?: string | undefined }) =>
    sources.length === 0 || ids.some((id) => id !== undefined && id === source)
  const isUnexpired = ({ expires_at: expiresAt }: { expires_at?: string | null | undefined }) =>
    typeof expiresAt === 'string' && expiresAt > now.toISOString()
  const daily = (await fetchDaily(callService)).filter((report) => isWanted(report) && isUnexpired(report))
  const custom = (await fetchCustom(callService)).filter((report) => isWanted(report) && isUnexpired(report))
  return [...byDay(daily), ...custom.map(toCustomExpiry)]
}

async function fetchCustom(callService: CallService) {
  const first = await callService('reports.list', { query: { limit: PAGE } })
  const items = [...first.items]
  let cursor = first.next_cursor
  for (let page = 1; page < MAX_PAGES && typeof cursor === 'string'; page += 1) {
    const next = await callService('reports.list', { query: { limit: PAGE, cursor } })
    items.push(...next.items)
    cursor = next.next_cursor
  }
  return items.filter(({ status }) => status === 'ready')
}

function byDay(reports: readonly DailyReport[]): ReportExpiry[] {
  const days = new Map<string, DailyReport[]>()
  for (const report of reports) {
    const day = report.report_date ?? ''
    days.set(day, [...(days.get(day) ?? []), report])
  }
  return [...days].map(([day, dayReports]) => ({
    id: `daily-${day}`,
    day,
    source: undefined,
    days: [],
    count: dayReports.length,
    expiresAt: sortedAt(dayReports.map(({ expires_at: at }) => at ?? '')),
    since: `${day}T00:00:00.000Z`,
    changedAt: sortedAt(
      dayReports.map(({ generated_at: at }) => at ?? ''),
      -1,
    ),
  }))
}

const sortedAt = (texts: readonly string[], at = 0): string => texts.toSorted().at(at) ?? ''

const toCustomExpiry = (report: Awaited<ReturnType<typeof fetchCustom>>[number]): ReportExpiry => {
  const { id, source, date_from: from, date_to: to, expires_at: expiresAt, created_at: createdAt } = report
  return {
    id: `report-${id}`,
    day: undefined,
    source,
    days: [from, to].filter((each) => typeof each === 'string'),
    count: 1,
    expiresAt: expiresAt ?? '',
    since: createdAt ?? '',
    changedAt: report.finished_at ?? createdAt ?? '',
  }
}
