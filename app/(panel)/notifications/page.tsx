import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Rules } from '@/components/notifications/rules'
import { rulesQueries } from '@/components/notifications/rules-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('notifications')
  return { title: t('title') }
}

export default async function NotificationsPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['notifications', 'rule-form', 'sent']),
    prefetchQueries(session, [], rulesQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Rules />
      </Hydrated>
    </Intl>
  )
}
