import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { RegisterListPage } from '@/components/registers/list/register-list-page'
import { registerPageCalls, registerPageQueries } from '@/components/registers/register-page-data'
import { pricedCalls } from '@/lib/contract/prices'
import { type PageSearch, toParams } from '@/lib/domain/page-search'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('uokik-clauses')
  return { title: t('title') }
}

export default async function UokikClausesPage({ searchParams }: { readonly searchParams: Promise<PageSearch> }) {
  const session = await requireSession()
  const params = toParams(await searchParams)
  const [t, messages, state] = await Promise.all([
    getTranslator('uokik-clauses'),
    getMessages(['registers', 'price']),
    prefetchQueries(session, [], registerPageQueries('clauses', params)),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <RegisterListPage
          list="clauses"
          title={t('title')}
          subtitle={t('subtitle')}
          calls={registerPageCalls(pricedCalls())}
        />
      </Hydrated>
    </Intl>
  )
}
