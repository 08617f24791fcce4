import { pageTitle, panelPage } from '@/app/panel-page'
import { Members } from '@/components/members/members'
import { membersPanelQueries } from '@/components/members/members-queries'

export const generateMetadata = pageTitle('members')

export default panelPage(['members'], () => ({ panelQueries: membersPanelQueries, body: <Members /> }))
