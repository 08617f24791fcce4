import { pageTitle, panelPage } from '@/app/panel-page'
import { DeliveriesPage as Deliveries } from '@/components/deliveries/deliveries-page'

export const generateMetadata = pageTitle('deliveries')

export default panelPage(['deliveries', 'deliveries-errors'], () => ({
  panelQueries: [['deliveries.list', { query: { limit: 50 } }]],
  body: <Deliveries />,
}))
