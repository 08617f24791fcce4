import { pageTitle, panelPage } from '@/app/panel-page'
import { Members } from '@/components/members/members'

export const generateMetadata = pageTitle('members')

export default panelPage(['members'], () => ({ panelQueries: [['members.list', {}]], body: <Members /> }))
