import type { Metadata } from 'next'

import { Filters } from '@/components/filters/filters'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'
import { getRuntime } from '@/lib/server/runtime'

/** What the server asks for, so that the first paint has its filters: the list carries their contents too. */
const filtersQueries = [
  ['filters.list', { query: {} }],
  ['usage.summary', {}],
] as const

/** What works by them, which a remote service does not count. */
const filterUsesQueries = [['filters.uses', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('filters')
  return { title: t('title') }
}

export default async function FiltersPage() {
  const session = await requireSession()
  const uses = getRuntime().service ? filterUsesQueries : []
  const [messages, state] = await Promise.all([
    getMessages(['filters', 'new-monitor', 'source-faults', 'source-reading']),
    prefetchQueries(session, [...filtersQueries, ...uses]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Filters />
      </Hydrated>
    </Intl>
  )
}
