'use client'

import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { RangeCalendar as AriaRangeCalendar } from 'react-aria-components/RangeCalendar'
import { useTranslations } from 'use-intl'

import { Icon } from '../icon'

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

/** One month; the range comes from the picker around it. */
export function RangeCalendar() {
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
