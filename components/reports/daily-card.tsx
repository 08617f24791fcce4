'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Card, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { query } from '@/lib/client/queries'
import { warsawDay } from '@/lib/domain/calendar'
import { formatInteger } from '@/lib/domain/format/format'
import { reportsViewCookie } from '@/lib/domain/reports/reports-view-cookie'

import { DailyCalendar } from './calendar/daily-calendar'
import { DailyList } from './days/daily-list'
import { daysOfView } from './days/day-range'
import { REFRESH_MS, useMarkedDownloads, useReportDays } from './days/report-days-query'
import type { Downloads } from './downloads/use-downloads'
import { keepFailed, narrow, type Report } from './report-index'
import { type ReportSearch, type ReportView, reportViewOf, reportViews } from './report-search'

const icons = { list: 'list', calendar: 'calendar' } as const

interface ViewSwitchProps {
  readonly view: ReportView
  readonly onChange: (view: ReportView) => void
}

/** List or calendar; the browser keeps the choice for the next visit. */
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
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

/** The whole index, narrowed in memory: the same answer serves every search and the overview. */
function useDailyIndex() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed, refetchInterval: REFRESH_MS })
}

interface DailyCardProps {
  readonly search: ReportSearch
  /** The view that the person had last. */
  readonly preferredView: ReportView
  readonly onChange: (part: Partial<ReportSearch>) => void
  readonly onClear: () => void
  readonly downloads: Downloads
}

/** The daily reports as a list or as a calendar, by day; they count down by themselves. */
export function DailyCard({ search, preferredView, onChange, onClear, downloads: given }: DailyCardProps) {
  const t = useTranslations('reports')
  const now = useClock()
  const today = warsawDay(new Date(now))
  const view = reportViewOf(search, preferredView)
  const index = useDailyIndex()
  const { downloads, startedAt } = useMarkedDownloads(given)
  const span = daysOfView(view, search, today)
  const known = useReportDays(span, startedAt)
  const kept = index.data && keepFailed(index.data, downloads.failed)
  const listed = kept === undefined ? [] : narrow(kept, search, today)
  const shared = { search, today, now, known, span, downloads }
  return (
    <Card labelledBy="daily-title">
      <CardHeader
        title={t('daily')}
        titleId="daily-title"
        aside={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {view === 'list' && kept && <Counts all={kept} shown={listed} />}
            <ViewSwitch view={view} onChange={(chosen) => onChange({ view: chosen })} />
          </div>
        }
      />
      {view === 'list' ? (
        <DailyList {...shared} index={index} listed={listed} onClear={onClear} />
      ) : (
        <DailyCalendar {...shared} listed={kept ?? []} onChange={onChange} />
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
