'use client'

import { useLocale, useTranslations } from 'use-intl'

import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { reportName, reportSources } from '@/lib/domain/events/sources'

import { ChipChoice } from './chip-choice'
import type { ConditionProps } from './condition-props'
import { NumberField } from './number-field'

const MAX_HOURS = 168

/** Which reports, and what about them. */
export function ReportFields({ condition, onChange, form }: ConditionProps<'report'>) {
  const t = useTranslations('notifications.form')
  const locale = useLocale()
  const hours = (
    <NumberField
      label={t('reportHours')}
      hint={t('reportHint')}
      value={condition.hours}
      max={MAX_HOURS}
      onChange={(value) => onChange({ ...condition, hours: value })}
      form={form}
    />
  )
  return (
    <>
      <RadioGroup
        label={t('reportWhat')}
        options={[
          { value: 'missing' as const, label: t('reportMissing') },
          { value: 'expiring' as const, label: t('reportExpiring'), content: hours },
        ]}
        value={condition.what}
        onChange={(what) => onChange({ ...condition, what })}
      />
      <ChipChoice
        label={t('sources')}
        hint={t('sourcesHint')}
        options={reportSources.map((value) => ({ value, label: reportName(value, locale) }))}
        values={condition.sources}
        onChange={(sources) => onChange({ ...condition, sources })}
      />
    </>
  )
}
