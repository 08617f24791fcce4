import type { Metadata } from 'next'
import { cookies } from 'next/headers'

import { Intl } from '@/components/layout/intl'
import { daysOfView } from '@/components/reports/days/day-range'
import { JOBS_SHOWN } from '@/components/reports/report-job'
import { reportAddress, reportViewOf, reportViews } from '@/components/reports/report-search'
import { Reports } from '@/components/reports/reports'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { warsawDay } from '@/lib/domain/calendar'
import { reportsViewCookieName } from '@/lib/domain/reports/reports-view-cookie'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('reports')
  return { title: t('title') }
}

interface ReportsPageProps {
  readonly searchParams: Promise<PageSearch>
}

export default async function ReportsPage({ searchParams }: ReportsPageProps) {
  const session = await requireSession()
  const [given, store] = await Promise.all([searchParams, cookies()])
  const kept = store.get(reportsViewCookieName)?.value
  const preferredView = reportViews.find((view) => view === kept) ?? 'list'
  const search = reportAddress.read(toParams(given))
  const days = daysOfView(reportViewOf(search, preferredView), search, warsawDay(new Date()))
  const [messages, state] = await Promise.all([
    getMessages(['reports', 'report-schedules', 'report-downloads']),
    prefetchQueries(
      session,
      [
        ['reports.dailyIndex', { query: {} }],
        ['reports.list', { query: { limit: JOBS_SHOWN } }],
      ],
      [
        ['reportDays.list', { query: { from: days.from, to: days.to } }],
        ['reportSchedules.list', {}],
        ['reportOrders.list', {}],
      ],
    ),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Reports preferredView={preferredView} />
      </Hydrated>
    </Intl>
  )
}
