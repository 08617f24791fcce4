import type { Metadata } from 'next'

import { Feeds } from '@/components/feeds/feeds'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('feeds')
  return { title: t('title') }
}

export default async function FeedsPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['feeds']),
    prefetchQueries(session, [], [['feeds.list', {}]]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Feeds />
      </Hydrated>
    </Intl>
  )
}
