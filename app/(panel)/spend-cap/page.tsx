import { pageTitle, panelPage } from '@/app/panel-page'
import { SpendCap } from '@/components/spend-cap/spend-cap'

export const generateMetadata = pageTitle('spend-cap')

export default panelPage(['spend-cap', 'meters', 'spenders'], () => ({
  queries: [
    ['usage.api', {}],
    ['usage.daily', { query: {} }],
  ],
  panelQueries: [['spendCap.history', {}]],
  body: <SpendCap />,
}))
