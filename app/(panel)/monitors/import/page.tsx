import { pageTitle, panelPage } from '@/app/panel-page'
import { MonitorImport } from '@/components/imports/monitor-import'
import { importKeyOfSession } from '@/lib/server/import-key'

export const generateMetadata = pageTitle('imports')

export default panelPage(
  ['imports', 'monitors-add', 'search', 'source-faults', 'source-reading', 'filters-bridge'],
  ({ session }) => ({
    queries: [
      ['usage.summary', {}],
      ['monitors.tags', {}],
    ],
    body: <MonitorImport importKey={importKeyOfSession(session)} />,
  }),
)
