import { pageTitle, panelPage } from '@/app/panel-page'
import { AccountSettings } from '@/components/account-settings/account-settings'
import { accountSettingsPanelQueries } from '@/components/account-settings/account-settings-queries'

export const generateMetadata = pageTitle('account-settings')

export default panelPage(['account-settings', 'spenders'], () => ({
  panelQueries: accountSettingsPanelQueries,
  body: <AccountSettings />,
}))
