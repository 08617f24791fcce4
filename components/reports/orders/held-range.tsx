'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { panelQuery } from '@/lib/client/queries'
import { formatDate } from '@/lib/domain/format/format'

/** The days that the service holds of a source; undefined where it does not say, or not to the viewer. */
export function useHeldRange(source: string) {
  const { allowed } = usePermission('reportOrders.ranges')
  const { data } = useQuery({ ...panelQuery('reportOrders.ranges', {}), enabled: allowed })
  return data?.items.find((each) => each.source === source)
}

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
