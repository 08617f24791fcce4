'use client'

import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'

import { SelectField } from '@/components/forms/select-field'
import type { Rhythm } from '@/lib/domain/rhythm/rhythm'

import { weekdays } from './weekdays'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

/** Props of the fields that define a recurring schedule. The page must provide the messages of `rhythm`. */
export function useRhythmFields() {
  const t = useTranslations('rhythm')
  return {
    hour: { label: t('hour'), options: hours },
    weekday: { label: t('weekday'), options: weekdays.map((value) => ({ value, label: t(`days.${value}`) })) },
  }
}

type RhythmInput = Pick<Rhythm, 'rhythm' | 'hour' | 'weekday'>

interface RhythmFieldsProps {
  readonly rhythms: readonly Exclude<Rhythm['rhythm'], 'hourly'>[]
  /** Shown next to the weekday. */
  readonly children?: ReactNode
}

export function RhythmFields({ rhythms, children }: RhythmFieldsProps) {
  const t = useTranslations('rhythm')
  const { hour, weekday } = useRhythmFields()
  const { rhythm } = useWatch<RhythmInput>()
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <SelectField<RhythmInput>
          name="rhythm"
          label={t('often')}
          options={rhythms.map((value) => ({ value, label: t(value) }))}
        />
        <SelectField<RhythmInput> name="hour" isNumber {...hour} />
      </div>
      {rhythm === 'weekly' && (
        <div className={children === undefined ? undefined : 'grid gap-3 sm:grid-cols-2'}>
          <SelectField<RhythmInput> name="weekday" isNumber {...weekday} />
          {children}
        </div>
      )}
    </>
  )
}
