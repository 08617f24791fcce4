import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { RunView } from '@/components/white-list/run/run-view'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('white-list')
  return { title: t('run.title') }
}

export default async function WhiteListRunPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const session = await requireSession()
  const { id } = await params
  const [messages, state] = await Promise.all([
    getMessages(['white-list', 'price']),
    prefetchQueries(session, [], [['whiteListRuns.get', { params: { id } }]]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <RunView id={id} />
      </Hydrated>
    </Intl>
  )
}
