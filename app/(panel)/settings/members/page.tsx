import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Members } from '@/components/members/members'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Prefetched on the server and read in the browser under the same key. */
const membersPanelQueries = [['members.list', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('members')
  return { title: t('title') }
}

export default async function MembersPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['members']),
    prefetchQueries(session, [], membersPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Members />
      </Hydrated>
    </Intl>
  )
}
