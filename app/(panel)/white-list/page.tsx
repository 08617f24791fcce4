import { pageTitle, panelPage } from '@/app/panel-page'
import { WhiteList } from '@/components/white-list/white-list'
import { runsInput } from '@/components/white-list/white-list-queries'

export const generateMetadata = pageTitle('white-list')

export default panelPage(['white-list', 'price', 'source-faults', 'source-reading', 'rhythm'], () => ({
  queries: [['usage.summary', {}]],
  panelQueries: [['whiteListRuns.list', runsInput]],
  body: <WhiteList />,
}))
