import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { SpendCap } from '@/components/spend-cap/spend-cap'
import { spendCapPanelQueries, spendCapQueries } from '@/components/spend-cap/spend-cap-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

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
