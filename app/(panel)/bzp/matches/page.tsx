import type { Metadata } from 'next'

import { BzpMatches } from '@/components/bzp/matches/bzp-matches'
import { bzpMatchesQueries, matchAddress } from '@/components/bzp/matches/match-search'
import { Intl } from '@/components/layout/intl'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('bzp-matches')
  return { title: t('title') }
}

export default async function BzpMatchesPage({ searchParams }: { readonly searchParams: Promise<PageSearch> }) {
  const session = await requireSession()
  const search = matchAddress.read(toParams(await searchParams))
  const [messages, state] = await Promise.all([
    getMessages(['bzp', 'bzp-matches']),
    prefetchQueries(session, [], bzpMatchesQueries(search)),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <BzpMatches />
      </Hydrated>
    </Intl>
  )
}
