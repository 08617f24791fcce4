import type { Metadata } from 'next'

import { ChannelsPage as Channels } from '@/components/channels/channels-page'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Prefetched on the server and read in the browser under the same key. */
const channelsQueries = [['channels.list', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('channels')
  return { title: t('title') }
}

export default async function NotificationChannelsPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['channels']),
    prefetchQueries(session, [], channelsQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Channels />
      </Hydrated>
    </Intl>
  )
}
