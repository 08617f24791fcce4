import { pageTitle, panelPage } from '@/app/panel-page'
import { keysQueries } from '@/components/keys/keys-queries'
import { SettingsApi } from '@/components/keys/settings-api'
import { serviceAddress } from '@/lib/server/api-description'

export const generateMetadata = pageTitle('keys')

export default panelPage(['keys'], () => ({ queries: keysQueries, body: <SettingsApi server={serviceAddress()} /> }))
