'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import type { OperationAnswer } from '@/lib/client/client'
import { reportName } from '@/lib/domain/events/sources'
import { formatBytes, formatDayMonth, formatInteger } from '@/lib/domain/format/format'
import { formatRoughTimeLeft } from '@/lib/domain/format/format-span'
import { routes } from '@/lib/domain/routes'

import { expiresSoon } from './expiring-reports'

type Report = OperationAnswer<'reports.dailyIndex'>[number]

interface ReportRowProps {
  readonly report: Report
  readonly now: number
}

export function RecentReportRow({ report, now }: ReportRowProps) {
  const line = useReportLine()
  return (
    <li>
      <Link href={routes.reports} className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{line.title(report)}</span>
          <span className="block truncate text-sm text-muted">{line.details(report)}</span>
        </span>
        <Expiry report={report} now={now} />
      </Link>
    </li>
  )
}

function useReportLine() {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const title = ({ source, format }: Report) =>
    [source && reportName(source, locale), format?.toUpperCase()].filter(Boolean).join(' · ')
  const details = ({ report_date: day, row_count: rows, size_bytes: bytes }: Report) =>
    [
      day && formatDayMonth(day, locale),
      typeof rows === 'number' && t('rows', { count: rows, n: formatInteger(rows, locale) }),
      typeof bytes === 'number' && formatBytes(bytes, locale),
    ]
      .filter(Boolean)
      .join(' · ')
  return { title, details }
}

function Expiry({ report, now }: ReportRowProps) {
  const t = useTranslations('overview.reports')
  const locale = useLocale()
  const left = Date.parse(report.expires_at ?? '') - now
  if (Number.isNaN(left)) return null
  return (
    <time dateTime={report.expires_at} title={report.expires_at}>
      <Badge tone={expiresSoon(report, now) ? 'warn' : 'neutral'}>
        {t('expires', { left: formatRoughTimeLeft(left, locale) })}
      </Badge>
    </time>
  )
}
