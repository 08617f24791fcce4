import { pageTitle, panelPage } from '@/app/panel-page'
import { Overview } from '@/components/overview/overview'
import { overviewPanelQueries, overviewQueries } from '@/components/overview/overview-queries'
import { serviceAddress } from '@/lib/server/api-description'

export const generateMetadata = pageTitle('overview')

export default panelPage(['overview', 'meters', 'monitors-add', 'search'], () => ({
  queries: overviewQueries,
  panelQueries: overviewPanelQueries,
  body: <Overview server={serviceAddress()} />,
}))
