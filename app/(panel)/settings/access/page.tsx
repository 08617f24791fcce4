import { pageTitle, panelPage } from '@/app/panel-page'
import { AccountSettings } from '@/components/account-settings/account-settings'

export const generateMetadata = pageTitle('account-settings')

export default panelPage(['account-settings', 'spenders'], () => ({
  panelQueries: [['accountSettings.read', {}]],
  body: <AccountSettings />,
}))
