import { pageTitle, panelPage } from '@/app/panel-page'
import { Rules } from '@/components/notifications/rules'
import { rulesQueries } from '@/components/notifications/rules-queries'

export const generateMetadata = pageTitle('notifications')

export default panelPage(['notifications', 'rule-form', 'rhythm', 'sent'], () => ({
  panelQueries: rulesQueries,
  body: <Rules />,
}))
