import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Monitors } from '@/components/monitors/monitors'
import { monitorsPanelQueries, monitorsQueries, viewsInput } from '@/components/monitors/monitors-queries'
import { monitorAddress } from '@/components/monitors/search/monitor-search'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { askPanelInProcess, Hydrated, prefetchQueries } from '@/lib/server/prefetch'
import type { PanelSession } from '@/lib/server/session'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('monitors')
  return { title: t('title') }
}

interface MonitorsPageProps {
  readonly searchParams: Promise<PageSearch>
}

/** What the page opens with when its address says nothing: the user's default, else the team's. */
async function defaultView(session: PanelSession): Promise<string | undefined> {
  const views = await askPanelInProcess(session, 'views.list', viewsInput)
  const own = views?.items.find((view) => view.is_own_default)
  return (own ?? views?.items.find((view) => view.is_team_default))?.query
}

export default async function MonitorsPage({ searchParams }: MonitorsPageProps) {
  const session = await requireSession()
  const params = toParams(await searchParams)
  const view = params.size === 0 ? await defaultView(session) : undefined
  const search = monitorAddress.read(view === undefined ? params : new URLSearchParams(view))
  const [messages, state] = await Promise.all([
    getMessages(['monitors', 'bulk-tags', 'filter-bridge']),
    prefetchQueries(session, monitorsQueries(search), monitorsPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Monitors view={view} />
      </Hydrated>
    </Intl>
  )
}
