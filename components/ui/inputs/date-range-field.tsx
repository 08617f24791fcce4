'use client'

import type { CalendarDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import { DateRangePicker } from 'react-aria-components/DateRangePicker'
import { Label } from 'react-aria-components/Label'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { useTranslations } from 'use-intl'

import { addDays, warsawDay } from '@/lib/domain/calendar'

import { AriaLocale } from '../aria-locale'
import { useClock } from '../clock'
import { CalendarPopover, DateBox, Month, readDay, Segments } from './date-parts'

/** Both ends inclusive, as `YYYY-MM-DD`; null on both sides means no range. */
interface DateRange {
  readonly from: string | null
  readonly to: string | null
}

interface DateRangeFieldProps {
  readonly label: string
  readonly isLabelHidden?: boolean | undefined
  readonly value: DateRange
  readonly onChange: (range: DateRange) => void
  /** `YYYY-MM-DD`, inclusive. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

const selected = [
  'data-selected:rounded-none data-selected:bg-accent-soft data-selected:text-accent-ink',
  'data-selection-start:rounded-l-md data-selection-start:bg-accent data-selection-start:text-on-accent',
  'data-selection-end:rounded-r-md data-selection-end:bg-accent data-selection-end:text-on-accent',
].join(' ')

/** A range of days, typed, picked in a calendar, or one of the usual ones. Load it lazily: it includes React Aria. */
export function DateRangeField({ label, isLabelHidden = false, value, onChange, min, max }: DateRangeFieldProps) {
  const t = useTranslations('common.dateRange')
  const [start, end, first, last] = [value.from, value.to, min, max].map(readDay)
  return (
    <AriaLocale>
      <DateRangePicker
        validationBehavior="aria"
        value={start && end ? { start, end } : null}
        onChange={(range) => onChange({ from: range?.start.toString() ?? null, to: range?.end.toString() ?? null })}
        {...(first && { minValue: first })}
        {...(last && { maxValue: last })}
      >
        <Label className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>{label}</Label>
        <DateBox>
          <Segments slot="start" />
          <span aria-hidden>–</span>
          <Segments slot="end" />
        </DateBox>
        <CalendarPopover label={label}>
          <RangeCalendar>
            <Month selected={selected} />
          </RangeCalendar>
          <UsualRanges first={first} last={last} onChange={onChange} />
        </CalendarPopover>
      </DateRangePicker>
      {(start ?? end) && (
        <button
          type="button"
          onClick={() => onChange({ from: null, to: null })}
          className="mt-1 block text-sm text-accent-ink underline underline-offset-2"
        >
          {t('clear')}
        </button>
      )}
    </AriaLocale>
  )
}

/** Whole days before today; the first and the last of each. */
const usualRanges = { yesterday: [1, 1], week: [7, 1], month: [30, 1] } as const

interface UsualRangesProps extends Pick<DateRangeFieldProps, 'onChange'> {
  readonly first: CalendarDate | undefined
  readonly last: CalendarDate | undefined
}

/** The ranges that people want most, as far as they may be chosen; a press closes the calendar. */
function UsualRanges({ first, last, onChange }: UsualRangesProps) {
  const t = useTranslations('common.dateRange.usual')
  const today = warsawDay(new Date(useClock()))
  const ranges = (['yesterday', 'week', 'month'] as const).flatMap((name) => {
    const [from, to] = usualRanges[name].map((days) => addDays(today, -days)) as [string, string]
    const isOutside = (first && from < first.toString()) || (last && to > last.toString())
    return isOutside ? [] : [{ name, from, to }]
  })
  return (
    <div className="mt-2 flex gap-1.5">
      {ranges.map(({ name, from, to }) => (
        <Button
          key={name}
          slot="close"
          onPress={() => onChange({ from, to })}
          className="h-7 rounded-md border px-2 text-sm hover:bg-hover"
        >
          {t(name)}
        </Button>
      ))}
    </div>
  )
}
