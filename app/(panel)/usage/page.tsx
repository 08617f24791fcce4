import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { PacksCard } from '@/components/packs/packs-card'
import { packsPanelQueries } from '@/components/packs/packs-queries'
import { chooseMonth, firstUsageMonth } from '@/components/usage/month'
import { Usage } from '@/components/usage/usage'
import { usageQueries } from '@/components/usage/usage-queries'
import { usageAddress } from '@/components/usage/usage-search'
import { pricedCalls } from '@/lib/contract/prices'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { warsawMonth } from '@/lib/domain/calendar'
import { requireSession } from '@/lib/server/auth'
import { readAccountFacts } from '@/lib/server/frame-data'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

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
  const requested = usageAddress.read(toParams(await searchParams)).month
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
