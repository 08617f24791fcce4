import { pageTitle, panelPage } from '@/app/panel-page'
import { Rules } from '@/components/rules/rules'

export const generateMetadata = pageTitle('rules')

export default panelPage(['rules', 'rules-form', 'rhythm', 'sent'], () => ({
  panelQueries: [['rules.list', {}]],
  body: <Rules />,
}))
