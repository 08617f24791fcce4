'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import type { OperationAnswer } from '@/lib/client/client'
import { query } from '@/lib/client/queries'
import { reportName } from '@/lib/domain/events/sources'
import { formatInteger, formatBytes, formatDayMonth } from '@/lib/domain/format/format'
import { formatRoughTimeLeft } from '@/lib/domain/format/format-span'
import { routes } from '@/lib/domain/routes'

import { CardNote } from './card-note'
import { expiringReports, expiresSoon } from './expiring-reports'
import { REPORTS_SHOWN } from './overview-queries'
import { ListSkeleton } from './overview-skeletons'
import { isSubscriptionRefusal } from './subscription'

export function ReportsCard() {
  const t = useTranslations('overview.reports')
  const { allowed } = usePermission('reports.dailyIndex')
  return (
    <Card title={t('title')} aside={allowed && <Available />}>
      {allowed ? <Reports /> : <CardNote>{t('denied')}</CardNote>}
    </Card>
  )
}

function Available() {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const now = useClock()
  const { data } = useDailyReports()
  if (data === undefined) return null
  const { available } = expiringReports(data, now, 0)
  return t('available', { count: available, n: formatInteger(available, locale) })
}

function Reports() {
  const t = useTranslations('overview.reports')
  const inactive = useTranslations('overview.subscription')
  const now = useClock()
  const reports = useDailyReports()
  if (isSubscriptionRefusal(reports.error)) return <CardNote>{inactive('short')}</CardNote>
  return (
    <QueryView
      query={reports}
      skeleton={<ListSkeleton rows={REPORTS_SHOWN} />}
      contentName={t('what')}
      isEmpty={(data) => expiringReports(data, now, 1).available === 0}
      empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
    >
      {(data) => (
        <ul className="divide-y">
          {expiringReports(data, now, REPORTS_SHOWN).soonest.map((report) => (
            <RecentReportRow key={report.id} report={report} now={now} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

function useDailyReports() {
  const { allowed } = usePermission('reports.dailyIndex')
  return useQuery({ ...query('reports.dailyIndex', { query: {} }), enabled: allowed })
}

interface ReportRowProps {
  readonly report: OperationAnswer<'reports.dailyIndex'>[number]
  readonly now: number
}

function RecentReportRow({ report, now }: ReportRowProps) {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const { source, format, report_date: day, row_count: rows, size_bytes: bytes } = report
  const title = [source && reportName(source, locale), format?.toUpperCase()]
  const details = [
    day && formatDayMonth(day, locale),
    typeof rows === 'number' && t('rows', { count: rows, n: formatInteger(rows, locale) }),
    typeof bytes === 'number' && formatBytes(bytes, locale),
  ]
  return (
    <li>
      <Link href={routes.reports} className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title.filter(Boolean).join(' · ')}</span>
          <span className="block truncate text-sm text-muted">{details.filter(Boolean).join(' · ')}</span>
        </span>
        <Expiry report={report} now={now} />
      </Link>
    </li>
  )
}

function Expiry({ report, now }: ReportRowProps) {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const remainingMs = Date.parse(report.expires_at ?? '') - now
  if (Number.isNaN(remainingMs)) return null
  return (
    <time dateTime={report.expires_at} title={report.expires_at}>
      <Badge tone={expiresSoon(report, now) ? 'warn' : 'neutral'}>
        {t('expires', { left: formatRoughTimeLeft(remainingMs, locale) })}
      </Badge>
    </time>
  )
}
