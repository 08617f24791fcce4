import type { Metadata } from 'next'

import { BzpAlerts } from '@/components/bzp/alerts/bzp-alerts'
import { bzpAlertsQueries } from '@/components/bzp/alerts/bzp-alerts-queries'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('bzp-alerts')
  return { title: t('title') }
}

export default async function BzpAlertsPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['bzp', 'bzp-save', 'bzp-alerts', 'rule-form', 'sent']),
    prefetchQueries(session, [], bzpAlertsQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <BzpAlerts />
      </Hydrated>
    </Intl>
  )
}
