'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useHeldRange } from '@/components/layout/use-held-range'
import { formatDate } from '@/lib/domain/format/format'

/** Of which days a report can be ordered, before somebody is refused others. */
export function HeldRange({ source }: { readonly source: string }) {
  const t = useTranslations('reports.order')
  const locale = useLocale()
  const held = useHeldRange(source)
  if (held === undefined) return null
  const { date_from: from, date_to: to } = held
  return (
    <p className="text-sm text-muted">
      {from === null || to === null
        ? t('fault.nothingHeld')
        : t('held', { from: formatDate(from, locale), to: formatDate(to, locale) })}
    </p>
  )
}
