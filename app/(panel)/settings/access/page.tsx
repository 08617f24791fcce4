import type { Metadata } from 'next'

import { AccountSettings } from '@/components/account-settings/account-settings'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Prefetched on the server and read in the browser under the same key. */
const accountSettingsPanelQueries = [['accountSettings.read', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('account-settings')
  return { title: t('title') }
}

export default async function AccessPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['account-settings', 'spenders']),
    prefetchQueries(session, [], accountSettingsPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <AccountSettings />
      </Hydrated>
    </Intl>
  )
}
