import { pageTitle, panelPage } from '@/app/panel-page'
import { Overview } from '@/components/overview/overview'
import { overviewQueries } from '@/components/overview/overview-queries'

export const generateMetadata = pageTitle('overview')

export default panelPage(['overview', 'meters'], () => ({ queries: overviewQueries, body: <Overview /> }))
