'use client'

import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { type Month, warsawDay } from '@/lib/domain/calendar'
import { formatDayMonth, formatPercent } from '@/lib/domain/format/format'
import { dayFigures, type DayFigure, isPoolFigure, poolByFigure, pools } from '@/lib/domain/usage/pools'

import { previousMonth } from './month'
import { monthName } from './month-pager'
import { SaveWorkbook } from './save-button'
import {
  compareMonths,
  type Comparison,
  filterMonthDays,
  isUnusedMonth,
  totalDays,
  type TotalledDay,
  compareFigures,
} from './totals'
import { TilesSkeleton } from './usage-skeleton'
import { useFigureText } from './use-figure-text'
import { useMonthDays, useFirstMonth, useSummary } from './use-usage'

interface TotalsCardProps {
  readonly month: Month
  readonly isCurrent: boolean
}

export function TotalsCard({ month, isCurrent }: TotalsCardProps) {
  const t = useTranslations('usage.totals')
  const days = useMonthDays(month)
  const comparison = useComparison({ month, isCurrent })
  return (
    <Card
      title={t('title')}
      aside={
        <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
          {comparison && <ComparedRanges comparison={comparison} isCurrent={isCurrent} />}
          <SaveWorkbook month={month} />
        </span>
      }
    >
      <QueryView query={days} skeleton={<TilesSkeleton />} contentName={t('what')}>
        {({ items }) => (
          <Totals days={filterMonthDays(items, month)} comparison={comparison} month={month} isCurrent={isCurrent} />
        )}
      </QueryView>
    </Card>
  )
}

/** Undefined while the previous month is loading, and while this month has no complete day. */
function useComparison({ month, isCurrent }: TotalsCardProps): Comparison | undefined {
  const today = warsawDay(new Date(useClock()))
  const earlier = previousMonth(month, useFirstMonth())
  const days = useMonthDays(month).data
  const before = useMonthDays(earlier ?? month).data
  if (days === undefined || before === undefined || earlier === undefined) return undefined
  return compareMonths({
    days: filterMonthDays(days.items, month),
    before: filterMonthDays(before.items, earlier),
    runningDay: isCurrent ? today : undefined,
  })
}

interface ComparedRangesProps {
  readonly comparison: Comparison
  readonly isCurrent: boolean
}

/** E.g. `1–20 lis wobec: 1–20 paź`, or both months. */
function ComparedRanges({ comparison: { lastDay, lastDayBefore }, isCurrent }: ComparedRangesProps) {
  const t = useTranslations('usage.totals')
  const locale = useLocale()
  if (lastDay === undefined || lastDayBefore === undefined) return null
  const name = (last: string) => {
    if (!isCurrent) return monthName(last.slice(0, 7), locale)
    return last.endsWith('-01') ? formatDayMonth(last, locale) : t('range', { day: formatDayMonth(last, locale) })
  }
  return t('compared', { now: name(lastDay), before: name(lastDayBefore) })
}

interface TotalsProps extends TotalsCardProps {
  readonly days: readonly TotalledDay[]
  readonly comparison: Comparison | undefined
}

function Totals({ days, comparison, month, isCurrent }: TotalsProps) {
  const t = useTranslations('usage.totals')
  const totals = totalDays(days)
  return (
    <>
      {isUnusedMonth(days) && <p className="border-b px-4 py-2.5 text-muted">{t('unused')}</p>}
      <PreviousMonthFailure month={month} />
      <dl className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3 xl:grid-cols-6">
        {dayFigures.map((key) => (
          <TotalTile key={key} name={key} value={totals[key]} comparison={comparison} isCurrent={isCurrent} />
        ))}
      </dl>
    </>
  )
}

function PreviousMonthFailure({ month }: { readonly month: Month }) {
  const t = useTranslations('usage.totals')
  const common = useTranslations('common')
  const before = useMonthDays(previousMonth(month, useFirstMonth()) ?? month)
  if (!before.isError || before.data !== undefined) return null
  return (
    <p role="status" className="flex flex-wrap gap-x-2 border-b bg-warn-soft px-4 py-1.5 text-sm text-warn-ink">
      {t('noBefore')}
      <button type="button" onClick={() => void before.refetch()} className="underline underline-offset-2">
        {before.isFetching ? common('loading') : common('retry')}
      </button>
    </p>
  )
}

interface TotalTileProps {
  readonly name: DayFigure
  readonly value: number | undefined
  /** A comparison of complete days; undefined if there is nothing to compare. */
  readonly comparison: Comparison | undefined
  readonly isCurrent: boolean
}

function TotalTile({ name, value, comparison, isCurrent }: TotalTileProps) {
  const t = useTranslations('usage.figures')
  const figures = useFigureText()
  const text = name === 'overage_grosz' ? figures.grosz : figures.count
  return (
    <div className="min-w-0 bg-card px-4 py-3">
      <dt className="text-muted">{isPoolFigure(name) ? figures.nameOf(name) : t(name)}</dt>
      <dd className="text-title font-semibold tracking-tight break-words tabular">{text(value)}</dd>
      <ChangeText name={name} value={value} comparison={comparison} />
      {isCurrent && <IncludedUnits name={name} />}
    </div>
  )
}

/** The sum above includes today and the comparison does not, which is stated if the two differ. */
function ChangeText({ name, value, comparison }: Pick<TotalTileProps, 'name' | 'value' | 'comparison'>) {
  const t = useTranslations('usage.totals')
  const figures = useFigureText()
  const text = name === 'overage_grosz' ? figures.grosz : figures.count
  if (comparison === undefined) return null
  const [now, before] = [comparison.now[name], comparison.before[name]]
  const change = compareFigures(now, before)
  if (change.kind === 'unknown') return <dd className="text-sm text-muted">{t('incomparable')}</dd>
  return (
    <>
      <dd className="text-sm tabular">
        {change.kind === 'same' ? t('same') : <MoreOrLess {...change} name={name} by={text(change.by)} />}
      </dd>
      <dd className="text-sm text-muted tabular">
        {now === value
          ? t('before', { value: text(before) })
          : t('beforeToday', { now: text(now), value: text(before) })}
      </dd>
    </>
  )
}

interface MoreOrLessProps {
  readonly name: DayFigure
  readonly kind: 'more' | 'less'
  readonly by: string
  readonly ratio: number | undefined
}

function MoreOrLess({ name, kind, by, ratio }: MoreOrLessProps) {
  const t = useTranslations('usage.totals')
  const locale = useLocale()
  const figureKind = name === 'overage_grosz' ? 'amount' : 'count'
  return ratio === undefined
    ? t(kind, { what: figureKind, by })
    : t(`${kind}Ratio`, { what: figureKind, by, percent: formatPercent(ratio, locale) })
}

/** For monthly pools only: a daily limit is meaningless for a month. */
function IncludedUnits({ name }: { readonly name: DayFigure }) {
  const t = useTranslations('usage.totals')
  const figures = useFigureText()
  const limits = useSummary().data?.limits
  if (!isPoolFigure(name) || pools[poolByFigure[name]].reset !== 'monthly') return null
  const limit = limits?.[name]
  if (limit === undefined || limit === null) return null
  return <dd className="text-sm text-muted tabular">{t('included', { value: figures.count(limit) })}</dd>
}
