import type { Metadata } from 'next'
import { cookies } from 'next/headers'

import { Intl } from '@/components/layout/intl'
import { personalNoteCookie } from '@/components/reports/personal-note-cookie'
import { JOBS_SHOWN } from '@/components/reports/report-job'
import { Reports } from '@/components/reports/reports'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('reports')
  return { title: t('title') }
}

export default async function ReportsPage() {
  const session = await requireSession()
  const [messages, state, store] = await Promise.all([
    getMessages(['reports']),
    prefetchQueries(session, [
      ['reports.dailyIndex', { query: {} }],
      ['reports.list', { query: { limit: JOBS_SHOWN } }],
    ]),
    cookies(),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Reports isNoteSeen={store.has(personalNoteCookie)} />
      </Hydrated>
    </Intl>
  )
}
