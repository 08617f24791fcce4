import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Overview } from '@/components/overview/overview'
import { overviewQueries } from '@/components/overview/overview-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('overview')
  return { title: t('title') }
}

export default async function OverviewPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['overview', 'meters']),
    prefetchQueries(session, overviewQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Overview />
      </Hydrated>
    </Intl>
  )
}
