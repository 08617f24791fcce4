'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { query } from '@/lib/client/queries'
import { formatDate, formatInteger } from '@/lib/domain/format/format'

/** Custom reports of this period: ordered, and how many the plan has. Undefined while nobody knows. */
export function useReportQuota() {
  const { data } = useQuery(query('usage.summary', {}))
  const [used, limit] = [data?.counts?.reports, data?.limits?.reports]
  if (data === undefined || typeof used !== 'number' || limit === undefined) return undefined
  return { used, limit, resetsAt: data.period_end }
}

/** What the next order leaves of the plan, said before it is sent. */
export function QuotaLine() {
  const t = useTranslations('reports.order.quota')
  const locale = useLocale()
  const quota = useReportQuota()
  if (quota === undefined) return null
  const { used, limit, resetsAt } = quota
  const number = (value: number) => formatInteger(value, locale)
  if (limit === null) return <p className="text-sm text-muted">{t('unlimited', { used: number(used) })}</p>
  const values = { used: number(used), limit: number(limit), limitNumber: limit, next: number(used + 1) }
  if (used < limit) return <p className="text-sm text-muted">{t('left', values)}</p>
  const at = resetsAt === undefined ? '' : formatDate(resetsAt, locale)
  return <p className="text-sm text-danger-ink">{t(at === '' ? 'usedUp' : 'usedUpUntil', { ...values, at })}</p>
}
