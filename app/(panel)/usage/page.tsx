import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { PacksCard } from '@/components/packs/packs-card'
import { chooseMonth, firstUsageMonth, previousMonth } from '@/components/usage/month'
import { Usage } from '@/components/usage/usage'
import { readUsageSearch } from '@/components/usage/usage-search'
import { pricedCalls } from '@/lib/contract/prices'
import { warsawMonth, type Month } from '@/lib/domain/calendar'
import { type PageSearch, toParams } from '@/lib/domain/page-search'
import { requireSession } from '@/lib/server/auth'
import { readAccountFacts } from '@/lib/server/frame-data'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** What the page shows of a month, by contract row: prefetched on the server and read in the browser under the same keys. */
const usageQueries = (month: Month) =>
  [
    ['usage.summary', {}],
    ['usage.api', {}],
    ['usage.daily', { query: { month } }],
    ['usage.daily', { query: { month: previousMonth(month) ?? month } }],
    ['usage.breakdown', { query: { month } }],
  ] as const

/** Prefetched on the server and read in the browser under the same key. */
const packsPanelQueries = [['packs.list', {}]] as const

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('usage')
  return { title: t('title') }
}

interface UsagePageProps {
  readonly searchParams: Promise<PageSearch>
}

const calls = pricedCalls()

export default async function UsagePage({ searchParams }: UsagePageProps) {
  const session = await requireSession()
  const requested = readUsageSearch(toParams(await searchParams)).month
  // The service names the current month; where its clock says another one, the browser asks for that.
  const { month } = chooseMonth(requested, warsawMonth(new Date()), firstUsageMonth(readAccountFacts(session).since))
  const [messages, state] = await Promise.all([
    getMessages(['usage', 'meters', 'packs']),
    prefetchQueries(session, usageQueries(month), packsPanelQueries),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Usage calls={calls} />
        <div className="mt-4">
          <PacksCard />
        </div>
      </Hydrated>
    </Intl>
  )
}
