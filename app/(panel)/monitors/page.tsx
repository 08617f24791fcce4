import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { readSearch } from '@/components/monitors/monitor-search'
import { Monitors } from '@/components/monitors/monitors'
import { monitorsQueries } from '@/components/monitors/monitors-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('monitors')
  return { title: t('title') }
}

interface MonitorsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function MonitorsPage({ searchParams }: MonitorsPageProps) {
  const session = await requireSession()
  const pairs = Object.entries(await searchParams).flatMap(([key, value = []]) =>
    [value].flat().map((each) => [key, each]),
  )
  const search = readSearch(new URLSearchParams(pairs))
  const [messages, state] = await Promise.all([
    getMessages(['monitors']),
    prefetchQueries(session, monitorsQueries(search)),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Monitors />
      </Hydrated>
    </Intl>
  )
}
