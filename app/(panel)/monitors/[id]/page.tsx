import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { MonitorDetail } from '@/components/monitor-detail/monitor-detail'
import { eventsInput, historyInput, monitorQuery } from '@/components/monitor-detail/monitor-detail-queries'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('monitor-detail')
  // No name: titles go to the history of the browser, and a subject may be a person.
  return { title: t('title') }
}

export default async function MonitorPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const session = await requireSession()
  const id = decodeURIComponent((await params).id)
  const [messages, state] = await Promise.all([
    getMessages(['monitor-detail']),
    prefetchQueries(
      session,
      [monitorQuery(id)],
      [
        ['events.list', eventsInput(id)],
        ['coverage.history', historyInput(id)],
      ],
    ),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <MonitorDetail id={id} />
      </Hydrated>
    </Intl>
  )
}
