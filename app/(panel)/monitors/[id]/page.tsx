import { pageTitle, panelPage } from '@/app/panel-page'
import { MonitorDetail } from '@/components/monitors/detail/monitor-detail'
import { eventsInput, historyInput, monitorQuery } from '@/components/monitors/detail/monitor-detail-queries'

export const generateMetadata = pageTitle('monitors-detail')

export default panelPage(['monitors-detail'], ({ params }) => {
  const id = decodeURIComponent(params['id'] ?? '')
  return {
    queries: [monitorQuery(id)],
    panelQueries: [
      ['events.list', eventsInput(id)],
      ['coverage.history', historyInput(id)],
    ],
    body: <MonitorDetail id={id} />,
  }
})
