'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { query, panelQuery } from '@/lib/client/queries'
import { warsawDay } from '@/lib/domain/calendar'
import { formatInteger } from '@/lib/domain/format/format'
import { serverNow } from '@/lib/domain/server-clock'
import { reportsViewCookie } from '@/lib/features/reports/domain/reports-view-cookie'

import { DailyCalendar } from './calendar/daily-calendar'
import { DailyList } from './days/daily-list'
import { daysOfView, type DaySpan } from './days/day-range'
import type { Downloads } from './downloads/use-downloads'
import { withFailedReports, filterReports, type Report } from './report-index'
import { type ReportSearch, reportViewOf, type ReportView, reportViews } from './report-search'

const icons = { list: 'list', calendar: 'calendar' } as const

/** List or calendar; the choice is saved in the browser. */
function ViewSwitch({ view, onChange }: { readonly view: ReportView; readonly onChange: (view: ReportView) => void }) {
  const t = useTranslations('reports.days.view')
  const choose = (chosen: ReportView) => {
    document.cookie = reportsViewCookie(chosen)
    onChange(chosen)
  }
  const segments = reportViews.map((value) => ({
    value,
    label: (
      <span className="inline-flex items-center gap-1.5">
        <Icon name={icons[value]} size={13} />
        {t(value)}
      </span>
    ),
  }))
  return <SegmentedControl label={t('label')} segments={segments} value={view} onChange={choose} />
}

/** Reports are created after midnight, so a minute's delay is acceptable. */
const REFRESH_MS = 60_000
/**
 * A download is recorded when its last byte was sent, so for this time after a download the panel is polled more
 * often.
 */
const AFTER_DOWNLOAD_MS = 30_000
const WATCHED_REFRESH_MS = 3_000

/**
 * The panel's current data about reports of some days. `startedAt`: milliseconds since the epoch when a download last
 * started here.
 */
function useReportDays(span: DaySpan, startedAt: number) {
  const { allowed } = usePermission('reportDays.list')
  return useQuery({
    ...panelQuery('reportDays.list', { query: { from: span.from, to: span.to } }),
    enabled: allowed,
    refetchInterval: () => (serverNow() - startedAt < AFTER_DOWNLOAD_MS ? WATCHED_REFRESH_MS : REFRESH_MS),
  })
}

/** Wraps the downloads so that the lists are soon refreshed with new download marks. */
function useMarkedDownloads(downloads: Downloads): { downloads: Downloads; startedAt: number } {
  const client = useQueryClient()
  const [startedAt, setStartedAt] = useState(0)
  const start = async (id: string, listed?: Report) => {
    await downloads.start(id, listed)
    setStartedAt(serverNow())
    await client.invalidateQueries({ queryKey: ['panel', 'reportDays'] })
  }
  return { downloads: { ...downloads, start }, startedAt }
}

/** Loads the whole index and filters it in memory, so that one answer serves every search and the overview. */
function useDailyIndex() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed, refetchInterval: REFRESH_MS })
}

interface DailyCardProps {
  readonly search: ReportSearch
  readonly preferredView: ReportView
  readonly onChange: (part: Partial<ReportSearch>) => void
  readonly onClear: () => void
  readonly downloads: Downloads
}

export function DailyCard({ search, preferredView, onChange, onClear, downloads: pageDownloads }: DailyCardProps) {
  const t = useTranslations('reports')
  const now = useClock()
  const today = warsawDay(new Date(now))
  const view = reportViewOf(search, preferredView)
  const index = useDailyIndex()
  const { downloads, startedAt } = useMarkedDownloads(pageDownloads)
  const span = daysOfView(view, search, today)
  const reportDays = useReportDays(span, startedAt)
  const allReports = index.data && withFailedReports(index.data, downloads.failed)
  const listed = allReports === undefined ? [] : filterReports(allReports, search, today)
  const shared = { search, today, now, reportDays, span, downloads }
  return (
    <Card
      title={t('daily')}
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {view === 'list' && allReports && <Counts all={allReports} shown={listed} />}
          <ViewSwitch view={view} onChange={(chosen) => onChange({ view: chosen })} />
        </div>
      }
    >
      {view === 'list' ? (
        <DailyList {...shared} index={index} listed={listed} onClear={onClear} />
      ) : (
        <DailyCalendar {...shared} listed={allReports ?? []} onChange={onChange} />
      )}
    </Card>
  )
}

function Counts({ all, shown }: { readonly all: readonly Report[]; readonly shown: readonly Report[] }) {
  const t = useTranslations('reports')
  const locale = useLocale()
  const n = formatInteger(shown.length, locale)
  return (
    <span role="status">
      {shown.length === all.length
        ? t('count', { count: shown.length, n })
        : t('countOf', { n, all: formatInteger(all.length, locale) })}
    </span>
  )
}
