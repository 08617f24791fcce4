'use client'

import { useLocale, useTranslations } from 'use-intl'

import { partPeriod } from '@/lib/domain/companies/part-period'
import { formatDate } from '@/lib/domain/format/format'

import { PartNote } from './part-notes'
import type { PartPages } from './read-items'

/** Which days an answer covers. */
export function PeriodNote({ pages: [page] }: { readonly pages: PartPages }) {
  const t = useTranslations('company-registers')
  const locale = useLocale()
  if (page === undefined) return null
  const { from, to } = partPeriod(page.asked_at)
  return <PartNote>{t('period', { from: formatDate(from, locale), to: formatDate(to, locale) })}</PartNote>
}
