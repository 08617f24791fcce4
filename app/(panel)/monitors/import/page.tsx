import { pageTitle, panelPage } from '@/app/panel-page'
import { MonitorImport } from '@/components/monitor-import/monitor-import'
import { importKeyOfSession } from '@/lib/server/import-key'

export const generateMetadata = pageTitle('monitor-import')

export default panelPage(['monitor-import', 'source-faults', 'source-reading', 'filter-bridge'], ({ session }) => ({
  queries: [
    ['usage.summary', {}],
    ['monitors.tags', {}],
  ],
  body: <MonitorImport importKey={importKeyOfSession(session)} />,
}))
