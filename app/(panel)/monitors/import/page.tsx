import { pageTitle, panelPage } from '@/app/panel-page'
import { importQueries } from '@/components/monitor-import/import-queries'
import { MonitorImport } from '@/components/monitor-import/monitor-import'
import { importKeyOfSession } from '@/lib/server/import-key'

export const generateMetadata = pageTitle('monitor-import')

export default panelPage(['monitor-import', 'source-faults', 'source-reading', 'filter-bridge'], ({ session }) => ({
  queries: importQueries,
  body: <MonitorImport importKey={importKeyOfSession(session)} />,
}))
