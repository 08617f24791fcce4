import { pageTitle, panelPage } from '@/app/panel-page'
import { Monitors } from '@/components/monitors/monitors'
import { monitorsPanelQueries, monitorsQueries, viewsInput } from '@/components/monitors/monitors-queries'
import { monitorAddress } from '@/components/monitors/search/monitor-search'
import { fetchPanelInProcess } from '@/lib/server/prefetch'
import type { PanelSession } from '@/lib/server/session'

/** The view for an address without parameters: the user's default, else the team's. */
async function defaultView(session: PanelSession): Promise<string | undefined> {
  const views = await fetchPanelInProcess(session, 'views.list', viewsInput)
  const ownDefault = views?.items.find((view) => view.is_own_default)
  return (ownDefault ?? views?.items.find((view) => view.is_team_default))?.query
}

export const generateMetadata = pageTitle('monitors')

export default panelPage(['monitors', 'bulk-tags', 'filters-bridge'], async ({ query, session }) => {
  const view = query.size === 0 ? await defaultView(session) : undefined
  const search = monitorAddress.read(view === undefined ? query : new URLSearchParams(view))
  return { queries: monitorsQueries(search), panelQueries: monitorsPanelQueries, body: <Monitors view={view} /> }
})
