import { pageTitle, panelPage } from '@/app/panel-page'
import { Security } from '@/components/security/security'

export const generateMetadata = pageTitle('security')

/** Also for a member who has not shown the second factor that the account wants: it is set up here. */
export default panelPage(['security'], () => ({ panelQueries: [['secondFactor.get', {}]], body: <Security /> }))
