import { pageTitle, panelPage } from '@/app/panel-page'
import { Filters } from '@/components/filters/filters'
import { getRuntime } from '@/lib/server/runtime'

export const generateMetadata = pageTitle('filters')

export default panelPage(['filters', 'monitors-new', 'source-faults', 'source-reading'], () => {
  // A remote service does not count the uses of filters.
  const uses = getRuntime().service ? ([['filters.uses', {}]] as const) : []
  return { queries: [['filters.list', { query: {} }], ['usage.summary', {}], ...uses], body: <Filters /> }
})
