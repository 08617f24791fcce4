import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { MonitorImport } from '@/components/monitor-import/monitor-import'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { importKeyOfSession } from '@/lib/server/import-key'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** What the server asks for: places in the plan, and the tags that can be completed. */
const importQueries = [
  ['usage.summary', {}],
  ['monitors.tags', {}],
] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('monitor-import')
  return { title: t('title') }
}

export default async function MonitorImportPage() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['monitor-import', 'source-faults', 'source-reading', 'filter-bridge']),
    prefetchQueries(session, importQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <MonitorImport importKey={importKeyOfSession(session)} />
      </Hydrated>
    </Intl>
  )
}
