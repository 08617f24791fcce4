'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import { query } from '@/lib/client/queries'
import { warsawDay } from '@/lib/domain/calendar'
import { formatInteger } from '@/lib/domain/format/format'

import { groupByDay, keepFailed, narrow, type Report } from './report-index'
import { hasReportSearch, type ReportSearch } from './report-search'
import { ReportTable } from './report-table'
import type { Downloads } from './use-downloads'

/** New reports are made after midnight; a minute is soon enough to see them. */
const REFRESH_MS = 60_000

/** The whole index, narrowed in memory: the same answer serves every search and the overview. */
function useDailyIndex() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed, refetchInterval: REFRESH_MS })
}

const DAILY_SKELETON_ROWS = 12

interface DailyCardProps {
  readonly search: ReportSearch
  readonly onClear: () => void
  readonly downloads: Downloads
}

/** The daily index by day, the newest first; it counts down by itself. */
export function DailyCard({ search, onClear, downloads }: DailyCardProps) {
  const t = useTranslations('reports')
  const now = useClock()
  const index = useDailyIndex()
  const today = warsawDay(new Date(now))
  const kept = index.data && keepFailed(index.data, downloads.failed)
  const shown = kept === undefined ? [] : narrow(kept, search, today)
  return (
    <Card labelledBy="daily-title">
      <CardHeader title={t('daily')} titleId="daily-title" aside={kept && <Counts all={kept} shown={shown} />} />
      <QueryView
        query={index}
        skeleton={<SkeletonRows rows={DAILY_SKELETON_ROWS} />}
        what={t('what')}
        isEmpty={() => shown.length === 0}
        empty={<NoReports search={search} onClear={onClear} />}
      >
        {() => <ReportTable days={groupByDay(shown)} now={now} downloads={downloads} />}
      </QueryView>
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

function NoReports({ search, onClear }: Pick<DailyCardProps, 'search' | 'onClear'>) {
  const t = useTranslations('reports.empty')
  if (!hasReportSearch(search)) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  const hint = search.quick === 'today' ? t('todayHint') : t('filteredHint')
  return (
    <EmptyState title={t('filtered')} action={<Button onClick={onClear}>{t('clear')}</Button>}>
      {hint}
    </EmptyState>
  )
}
