import { pageTitle, panelPage } from '@/app/panel-page'
import { Archive } from '@/components/archive/archive'
import { archiveQueries } from '@/components/archive/archive-queries'

export const generateMetadata = pageTitle('archive')

export default panelPage(['archive', 'report-downloads'], () => ({ panelQueries: archiveQueries, body: <Archive /> }))
