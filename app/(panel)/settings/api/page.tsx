import type { Metadata } from 'next'

import { SettingsApi } from '@/components/keys/settings-api'
import { Intl } from '@/components/layout/intl'
import { serviceAddress } from '@/lib/server/api-description'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Prefetched on the server and read in the browser under the same key. */
const keysQueries = [['keys.list', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('keys')
  return { title: t('title') }
}

export default async function SettingsApiPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([getMessages(['keys']), prefetchQueries(session, keysQueries)])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <SettingsApi server={serviceAddress()} />
      </Hydrated>
    </Intl>
  )
}
