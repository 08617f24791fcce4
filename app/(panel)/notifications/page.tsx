import { pageTitle, panelPage } from '@/app/panel-page'
import { Rules } from '@/components/rules/rules'

export const generateMetadata = pageTitle('notifications')

export default panelPage(['notifications', 'rule-form', 'rhythm', 'sent'], () => ({
  panelQueries: [['rules.list', {}]],
  body: <Rules />,
}))
