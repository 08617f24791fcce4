'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { Day } from '@/lib/domain/calendar'

import type { Downloads } from '../downloads/use-downloads'
import type { Report } from '../report-index'
import { reportNarrowing, type ReportSearch } from '../report-search'
import { ReportTable } from '../report-table'
import { type KnownDays, toDayLines } from './day-lines'
import { type DaySpan, isCutShort, MAX_SHOWN_DAYS } from './day-range'
import { ReportReadingNote, WarnLine, WatchNote } from './reading-note'

const SKELETON_ROWS = 12

export interface DailyViewProps {
  readonly search: ReportSearch
  readonly today: Day
  readonly now: number
  /** Narrowed by the search. */
  readonly listed: readonly Report[]
  readonly known: UseQueryResult<KnownDays>
  readonly span: DaySpan
  readonly downloads: Downloads
}

interface DailyListProps extends DailyViewProps {
  readonly index: UseQueryResult<Report[]>
  readonly onClear: () => void
}

/** What the service lists by day, the newest first, and in chosen days also what it lists no more. */
export function DailyList({ index, search, today, now, listed, known, span, downloads, onClear }: DailyListProps) {
  const t = useTranslations('reports')
  const hasDays = search.quick !== undefined || search.from !== null || search.to !== null
  const days = toDayLines(listed, known.data, { search, today, span: hasDays ? span : undefined })
  return (
    <>
      <ReportReadingNote known={known.data} />
      {known.isError && known.data === undefined && <WarnLine>{t('days.unknownTakers')}</WarnLine>}
      {isCutShort(search, span) && <CutShort />}
      <QueryView
        query={index}
        skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
        what={t('what')}
        isEmpty={() => days.length === 0}
        empty={<NoReports search={search} onClear={onClear} />}
      >
        {() => <ReportTable label={t('title')} days={days} now={now} downloads={downloads} />}
      </QueryView>
      {hasDays && <WatchNote known={known.data} />}
    </>
  )
}

function CutShort() {
  const t = useTranslations('reports.days')
  return <WarnLine>{t('cutShort', { count: MAX_SHOWN_DAYS })}</WarnLine>
}

function NoReports({ search, onClear }: Pick<DailyListProps, 'search' | 'onClear'>) {
  const t = useTranslations('reports.empty')
  if (!reportNarrowing.narrows(search)) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  const hint = search.quick === 'today' ? t('todayHint') : t('filteredHint')
  return (
    <EmptyState title={t('filtered')} action={<Button onClick={onClear}>{t('clear')}</Button>}>
      {hint}
    </EmptyState>
  )
}
