import type { Metadata } from 'next'

import { DeliveriesPage as Deliveries } from '@/components/deliveries/deliveries-page'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** What the list without filters asks: prefetched on the server and read in the browser under the same key. */
const firstDeliveries = { query: { limit: 50 } } as const
const deliveriesQueries = [['deliveries.list', firstDeliveries]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('deliveries')
  return { title: t('title') }
}

export default async function NotificationDeliveriesPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['deliveries']),
    prefetchQueries(session, [], deliveriesQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Deliveries />
      </Hydrated>
    </Intl>
  )
}
