import { pageTitle, panelPage } from '@/app/panel-page'
import { Security } from '@/components/security/security'

export const generateMetadata = pageTitle('security')

/** A member without the required second factor may open this page too, to set it up. */
export default panelPage(['security'], () => ({ panelQueries: [['secondFactor.get', {}]], body: <Security /> }))
