'use client'

import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { addMonths, type Day, type Month } from '@/lib/domain/calendar'
import { reportSources, reportName } from '@/lib/domain/events/sources'
import { formatMonth } from '@/lib/domain/format/format'

import { type DailyViewProps, ReportReadingNote, WatchNote } from '../days/daily-list'
import { type ReportDays, type PanelReport, linesOfDay } from '../days/day-lines'
import { markKinds } from '../days/day-marks'
import { shownMonth } from '../days/day-range'
import { isAmong } from '../report-index'
import { type ReportSearch, toDayRange } from '../report-search'
import { Mark } from './day-cell'
import { DayPanel } from './day-panel'
import { MonthGrid } from './month-grid'

const FIRST_MONTH: Month = '2000-01'

interface DailyCalendarProps extends DailyViewProps {
  readonly onChange: (part: Partial<ReportSearch>) => void
}

export function DailyCalendar(props: DailyCalendarProps) {
  const t = useTranslations('reports.calendar')
  const { search, today, reportDays, onChange } = props
  const month = shownMonth(search, today)
  const toMonth = (next: Month) => onChange({ month: next, day: undefined })
  return (
    <>
      <ReportReadingNote known={reportDays.data} />
      <MonthBar month={month} current={today.slice(0, 7)} onMonth={toMonth} />
      <QueryView query={reportDays} skeleton={null} contentName={t('what')}>
        {() => null}
      </QueryView>
      {(reportDays.data !== undefined || !reportDays.isError) && (
        <CalendarMonth {...props} month={month} onMonth={toMonth} />
      )}
    </>
  )
}

type CalendarMonthProps = DailyCalendarProps & { readonly month: Month; readonly onMonth: (month: Month) => void }

/** The grid stays mounted while a month loads, so that it retains the focus. */
function CalendarMonth({ month, onMonth, ...props }: CalendarMonthProps) {
  const { search, today, now, reportDays, onChange } = props
  const sources = search.sources.length > 0 ? search.sources : sourcesOf(reportDays.data)
  const range = toDayRange(search, today)
  const isWithin = (day: Day) => (range.from === null || day >= range.from) && (range.to === null || day <= range.to)
  const last = month > today.slice(0, 7) ? month : today.slice(0, 7)
  return (
    <>
      <MonthGrid
        month={month}
        today={today}
        now={now}
        chosen={search.day}
        sources={sources}
        reports={reportDays.data && reportsByDay(reportDays.data, search)}
        isWithin={isWithin}
        isReachable={(next) => next >= FIRST_MONTH && next <= last}
        onChoose={(chosen) => onChange({ month, day: chosen === search.day ? undefined : chosen })}
        onMonth={onMonth}
      />
      {search.day?.startsWith(month) === true && <ChosenDay {...props} key={search.day} day={search.day} />}
      <Legend sources={sources} formats={search.formats} />
      <WatchNote known={reportDays.data} />
    </>
  )
}

function ChosenDay({
  day,
  search,
  reportDays,
  listed,
  now,
  downloads,
  onChange,
}: DailyCalendarProps & { readonly day: Day }) {
  if (reportDays.data === undefined) return null
  const close = () => {
    document.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    onChange({ day: undefined })
  }
  return (
    <DayPanel
      day={day}
      lines={linesOfDay(day, { listed, known: reportDays.data }, search)}
      now={now}
      downloads={downloads}
      onShowInList={() => onChange({ view: 'list', quick: undefined, from: day, to: day })}
      onClose={close}
    />
  )
}

/** The known sources, followed by others that the service has. */
const sourcesOf = (known: ReportDays | undefined): readonly string[] => [
  ...new Set([...reportSources, ...(known?.days ?? []).flatMap(({ reports }) => reports.map(({ source }) => source))]),
]

const reportsByDay = ({ days }: ReportDays, { formats }: ReportSearch): ReadonlyMap<Day, readonly PanelReport[]> =>
  new Map(days.map(({ day, reports }) => [day, reports.filter(({ format }) => isAmong(formats, format))]))

interface MonthBarProps {
  readonly month: Month
  readonly current: Month
  readonly onMonth: (month: Month) => void
}

function MonthBar({ month, current, onMonth }: MonthBarProps) {
  const t = useTranslations('reports.calendar')
  const locale = useLocale()
  return (
    <div className="flex items-center gap-2 border-b px-4 py-2">
      <Button
        size="sm"
        iconOnly
        aria-label={t('previous')}
        aria-disabled={month <= FIRST_MONTH}
        onClick={() => month > FIRST_MONTH && onMonth(addMonths(month, -1))}
      >
        <Icon name="chevron-left" size={14} />
      </Button>
      <Button
        size="sm"
        iconOnly
        aria-label={t('next')}
        aria-disabled={month >= current}
        onClick={() => month < current && onMonth(addMonths(month, 1))}
      >
        <Icon name="chevron-right" size={14} />
      </Button>
      <p aria-live="polite" className="font-medium first-letter:uppercase">
        {formatMonth(`${month}-01`, locale)}
      </p>
      {month !== current && (
        <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onMonth(current)}>
          {t('current')}
        </Button>
      )}
    </div>
  )
}

interface LegendProps {
  readonly sources: readonly string[]
  /** Only these formats count; empty means all. */
  readonly formats: readonly string[]
}

/** The meaning of each mark, and the order of the sources within a day. */
function Legend({ sources, formats }: LegendProps) {
  const t = useTranslations('reports.calendar')
  const locale = useLocale()
  const names = sources.map((source) => reportName(source, locale)).join(', ')
  const [format, ...others] = formats
  return (
    <div className="border-t px-4 py-3 text-sm text-muted">
      <p className="mb-2">
        {format !== undefined && others.length === 0
          ? t('narrowed', { sources: names, format: format.toUpperCase() })
          : t('order', { sources: names })}
      </p>
      <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-1.5">
        {markKinds
          .filter((kind) => kind !== 'none')
          .map((kind) => (
            <li key={kind} className="inline-flex items-center gap-1.5">
              <Mark kind={kind} />
              {t(`kinds.${kind}`)}
            </li>
          ))}
      </ul>
    </div>
  )
}
