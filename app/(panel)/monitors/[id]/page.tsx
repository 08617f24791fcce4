import { redirect } from 'next/navigation'

import { pageTitle, panelPage } from '@/app/panel-page'
import { asRoute } from '@/components/layout/as-route'
import { MonitorDetail } from '@/components/monitors/detail/monitor-detail'
import { eventsInput, historyInput, monitorQuery } from '@/components/monitors/detail/monitor-detail-queries'
import { companyWatchPath } from '@/lib/domain/routes'
import { fetchInProcess, fetchPanelInProcess } from '@/lib/server/prefetch'
import type { PanelSession } from '@/lib/server/session'

export const generateMetadata = pageTitle('monitors-detail')

export default panelPage(['monitors-detail', 'monitors'], async ({ session, params }) => {
  const id = decodeURIComponent(params['id'] ?? '')
  const company = await companyOf(session, id)
  if (company !== undefined) redirect(asRoute(companyWatchPath(company)))
  return {
    queries: [monitorQuery(id)],
    panelQueries: [
      ['events.list', eventsInput(id)],
      ['coverage.history', historyInput(id)],
      ['rules.list', {}],
    ],
    body: <MonitorDetail id={id} />,
  }
})

const isCompanyType = (type: string | null | undefined): boolean =>
  type === 'krs' || type === 'nip' || type === 'subject_id'

/**
 * The number of the company whose page shows the monitor; undefined for a person, a filter, a deleted monitor, and an id
 * under which the search finds no company.
 */
async function companyOf(session: PanelSession, id: string): Promise<string | undefined> {
  const monitor = await fetchInProcess(session, 'monitors.get', { params: { id } })
  const number = monitor?.identifier_value
  if (!number || !isCompanyType(monitor.identifier_type)) return undefined
  const found = await fetchPanelInProcess(session, 'companies.get', { params: { number } })
  const isShown = found?.monitors.some((each) => each.id === monitor.id) === true
  return isShown && (found.company !== null || monitor.identifier_type !== 'subject_id') ? number : undefined
}
