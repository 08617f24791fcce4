import type { Metadata } from 'next'

import { Audit } from '@/components/audit/audit'
import { auditQueries } from '@/components/audit/audit-queries'
import { auditAddress } from '@/components/audit/audit-search'
import { Intl } from '@/components/layout/intl'
import { type PageSearch, toParams } from '@/lib/domain/address'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslator('audit')
  return { title: t('title') }
}

interface AuditPageProps {
  readonly searchParams: Promise<PageSearch>
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const session = await requireSession()
  const search = auditAddress.read(toParams(await searchParams))
  const [messages, state] = await Promise.all([
    getMessages(['audit']),
    prefetchQueries(session, [], auditQueries(search)),
  ])
  return (
    <Intl messages={messages}>
      <Hydrated state={state}>
        <Audit />
      </Hydrated>
    </Intl>
  )
}
