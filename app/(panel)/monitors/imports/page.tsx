import { pageTitle, panelPage } from '@/app/panel-page'
import { ImportHistory } from '@/components/imports/import-history'
import { importHistoryQueries } from '@/components/imports/import-queries'

export const generateMetadata = pageTitle('import-history')

export default panelPage(['import-history', 'filter-bridge'], () => ({
  panelQueries: importHistoryQueries,
  body: <ImportHistory />,
}))
