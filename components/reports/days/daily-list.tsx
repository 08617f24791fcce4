'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { Day } from '@/lib/domain/calendar'
import { formatDateTime } from '@/lib/domain/format/format'

import type { Downloads } from '../downloads/use-downloads'
import type { Report } from '../report-index'
import { reportCriteriaAddress, type ReportSearch } from '../report-search'
import { ReportTable } from '../report-table'
import { type ReportDays, toDayLines } from './day-lines'
import { type DaySpan, isCutShort, MAX_SHOWN_DAYS } from './day-range'

const SKELETON_ROWS = 12

export interface DailyViewProps {
  readonly search: ReportSearch
  readonly today: Day
  readonly now: number
  readonly listed: readonly Report[]
  readonly reportDays: UseQueryResult<ReportDays>
  readonly span: DaySpan
  readonly downloads: Downloads
}

interface DailyListProps extends DailyViewProps {
  readonly index: UseQueryResult<Report[]>
  readonly onClear: () => void
}

/** The service's reports by day, newest first; for a chosen range also those it no longer lists. */
export function DailyList({ index, search, today, now, listed, reportDays, span, downloads, onClear }: DailyListProps) {
  const t = useTranslations('reports')
  const hasDays = search.quick !== undefined || search.from !== null || search.to !== null
  const days = toDayLines(listed, reportDays.data, { search, today, span: hasDays ? span : undefined })
  return (
    <>
      <ReportReadingNote known={reportDays.data} />
      {reportDays.isError && reportDays.data === undefined && <WarnLine>{t('days.unknownTakers')}</WarnLine>}
      {isCutShort(search, span) && <WarnLine>{t('days.cutShort', { count: MAX_SHOWN_DAYS })}</WarnLine>}
      <QueryView
        query={index}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
        contentName={t('what')}
        isEmpty={() => days.length === 0}
        empty={<NoReports search={search} onClear={onClear} />}
      >
        {() => <ReportTable label={t('title')} days={days} now={now} downloads={downloads} />}
      </QueryView>
      {hasDays && <WatchNote known={reportDays.data} />}
    </>
  )
}

function NoReports({ search, onClear }: Pick<DailyListProps, 'search' | 'onClear'>) {
  const t = useTranslations('reports.empty')
  if (!reportCriteriaAddress.narrows(search)) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  const hint = search.quick === 'today' ? t('todayHint') : t('filteredHint')
  return (
    <EmptyState title={t('filtered')} action={<Button onClick={onClear}>{t('clear')}</Button>}>
      {hint}
    </EmptyState>
  )
}

/** Warns that the data below is out of date because the service does not answer the panel. */
export function ReportReadingNote({ known }: { readonly known: ReportDays | undefined }) {
  const t = useTranslations('reports.days.reading')
  const locale = useLocale()
  if (known === undefined) return null
  const { as_of: asOf, failed_at: failedAt } = known.reading
  if (asOf === null) return <WarnLine>{t('never')}</WarnLine>
  if (failedAt === null) return null
  return (
    <WarnLine>{t('failed', { since: formatDateTime(failedAt, locale), asOf: formatDateTime(asOf, locale) })}</WarnLine>
  )
}

function WarnLine({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-ink">
      {children}
    </p>
  )
}

/** Shows since when the panel can detect missing reports, if earlier days are shown. */
export function WatchNote({ known }: { readonly known: ReportDays | undefined }) {
  const t = useTranslations('reports.days.reading')
  const locale = useLocale()
  const since = known?.reading.watched_since
  const hasDaysBeforeWatch = known?.days.some(({ reports }) => reports.some(({ state }) => state === 'before_watch'))
  if (!since || hasDaysBeforeWatch !== true) return null
  return (
    <p className="border-t px-4 py-2 text-sm text-muted">{t('watchedSince', { at: formatDateTime(since, locale) })}</p>
  )
}
