'use client'

import { useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { CheckField, SelectField } from '@/components/forms/select-field'
import { RhythmFields } from '@/components/shared/rhythm-fields'
import { useClock } from '@/components/ui/clock'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatInteger } from '@/lib/domain/format/format'
import { LAST_DAY, MAX_MONTH_DAY } from '@/lib/domain/rhythm/rhythm'
import { MAX_SCHEDULE_NAME_LENGTH } from '@/lib/features/report-schedules/contract'
import { reportRhythms, runsAMonth } from '@/lib/features/report-schedules/domain/schedule-times'

import { OrderScopeFields, ReportKindFields, useReportQuota } from '../order-fields'
import { toScheduleBody } from './schedule-draft'
import type { ScheduleInput } from './schedule-form'

export function ScheduleFields() {
  const t = useTranslations('report-schedules.form')
  return (
    <>
      <TextInputField<ScheduleInput> name="name" label={t('name')} maxLength={MAX_SCHEDULE_NAME_LENGTH} autoFocus />
      <ReportKindFields />
      <OrderScopeFields />
      <WhenFields />
      <CheckField<ScheduleInput> name="is_team" label={t('team')} hint={t('teamHint')} />
      <QuotaShare />
    </>
  )
}

function WhenFields() {
  const t = useTranslations('report-schedules.form')
  const { rhythm } = useWatch<ScheduleInput>()
  const monthDays = Array.from({ length: MAX_MONTH_DAY }, (_, index) => String(index + 1))
  return (
    <>
      <RhythmFields rhythms={reportRhythms}>
        <SelectField<ScheduleInput>
          name="week"
          label={t('period')}
          options={(['last_7_days', 'week_before'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </RhythmFields>
      {rhythm === 'daily' && (
        <CheckField<ScheduleInput> name="working_days" label={t('workingDays')} hint={t('workingDaysHint')} />
      )}
      {rhythm === 'monthly' && (
        <SelectField<ScheduleInput>
          name="month_day"
          isNumber
          label={t('monthDay')}
          hint={t('monthHint')}
          options={[
            ...monthDays.map((value) => ({ value, label: value })),
            { value: String(LAST_DAY), label: t('lastDay') },
          ]}
        />
      )}
      <p className="text-sm text-muted">{t('missed')}</p>
    </>
  )
}

/** How much of the plan the schedule uses, shown before it is saved. */
function QuotaShare() {
  const t = useTranslations('report-schedules.form')
  const locale = useLocale()
  const countValues = useCountValues()
  const now = useClock()
  const quota = useReportQuota()
  const values = useWatch<ScheduleInput>()
  // Safe: every field of the form has a default value.
  const plan = toScheduleBody(values as ScheduleInput)
  const runs = runsAMonth(plan, new Date(now))
  const limit = quota?.limit
  if (typeof limit !== 'number') return <p className="text-sm text-muted">{t('uses', countValues(runs))}</p>
  return (
    <p className={runs > limit ? 'text-sm text-danger-ink' : 'text-sm text-muted'}>
      {t('usesOf', { ...countValues(runs), limit: formatInteger(limit, locale) })}
    </p>
  )
}
