'use client'

import { Calendar } from 'react-aria-components/Calendar'
import { DatePicker } from 'react-aria-components/DatePicker'

import { AriaLocale } from '../aria-locale'
import { CalendarPopover, DateBox, Month, readDay, Segments } from './date-parts'
import { FieldShell, type FieldTexts } from './field-shell'

export interface DayFieldProps extends FieldTexts {
  /** The name of the calendar; by default the label, which must then be a text. */
  readonly calendarLabel?: string
  readonly disabled?: boolean
  /** `YYYY-MM-DD`; empty while there is no whole day. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** `YYYY-MM-DD`, inclusive. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly autoFocus?: boolean
}

/** A day, typed or picked in a calendar. Load it lazily: it includes React Aria. */
export function DayField({
  value,
  onChange,
  min,
  max,
  autoFocus,
  calendarLabel,
  disabled = false,
  ...texts
}: DayFieldProps) {
  const [day, first, last] = [value, min, max].map(readDay)
  return (
    <FieldShell {...texts}>
      {({ labelId, aria }) => (
        <AriaLocale>
          <DatePicker
            {...(aria['aria-describedby'] !== undefined && { 'aria-describedby': aria['aria-describedby'] })}
            aria-labelledby={labelId}
            isDisabled={disabled}
            validationBehavior="aria"
            {...(autoFocus === true && { autoFocus })}
            isInvalid={texts.error !== undefined}
            value={day ?? null}
            onChange={(chosen) => onChange(chosen?.toString() ?? '')}
            {...(first && { minValue: first })}
            {...(last && { maxValue: last })}
          >
            <DateBox>
              <Segments />
            </DateBox>
            <CalendarPopover label={calendarLabel ?? (typeof texts.label === 'string' ? texts.label : '')}>
              <Calendar>
                <Month selected="data-selected:bg-accent data-selected:text-on-accent" />
              </Calendar>
            </CalendarPopover>
          </DatePicker>
        </AriaLocale>
      )}
    </FieldShell>
  )
}
