'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAvailableRange } from '@/components/shared/use-available-range'
import { formatDate } from '@/lib/domain/format/format'
import { partPeriod } from '@/lib/features/companies/domain/part-period'

import { PartNote } from './part-notes'
import type { PartPages } from './read-items'

interface PeriodNoteProps {
  readonly pages: PartPages
  readonly source: 'krs_changes' | 'krz' | 'msig'
}

/**
 * Shows the requested period, and since when the service has data: for earlier days, an empty answer proves nothing.
 */
export function PeriodNote({ pages: [page], source }: PeriodNoteProps) {
  const t = useTranslations('companies-registers')
  const locale = useLocale()
  const availableFrom = useAvailableRange(source)?.date_from
  if (page === undefined) return null
  const { from, to } = partPeriod(page.asked_at)
  return (
    <PartNote>
      {t('period', { from: formatDate(from, locale), to: formatDate(to, locale) })}
      {availableFrom === null && <> {t('heldNone')}</>}
      {typeof availableFrom === 'string' && availableFrom > from && (
        <> {t('held', { day: formatDate(availableFrom, locale) })}</>
      )}
    </PartNote>
  )
}
