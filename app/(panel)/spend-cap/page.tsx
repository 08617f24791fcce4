import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { SpendCap } from '@/components/spend-cap/spend-cap'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** Prefetched on the server and read in the browser under the same keys. */
const spendCapQueries = [
  ['usage.api', {}],
  ['usage.daily', { query: {} }],
] as const

const spendCapPanelQueries = [['spendCap.history', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('spend-cap')
  return { title: t('title') }
}

export default async function SpendCapPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['spend-cap', 'meters', 'spenders']),
    prefetchQueries(session, spendCapQueries, spendCapPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <SpendCap />
      </Hydrated>
    </Intl>
  )
}
