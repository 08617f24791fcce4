import { pageTitle, panelPage } from '@/app/panel-page'
import { ImportHistory } from '@/components/imports/history/import-history'
import { importHistoryQueries } from '@/components/imports/history/import-queries'

export const generateMetadata = pageTitle('imports-history')

export default panelPage(['imports-history', 'filters-bridge'], () => ({
  panelQueries: importHistoryQueries,
  body: <ImportHistory />,
}))
