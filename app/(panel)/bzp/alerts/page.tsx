import { pageTitle, panelPage } from '@/app/panel-page'
import { BzpAlerts } from '@/components/bzp/alerts/bzp-alerts'

export const generateMetadata = pageTitle('bzp-alerts')

export default panelPage(['bzp', 'bzp-save', 'bzp-alerts', 'rules-form', 'rhythm', 'sent'], () => ({
  panelQueries: [['bzpAlerts.list', {}]],
  body: <BzpAlerts />,
}))
