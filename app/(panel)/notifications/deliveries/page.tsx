import type { Metadata } from 'next'

import { DeliveriesPage as Deliveries } from '@/components/deliveries/deliveries-page'
import { deliveriesQueries } from '@/components/deliveries/deliveries-queries'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('deliveries')
  return { title: t('title') }
}

export default async function NotificationDeliveriesPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['deliveries', 'delivery-errors']),
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
