import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { WhiteList } from '@/components/white-list/white-list'
import { runsInput } from '@/components/white-list/white-list-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('white-list')
  return { title: t('title') }
}

export default async function WhiteListPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['white-list', 'price', 'source-faults', 'source-reading', 'rhythm']),
    prefetchQueries(session, [['usage.summary', {}]], [['whiteListRuns.list', runsInput]]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <WhiteList />
      </Hydrated>
    </Intl>
  )
}
