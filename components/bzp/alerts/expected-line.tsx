'use client'

import { useLocale, useTranslations } from 'use-intl'

import { MAX_MATCHES_A_DAY } from '@/lib/contract/panel/bzp-alerts'
import { formatInteger } from '@/lib/domain/format/format'

import { alertLists } from '../filter/alert-filter'
import { filterLimits } from './saved-alert-draft'
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
      <FilterFault form={form} />
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

/** Too many by the preview, before anything is sent; or what the panel refused of it. */
function FilterFault({ form }: ExpectedLineProps) {
  const t = useTranslations('bzp-save.faults')
  const locale = useLocale()
  const { expected, faults } = form
  if (faults.filter === undefined)
    return <FieldRefusal form={form} fields={['filter', ...alertLists, ...filterLimits]} />
  const count = formatInteger(Math.round(expected?.perWorkingDay ?? 0), locale)
  return (
    <p role="alert" className="text-sm text-danger-ink">
      {t('tooMany', {
        count,
        countNumber: Math.round(expected?.perWorkingDay ?? 0),
        max: formatInteger(MAX_MATCHES_A_DAY, locale),
      })}
    </p>
  )
}
