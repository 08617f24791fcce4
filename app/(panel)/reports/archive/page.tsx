import type { Metadata } from 'next'

import { Archive } from '@/components/archive/archive'
import { archiveQueries } from '@/components/archive/archive-queries'
import { Intl } from '@/components/layout/intl'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('archive')
  return { title: t('title') }
}

export default async function ReportArchivePage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['archive', 'report-downloads']),
    prefetchQueries(session, [], archiveQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Archive />
      </Hydrated>
    </Intl>
  )
}
