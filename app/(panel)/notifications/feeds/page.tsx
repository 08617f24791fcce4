import { pageTitle, panelPage } from '@/app/panel-page'
import { Feeds } from '@/components/feeds/feeds'

export const generateMetadata = pageTitle('feeds')

export default panelPage(['feeds'], () => ({ panelQueries: [['feeds.list', {}]], body: <Feeds /> }))
