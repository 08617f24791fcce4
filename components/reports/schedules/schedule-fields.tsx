'use client'

import { useId } from 'react'
import { type FieldPathByValue, useController, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'

import { TextInputField } from '@/components/forms/field'
import { SelectField } from '@/components/forms/select-field'
import { RhythmFields } from '@/components/shared/rhythm-fields'
import { useClock } from '@/components/ui/clock'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { useCountValues } from '@/components/ui/use-count-values'
import { MAX_SCHEDULE_NAME_LENGTH } from '@/lib/contract/panel/report-schedules'
import { reportName, reportSources } from '@/lib/domain/events/sources'
import { formatInteger } from '@/lib/domain/format/format'
import { reportRhythms, runsAMonth } from '@/lib/domain/reports/schedule-times'
import { LAST_DAY, MAX_MONTH_DAY } from '@/lib/domain/rhythm/rhythm'

import { maxTagLength } from '../order-body'
import { useReportQuota } from '../order-fields'
import { useFilterOptions, useKnownTags } from '../orders/use-filter-options'
import { shownReportFormats } from '../report-search'
import { type ScheduleInput, toScheduleBody } from './schedule-draft'

export function ScheduleFields() {
  const t = useTranslations('report-schedules.form')
  return (
    <>
      <TextInputField<ScheduleInput> name="name" label={t('name')} maxLength={MAX_SCHEDULE_NAME_LENGTH} autoFocus />
      <ContentFields />
      <WhenFields />
      <CheckField name="is_team" label={t('team')} hint={t('teamHint')} />
      <QuotaShare />
    </>
  )
}

function ContentFields() {
  const t = useTranslations('reports')
  const locale = useLocale()
  const tagsId = useId()
  const countValues = useCountValues()
  const { filter_id: chosen } = useWatch<ScheduleInput>()
  const options = useFilterOptions() ?? []
  const isGone = Boolean(chosen) && !options.some(({ value }) => value === chosen)
  const gone = isGone ? [{ value: chosen ?? '', label: t('order.goneFilter') }] : []
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <SelectField<ScheduleInput>
          name="source"
          label={t('columns.source')}
          options={reportSources.map((value) => ({ value, label: reportName(value, locale) }))}
        />
        <SelectField<ScheduleInput>
          name="format"
          label={t('columns.format')}
          options={shownReportFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
      </div>
      <SelectField<ScheduleInput>
        name="filter_id"
        label={t('order.filter')}
        isOptional
        options={[{ value: '', label: t('order.everything') }, ...options, ...gone]}
      />
      <TextInputField<ScheduleInput>
        name="monitor_tag"
        label={t('order.tag')}
        hint={t('order.tagHint')}
        isOptional
        maxLength={maxTagLength}
        list={tagsId}
        autoComplete="off"
      />
      <datalist id={tagsId}>
        {useKnownTags().map(({ tag, monitors }) => (
          <option key={tag} value={tag}>
            {t('order.tagOption', countValues(monitors))}
          </option>
        ))}
      </datalist>
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
      {rhythm === 'daily' && <CheckField name="working_days" label={t('workingDays')} hint={t('workingDaysHint')} />}
      {rhythm === 'monthly' && (
        <SelectField<ScheduleInput>
          name="month_day"
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

interface CheckFieldProps {
  readonly name: FieldPathByValue<ScheduleInput, boolean>
  readonly label: string
  readonly hint: string
}

function CheckField({ name, label, hint }: CheckFieldProps) {
  const { field } = useController<ScheduleInput, typeof name>({ name })
  const hintId = useId()
  return (
    <div>
      <Checkbox checked={field.value} onChange={field.onChange} onBlur={field.onBlur} aria-describedby={hintId}>
        {label}
      </Checkbox>
      <p id={hintId} className="ml-6 text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}

/** How much of the plan it uses up, before somebody saves it. */
function QuotaShare() {
  const t = useTranslations('report-schedules.form')
  const locale = useLocale()
  const countValues = useCountValues()
  const now = useClock()
  const quota = useReportQuota()
  const values = useWatch<ScheduleInput>()
  // Sound: every field of the form has a value from the beginning.
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
