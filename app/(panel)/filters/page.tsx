import { pageTitle, panelPage } from '@/app/panel-page'
import { Filters } from '@/components/filters/filters'
import { filtersQueries, filterUsesQueries } from '@/components/filters/filters-queries'
import { getRuntime } from '@/lib/server/runtime'

export const generateMetadata = pageTitle('filters')

export default panelPage(['filters', 'new-monitor', 'source-faults', 'source-reading'], () => {
  const uses = getRuntime().service ? filterUsesQueries : []
  return { queries: [...filtersQueries, ...uses], body: <Filters /> }
})
