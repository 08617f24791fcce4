import type { Metadata } from 'next'

import { eventAddress } from '@/components/events/event-search'
import { Events } from '@/components/events/events'
import { eventsQueries } from '@/components/events/events-queries'
import { Intl } from '@/components/layout/intl'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('events')
  return { title: t('title') }
}

export default async function EventsPage({ searchParams }: { readonly searchParams: Promise<PageSearch> }) {
  const session = await requireSession()
  const search = eventAddress.read(toParams(await searchParams))
  const [messages, state] = await Promise.all([
    getMessages(['events']),
    prefetchQueries(session, [], eventsQueries(search)),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Events />
      </Hydrated>
    </Intl>
  )
}
