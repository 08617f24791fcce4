import type { Metadata } from 'next'

import { ImportHistory } from '@/components/import-history/import-history'
import { importHistoryQueries } from '@/components/import-history/import-queries'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('import-history')
  return { title: t('title') }
}

export default async function ImportHistoryPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['import-history', 'filter-bridge']),
    prefetchQueries(session, [], importHistoryQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <ImportHistory />
      </Hydrated>
    </Intl>
  )
}
