import { pageTitle, panelPage } from '@/app/panel-page'
import { SpendCap } from '@/components/spend-cap/spend-cap'
import { spendCapPanelQueries, spendCapQueries } from '@/components/spend-cap/spend-cap-queries'

export const generateMetadata = pageTitle('spend-cap')

export default panelPage(['spend-cap', 'meters', 'spenders'], () => ({
  queries: spendCapQueries,
  panelQueries: spendCapPanelQueries,
  body: <SpendCap />,
}))
