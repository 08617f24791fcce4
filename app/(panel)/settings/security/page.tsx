import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Security } from '@/components/security/security'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('security')
  return { title: t('title') }
}

/** Also for a member who has not shown the second factor that the account wants: it is set up here. */
export default async function SecurityPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['security']),
    prefetchQueries(session, [], [['secondFactor.get', {}]]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Security />
      </Hydrated>
    </Intl>
  )
}
