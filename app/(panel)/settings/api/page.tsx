import { pageTitle, panelPage } from '@/app/panel-page'
import { SettingsApi } from '@/components/keys/settings-api'
import { serviceAddress } from '@/lib/server/api-description'

export const generateMetadata = pageTitle('keys')

export default panelPage(['keys'], () => ({
  queries: [['keys.list', {}]],
  body: <SettingsApi server={serviceAddress()} />,
}))
