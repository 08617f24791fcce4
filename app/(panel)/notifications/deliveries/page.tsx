import { pageTitle, panelPage } from '@/app/panel-page'
import { DeliveriesPage as Deliveries } from '@/components/deliveries/deliveries-page'
import { deliveriesQueries } from '@/components/deliveries/deliveries-queries'

export const generateMetadata = pageTitle('deliveries')

export default panelPage(['deliveries', 'delivery-errors'], () => ({
  panelQueries: deliveriesQueries,
  body: <Deliveries />,
}))
