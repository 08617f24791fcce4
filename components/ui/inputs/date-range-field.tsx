'use client'

import { type CalendarDate, parseDate } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DateRangePicker } from 'react-aria-components/DateRangePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Label } from 'react-aria-components/Label'
import { Popover } from 'react-aria-components/Popover'
import { RangeCalendar as AriaRangeCalendar } from 'react-aria-components/RangeCalendar'
import { useTranslations } from 'use-intl'

import { AriaLocale } from '../aria-locale'
import { Icon } from '../icon'

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

/** Undefined for an invalid day, because a range from the address bar may contain anything. */
function readDay(text: string | null | undefined): CalendarDate | undefined {
  if (text === null || text === undefined) return undefined
  try {
    return parseDate(text)
  } catch {
    return undefined
  }
}

function Segments({ slot }: { readonly slot: 'start' | 'end' }) {
  return (
    <DateInput slot={slot} className="flex">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="inline-flex min-h-6 items-center justify-center rounded-sm tabular outline-none not-data-[type=literal]:min-w-6 data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-muted data-focused:data-placeholder:text-on-accent"
        />
      )}
    </DateInput>
  )
}

/** A range of days, typed or picked in a calendar. Load it lazily because it includes React Aria. */
export function DateRangeField({ label, isLabelHidden = false, value, onChange, min, max }: DateRangeFieldProps) {
  const t = useTranslations('common.dateRange')
  const start = readDay(value.from)
  const end = readDay(value.to)
  const first = readDay(min)
  const last = readDay(max)
  return (
    <AriaLocale>
      <DateRangePicker
        value={start && end ? { start, end } : null}
        onChange={(range) => onChange({ from: range?.start.toString() ?? null, to: range?.end.toString() ?? null })}
        {...(first && { minValue: first })}
        {...(last && { maxValue: last })}
      >
        <Label className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-medium'}>{label}</Label>
        <Group className="flex control items-center gap-1 pr-0! focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-ink">
          <Segments slot="start" />
          <span aria-hidden>–</span>
          <Segments slot="end" />
          <Button aria-label={t('open')} className="ml-auto grid size-8 place-items-center text-muted">
            <Icon name="calendar" />
          </Button>
        </Group>
        <Popover className="z-40 floating">
          <Dialog aria-label={label} className="p-3 outline-none">
            <RangeCalendar />
          </Dialog>
        </Popover>
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

const arrow =
  'grid size-8 place-items-center rounded-md hover:bg-hover data-disabled:text-muted data-disabled:opacity-50'
const day = [
  'tabular grid size-8 cursor-pointer place-items-center rounded-md outline-none hover:bg-hover',
  'data-selected:rounded-none data-selected:bg-accent-soft data-selected:text-accent-ink',
  'data-selection-start:rounded-l-md data-selection-start:bg-accent data-selection-start:text-on-accent',
  'data-selection-end:rounded-r-md data-selection-end:bg-accent data-selection-end:text-on-accent',
  'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent-ink',
  'data-disabled:cursor-default data-disabled:text-muted data-disabled:line-through data-outside-month:invisible',
].join(' ')

/** One month; the range comes from the surrounding picker. */
function RangeCalendar() {
  const t = useTranslations('common.dateRange')
  return (
    <AriaRangeCalendar>
      <header className="mb-2 flex items-center justify-between">
        <Button slot="previous" aria-label={t('previousMonth')} className={arrow}>
          <Icon name="chevron-left" />
        </Button>
        <Heading className="font-medium" />
        <Button slot="next" aria-label={t('nextMonth')} className={arrow}>
          <Icon name="chevron-right" />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className="pb-1 text-sm font-normal text-muted">{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={day} />}</CalendarGridBody>
      </CalendarGrid>
    </AriaRangeCalendar>
  )
}
