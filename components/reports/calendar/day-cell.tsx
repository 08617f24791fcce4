'use client'

import type { KeyboardEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import type { Day } from '@/lib/domain/calendar'
import { reportName } from '@/lib/domain/events/sources'
import { formatDate, formatInteger } from '@/lib/domain/format/format'

import type { PanelReport } from '../days/day-lines'
import { type MarkKind, markOf, rowsOf } from '../days/day-marks'
import { useReportWords } from '../report-name'
import { weekdayKeyOf } from '../report-table'

/** Each mark has a distinct icon, so that marks do not differ by color alone. */
const signs: Readonly<Record<MarkKind, { readonly icon: IconName | null; readonly badgeClass: string }>> = {
  mine: { icon: 'check', badgeClass: 'bg-accent text-on-accent' },
  team: { icon: 'user', badgeClass: 'bg-accent-soft text-accent-ink' },
  archived: { icon: 'archive', badgeClass: 'bg-accent-soft text-accent-ink' },
  ready: { icon: 'download', badgeClass: 'bg-info-soft text-info-ink' },
  soon: { icon: 'clock', badgeClass: 'bg-warn-soft text-warn-ink' },
  risk: { icon: 'alert', badgeClass: 'bg-danger text-on-danger' },
  missing: { icon: 'close', badgeClass: 'border border-dashed border-danger-mark bg-danger-soft text-danger-ink' },
  empty: { icon: null, badgeClass: 'bg-chip text-chip-ink' },
  gone: { icon: 'minus', badgeClass: 'bg-chip text-chip-ink' },
  notYet: { icon: 'more', badgeClass: 'text-muted' },
  unknown: { icon: 'help', badgeClass: 'text-muted' },
  none: { icon: null, badgeClass: 'text-muted' },
}
const NO_ROWS = '0'

/** Only the icon; the caller must also give its meaning as text. */
export function Mark({ kind }: { readonly kind: MarkKind }) {
  const { icon, badgeClass } = signs[kind]
  return (
    <span
      aria-hidden
      className={classNames('tabular inline-grid size-4.5 shrink-0 place-items-center rounded-sm text-xs', badgeClass)}
    >
      {icon === null ? kind === 'empty' && NO_ROWS : <Icon name={icon} size={12} />}
    </span>
  )
}

interface DayCellProps {
  readonly day: Day
  readonly now: number
  readonly isToday: boolean
  /** True for a future day, whose reports are unknown. */
  readonly isFuture: boolean
  readonly isChosen: boolean
  /** True for the single day in the tab order. */
  readonly isTabStop: boolean
  readonly sources: readonly string[]
  /** Undefined while loading. */
  readonly reports: ReadonlyMap<Day, readonly PanelReport[]> | undefined
  readonly isWithin: (day: Day) => boolean
  readonly onChoose: (day: Day) => void
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** A day with a mark per source; the marks are read out as text. */
export function DayCell({
  day,
  isToday,
  isFuture,
  isChosen,
  isTabStop,
  onChoose,
  onFocus,
  onKeyDown,
  ...markContext
}: DayCellProps) {
  const words = useDayWords()
  const marks = isFuture ? [] : marksOf(day, markContext)
  return (
    <td
      aria-selected={isChosen}
      className={classNames('border-t p-0 align-top not-first:border-l', !markContext.isWithin(day) && 'opacity-50')}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-expanded={isChosen}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => onChoose(day)}
        className={classNames(
          'flex h-full min-h-22 w-full flex-col px-1 py-1 text-left hover:bg-hover sm:px-2',
          isChosen && 'bg-selected',
        )}
      >
        <span className="sr-only">{words(day, marks)}</span>
        <span
          aria-hidden
          className={classNames(
            'tabular mb-1 inline-grid min-w-5 place-items-center self-start rounded-full px-1 text-sm',
            isToday ? 'bg-ink font-medium text-ground' : 'text-muted',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {marks.map((mark) => (
          <MarkLine key={mark.source} mark={mark} />
        ))}
      </button>
    </td>
  )
}

interface SourceMark {
  readonly source: string
  readonly kind: MarkKind
  readonly rows: number | undefined
}

function marksOf(day: Day, { sources, reports, now }: Pick<DayCellProps, 'sources' | 'reports' | 'now'>): SourceMark[] {
  if (reports === undefined) return []
  const ofDay = reports.get(day) ?? []
  return sources.map((source) => {
    const ofSource = ofDay.filter((report) => report.source === source)
    return { source, kind: markOf(ofSource, now), rows: rowsOf(ofSource) }
  })
}

function MarkLine({ mark: { source, kind, rows } }: { readonly mark: SourceMark }) {
  const locale = useLocale()
  return (
    <span aria-hidden className="mt-0.5 flex items-center gap-1.5 text-sm max-sm:justify-center">
      <Mark kind={kind} />
      <span className="min-w-0 flex-1 truncate max-sm:hidden">{reportName(source, locale)}</span>
      {rows !== undefined && rows > 0 && (
        <span className="text-muted tabular max-lg:hidden">{formatInteger(rows, locale)}</span>
      )}
    </span>
  )
}

function useDayWords() {
  const t = useTranslations('reports')
  const locale = useLocale()
  const words = useReportWords()
  const markWords = ({ source, kind, rows }: SourceMark) => {
    const markTexts = { source: reportName(source, locale), state: t(`calendar.kinds.${kind}`) }
    return rows === undefined || rows === 0
      ? t('calendar.cell', markTexts)
      : t('calendar.cellRows', { ...markTexts, rows: words.rows(rows) })
  }
  return (day: Day, marks: readonly SourceMark[]): string => {
    const weekday = weekdayKeyOf(day)
    const date = [formatDate(day, locale), weekday && t(`weekdays.${weekday}`)].filter(Boolean).join(', ')
    return [date, ...marks.map(markWords)].join('. ')
  }
}
