'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { useRhythmFields } from '@/components/shared/rhythm-fields'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import type { RuleTiming } from '@/lib/features/rules/contract/rules'

import { timingChange, type NotificationForm } from './rule-draft'

const timings: readonly RuleTiming[] = ['at_once', 'hourly', 'daily', 'weekly']
/** Only tender rules may send no notifications, because the panel lists their matches anyway. */
const timingsOf = (kind: NotificationForm['kind']) => (kind === 'tender' ? (['none', ...timings] as const) : timings)
const NIGHT = { from: '22:00', to: '07:00' }

interface FormProps {
  readonly form: NotificationForm
}

export function TimeFields({ form }: FormProps) {
  const { kind, draft, change } = form
  const t = useTranslations('rules-form')
  const contents: Partial<Record<RuleTiming, ReactNode>> = {
    daily: <HourField form={form} />,
    weekly: (
      <div className="grid grid-cols-2 gap-3">
        <WeekdayField form={form} />
        <HourField form={form} />
      </div>
    ),
  }
  return (
    <>
      <RadioGroup
        label={t('whenLabel')}
        isLabelHidden
        options={timingsOf(kind).map((value) => ({ value, label: t(`timings.${value}`), content: contents[value] }))}
        value={draft.timing}
        onChange={(timing) => change(timingChange(draft, timing))}
      />
      {draft.timing !== 'none' && <DeliveryTimeFields form={form} />}
    </>
  )
}

/** When notifications may be sent: only on working days, and not in quiet hours. */
function DeliveryTimeFields({ form }: FormProps) {
  const { draft, change } = form
  const t = useTranslations('rules-form')
  return (
    <>
      <Checkbox
        checked={draft.working_days_only}
        onChange={(event) => change({ working_days_only: event.target.checked })}
      >
        {t('workingDays')}
      </Checkbox>
      {draft.timing === 'at_once' && draft.working_days_only && (
        <p className="text-sm text-muted">{t('workingDaysHold')}</p>
      )}
      <QuietFields form={form} />
    </>
  )
}

function HourField({ form: { draft, change } }: FormProps) {
  return (
    <Select
      {...useRhythmFields().hour}
      value={String(draft.digest_hour)}
      onChange={(event) => change({ digest_hour: Number(event.target.value) })}
    />
  )
}

function WeekdayField({ form: { draft, change } }: FormProps) {
  return (
    <Select
      {...useRhythmFields().weekday}
      value={String(draft.weekday)}
      onChange={(event) => change({ weekday: Number(event.target.value) })}
    />
  )
}

/** The quiet hours are one interval, which may cross midnight. */
function QuietFields({ form: { kind, draft, change, faults } }: FormProps) {
  const t = useTranslations('rules-form')
  const { quiet } = draft
  const error = faults.quiet && t(`faults.${faults.quiet}`)
  return (
    <div className="space-y-2">
      <Checkbox checked={quiet !== null} onChange={(event) => change({ quiet: event.target.checked ? NIGHT : null })}>
        {t('quiet')}
      </Checkbox>
      {quiet !== null && (
        <>
          <div className="grid max-w-72 grid-cols-2 gap-3">
            <TextField
              type="time"
              label={t('quietFrom')}
              value={quiet.from}
              onChange={(event) => change({ quiet: { ...quiet, from: event.target.value } })}
            />
            <TextField
              type="time"
              label={t('quietTo')}
              error={error}
              value={quiet.to}
              onChange={(event) => change({ quiet: { ...quiet, to: event.target.value } })}
            />
          </div>
          <p className="text-sm text-muted">{t('quietHint', { kind })}</p>
        </>
      )}
    </div>
  )
}
