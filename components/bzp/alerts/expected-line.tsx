'use client'

import { useLocale, useTranslations } from 'use-intl'

import { MAX_AT_ONCE_A_DAY, MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import { formatInteger } from '@/lib/domain/format/format'

import { alertLimits, alertLists } from '../filter/alert-filter'
import { FieldRefusal } from './saved-alert-problem'
import { usePaceText } from './use-pace-text'
import type { SavedAlertForm } from './use-saved-alert-form'

interface ExpectedLineProps {
  readonly form: SavedAlertForm
}

/** What the alert will bring, by the preview of its filter; and why that is too much. */
export function ExpectedLine({ form }: ExpectedLineProps) {
  const t = useTranslations('bzp-save.expected')
  const words = useExpectedWords(form)
  return (
    <>
      <p className="text-sm text-muted" role="status">
        {words} {form.expected !== undefined && t('estimate')}
      </p>
      <ExpectedFault form={form} of="filter" />
    </>
  )
}

function useExpectedWords({ expected, preview }: SavedAlertForm): string {
  const t = useTranslations('bzp-save.expected')
  const locale = useLocale()
  const pace = usePaceText()
  if (expected === undefined) return t(preview.isError ? 'unknown' : 'counting')
  const days = formatInteger(expected.days, locale)
  if (expected.count === 0) return t('none', { days, daysNumber: expected.days })
  return t('line', {
    week: pace(expected.perWeek),
    count: formatInteger(expected.count, locale),
    days,
    daysNumber: expected.days,
  })
}

interface ExpectedFaultProps extends ExpectedLineProps {
  readonly of: 'filter' | 'timing'
}

const refusedFields = {
  filter: ['filter', ...alertLists, ...alertLimits],
  timing: ['timing', 'digest_hour'],
} as const

/** Too many by the preview, before anything is sent; or what the panel refused of it. */
export function ExpectedFault({ form, of }: ExpectedFaultProps) {
  const t = useTranslations('bzp-save.faults')
  const locale = useLocale()
  const fault = form.faults[of]
  if (fault === undefined) return <FieldRefusal form={form} fields={refusedFields[of]} />
  const count = Math.round(form.expected?.perWorkingDay ?? 0)
  const max = fault === 'atOnce' ? MAX_AT_ONCE_A_DAY : MAX_MATCHES_A_DAY
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {t(fault, { count: formatInteger(count, locale), countNumber: count, max: formatInteger(max, locale) })}
    </p>
  )
}
