'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { useClock } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { query } from '@/lib/client/queries'
import { readInstant } from '@/lib/domain/calendar'
import { formatInteger } from '@/lib/domain/format/format'
import { formatRoughTimeLeft } from '@/lib/domain/format/format-span'
import { routes } from '@/lib/domain/routes'

import { useAttention } from './attention-card'
import { expiringReports } from './expiring-reports'

/** How many daily reports can be downloaded and when the first expires; nothing while an archive stores them. */
export function ReportsLine() {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const now = useClock()
  const { allowed } = usePermission('reports.dailyIndex')
  const { data } = useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed })
  const archives = useAttention().data?.archives_reports
  if (data === undefined || archives !== false) return null
  const { available, soonest } = expiringReports(data, now, 1)
  if (available === 0) return null
  const end = readInstant(soonest[0]?.expires_at)
  const line = [
    t('line', { n: formatInteger(available, locale) }),
    end !== undefined && t('first', { left: formatRoughTimeLeft(end - now, locale) }),
  ]
  return (
    <p className="text-muted">
      {line.filter(Boolean).join(', ')} ·{' '}
      <Link href={routes.reports} className="underline underline-offset-2">
        {t('all')}
      </Link>
    </p>
  )
}
