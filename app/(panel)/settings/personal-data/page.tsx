import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { PersonalData } from '@/components/personal-data/personal-data'
import { retentionQueries } from '@/components/personal-data/retention-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('personal-data')
  return { title: t('title') }
}

export default async function PersonalDataPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['personal-data']),
    prefetchQueries(session, [], retentionQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <PersonalData />
      </Hydrated>
    </Intl>
  )
}
