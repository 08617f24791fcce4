'use client'

import { type CalendarDate, parseDate } from '@internationalized/date'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import { useTranslations } from 'use-intl'

import { Icon } from '../icon'

/** Undefined for an invalid day, because a day from the address bar may be anything. */
export function readDay(text: string | null | undefined): CalendarDate | undefined {
  if (text === null || text === undefined) return undefined
  try {
    return parseDate(text)
  } catch {
    return undefined
  }
}

/** The typed parts of a day, in the order and form of the page's language. */
export function Segments({ slot }: { readonly slot?: 'start' | 'end' }) {
  return (
    <DateInput {...(slot && { slot })} className="flex">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="inline-flex min-h-6 items-center justify-center rounded-sm tabular outline-none not-data-[type=literal]:min-w-6 data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-muted data-focused:data-placeholder:text-on-accent data-[type=literal]:-mx-0.5"
        />
      )}
    </DateInput>
  )
}

/** The box of a typed day or range, with the button that opens its calendar. */
export function DateBox({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('common.dateRange')
  return (
    <Group className="flex control items-center gap-1 pr-0! focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent-ink">
      {children}
      <Button aria-label={t('open')} className="ml-auto grid size-8 shrink-0 place-items-center text-muted">
        <Icon name="calendar" />
      </Button>
    </Group>
  )
}

export function CalendarPopover({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Popover className="z-40 floating">
      <Dialog aria-label={label} className="p-3 outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}

const arrow =
  'grid size-8 place-items-center rounded-md hover:bg-hover data-disabled:text-muted data-disabled:opacity-50'
const dayClass = [
  'tabular grid size-8 cursor-pointer place-items-center rounded-md outline-none hover:bg-hover',
  'data-focus-visible:outline-2 data-focus-visible:-outline-offset-2 data-focus-visible:outline-accent-ink',
  'data-disabled:cursor-default data-disabled:text-muted data-disabled:line-through data-outside-month:invisible',
].join(' ')

/** One month inside a calendar; `selected` styles the chosen days. */
export function Month({ selected }: { readonly selected: string }) {
  const t = useTranslations('common.dateRange')
  return (
    <>
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
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={`${dayClass} ${selected}`} />}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
