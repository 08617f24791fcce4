import type { Metadata } from 'next'

import { readFilter, toPreviewBody } from '@/components/bzp/filter/alert-filter'
import { BzpSearch } from '@/components/bzp/search/bzp-search'
import { Intl } from '@/components/layout/intl'
import { pricedCalls } from '@/lib/contract/prices'
import { toParams, type PageSearch } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { loadCpvNames } from '@/lib/server/cpv-names'
import { getLocale, getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('bzp')
  return { title: t('title') }
}

/** What one notice of the list costs. */
const unitsEach = pricedCalls().find(({ name }) => name === 'bzp.list')?.units

export default async function BzpPage({ searchParams }: { readonly searchParams: Promise<PageSearch> }) {
  const session = await requireSession()
  const filter = readFilter(toParams(await searchParams))
  const [messages, state, cpvNames] = await Promise.all([
    getMessages(['bzp', 'bzp-save']),
    prefetchQueries(session, [['bzp.previewAlert', { body: toPreviewBody(filter) }]]),
    loadCpvNames(filter.cpv, await getLocale()),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <BzpSearch cpvNames={cpvNames} unitsEach={unitsEach} />
      </Hydrated>
    </Intl>
  )
}
