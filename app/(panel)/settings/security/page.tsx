import { pageTitle, panelPage } from '@/app/panel-page'
import { Security } from '@/components/security/security'

export const generateMetadata = pageTitle('security')

/** Also for a member without the required second factor, who sets it up here. */
export default panelPage(['security'], () => ({ panelQueries: [['secondFactor.get', {}]], body: <Security /> }))
