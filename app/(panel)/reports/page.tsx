import { cookies } from 'next/headers'

import { pageTitle, panelPage } from '@/app/panel-page'
import { daysOfView } from '@/components/reports/days/day-range'
import { JOBS_SHOWN, reportAddress, reportViewOf, reportViews } from '@/components/reports/report-search'
import { Reports } from '@/components/reports/reports'
import { warsawDay } from '@/lib/domain/calendar'
import { reportsViewCookieName } from '@/lib/features/reports/domain/reports-view-cookie'

export const generateMetadata = pageTitle('reports')

export default panelPage(['reports', 'report-schedules', 'report-downloads', 'rhythm'], async ({ query }) => {
  const storedView = (await cookies()).get(reportsViewCookieName)?.value
  const preferredView = reportViews.find((view) => view === storedView) ?? 'list'
  const search = reportAddress.read(query)
  const { from, to } = daysOfView(reportViewOf(search, preferredView), search, warsawDay(new Date()))
  return {
    queries: [
      ['reports.dailyIndex', { query: {} }],
      ['reports.list', { query: { limit: JOBS_SHOWN } }],
    ],
    panelQueries: [
      ['reportDays.list', { query: { from, to } }],
      ['reportSchedules.list', {}],
      ['reportOrders.list', {}],
    ],
    body: <Reports preferredView={preferredView} />,
  }
})
