'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations, useLocale } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { query } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'

import { CardNote } from './card-note'
import { expiringReports } from './expiring-reports'
import { REPORTS_SHOWN } from './overview-queries'
import { ListSkeleton } from './overview-skeletons'
import { RecentReportRow } from './report-row'
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
      what={t('what')}
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
