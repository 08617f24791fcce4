import { reportSourceOf } from '@/lib/domain/events/sources'
import type { CallService } from '@/lib/panel/context'

/** The time after which reports cannot be downloaded: all daily ones of a day, or one custom report. */
export type ReportExpiry = {
  /** Stable id of the day or the report. */
  readonly id: string
  /** Warsaw day that the daily reports cover; undefined for a custom report. */
  readonly day: string | undefined
  readonly what: string
  readonly count: number
  readonly expiresAt: string
  readonly since: string
  readonly changedAt: string
}

type DailyReport = Awaited<ReturnType<typeof fetchDaily>>[number]
const fetchDaily = (ask: CallService) => ask('reports.dailyIndex', { query: {} })

const PAGE = 200
const MAX_PAGES = 10

type ExpiryQuery = { readonly sources: readonly string[]; readonly now: Date }

/**
 * Downloadable reports with an expiry. Throws `ApiError` if the service does not answer, because an incomplete list
 * would mislead.
 */
export async function listExpiries(ask: CallService, { sources, now }: ExpiryQuery): Promise<ReportExpiry[]> {
  const ids = sources.map(reportSourceOf)
  const isWanted = ({ source }: { source?: string | undefined }) =>
    sources.length === 0 || ids.some((id) => id !== undefined && id === source)
  const isThere = ({ expires_at: at }: { expires_at?: string | null | undefined }) =>
    typeof at === 'string' && at > now.toISOString()
  const daily = (await fetchDaily(ask)).filter((report) => isWanted(report) && isThere(report))
  const custom = (await fetchCustom(ask)).filter((report) => isWanted(report) && isThere(report))
  return [...byDay(daily), ...custom.map(toCustomExpiry)]
}

async function fetchCustom(ask: CallService) {
  const first = await ask('reports.list', { query: { limit: PAGE } })
  const items = [...first.items]
  let cursor = first.next_cursor
  for (let page = 1; page < MAX_PAGES && typeof cursor === 'string'; page += 1) {
    const next = await ask('reports.list', { query: { limit: PAGE, cursor } })
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
  return [...days].map(([day, of]) => ({
    id: `daily-${day}`,
    day,
    what: '',
    count: of.length,
    expiresAt: first(of.map(({ expires_at: at }) => at ?? '')),
    since: `${day}T00:00:00.000Z`,
    changedAt: first(
      of.map(({ generated_at: at }) => at ?? ''),
      -1,
    ),
  }))
}

const first = (texts: readonly string[], at = 0): string => texts.toSorted().at(at) ?? ''

const toCustomExpiry = (report: Awaited<ReturnType<typeof fetchCustom>>[number]): ReportExpiry => {
  const { id, source, date_from: from, date_to: to, expires_at: expiresAt, created_at: createdAt } = report
  return {
    id: `report-${id}`,
    day: undefined,
    what: [source?.toUpperCase(), [from, to].filter(Boolean).join(' – ')].filter(Boolean).join(', '),
    count: 1,
    expiresAt: expiresAt ?? '',
    since: createdAt ?? '',
    changedAt: report.finished_at ?? createdAt ?? '',
  }
}
