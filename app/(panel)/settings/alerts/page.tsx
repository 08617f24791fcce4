import type { Metadata } from 'next'

import { Alerts } from '@/components/alerts/alerts'
import { alertsPanelQueries } from '@/components/alerts/alerts-queries'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('alerts')
  return { title: t('title') }
}

export default async function AlertsPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['alerts']),
    prefetchQueries(session, [], alertsPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Alerts />
      </Hydrated>
    </Intl>
  )
}
