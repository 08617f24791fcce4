import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { MsigIssues } from '@/components/registers/msig/msig-issues'
import { issuesInput, msigAddress } from '@/components/registers/msig/msig-search'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('msig')
  return { title: t('title') }
}

export default async function MsigPage({ searchParams }: { readonly searchParams: Promise<PageSearch> }) {
  const session = await requireSession()
  const search = msigAddress.read(toParams(await searchParams))
  const [t, messages, state] = await Promise.all([
    getTranslator('msig'),
    getMessages(['registers']),
    prefetchQueries(session, [['msig.issues', issuesInput(search)]]),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <MsigIssues title={t('title')} subtitle={t('subtitle')} />
      </Hydrated>
    </Intl>
  )
}
