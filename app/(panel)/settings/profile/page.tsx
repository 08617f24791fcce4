import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Profile } from '@/components/profile/profile'
import { requireSession } from '@/lib/server/auth'
import { getLocale, getMessages, getTheme, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

import { setLocale, setTheme } from '../../actions'

/** Prefetched on the server and read in the browser under the same key. */
const profilePanelQueries = [
  ['profile.read', {}],
  ['sessions.list', {}],
] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('profile')
  return { title: t('title') }
}

export default async function ProfilePage() {
  const session = await requireSession()
  const [messages, locale, theme, state] = await Promise.all([
    getMessages(['profile', 'passwords']),
    getLocale(),
    getTheme(),
    prefetchQueries(session, [], profilePanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Profile locale={locale} theme={theme} actions={{ setLocale, setTheme }} />
      </Hydrated>
    </Intl>
  )
}
