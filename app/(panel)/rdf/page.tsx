import type { Metadata } from 'next'

import { Intl } from '@/components/layout/intl'
import { Statements } from '@/components/statements/statements'
import { pricedCalls } from '@/lib/contract/prices'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('statements')
  return { title: t('title') }
}

export default async function StatementsAddress() {
  const session = await requireSession()
  const [messages, state] = await Promise.all([
    getMessages(['statements', 'price']),
    prefetchQueries(
      session,
      [
        ['usage.summary', {}],
        ['usage.api', {}],
      ],
      [['statements.companies', {}]],
    ),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Statements calls={pricedCalls().filter(({ path }) => path.startsWith('/v1/rdf/'))} />
      </Hydrated>
    </Intl>
  )
}
