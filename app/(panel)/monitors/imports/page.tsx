import { pageTitle, panelPage } from '@/app/panel-page'
import { ImportHistory } from '@/components/import-history/import-history'
import { importHistoryQueries } from '@/components/import-history/import-queries'

export const generateMetadata = pageTitle('import-history')

export default panelPage(['import-history', 'filter-bridge'], () => ({
  panelQueries: importHistoryQueries,
  body: <ImportHistory />,
}))
