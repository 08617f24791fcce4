'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { Card, CardHeader } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { query } from '@/lib/client/queries'

import { ActiveCount } from './active-count'
import { CallCard } from './call-card'
import { CreateKeyButton } from './create-key-button'
import { DeactivateDialog } from './deactivate-dialog'
import { type ApiKey } from './key-list'
import { KeysEmpty } from './keys-empty'
import { KeysTable } from './keys-table'
import { PlanBanner } from './plan-banner'
import { ReplaceCard } from './replace-card'

interface KeysViewProps {
  /** Where callers reach the service, without `/v1`. */
  readonly server: string
}

export function KeysView({ server }: KeysViewProps) {
  const t = useTranslations('keys')
  const keys = useQuery(query('keys.list', {}))
  const [deactivating, setDeactivating] = useState<ApiKey | null>(null)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<CreateKeyButton list={keys.data} />} />
      <PlanBanner list={keys.data} />
      <Card labelledBy="keys-title">
        <CardHeader title={t('title')} titleId="keys-title" aside={keys.data && <ActiveCount list={keys.data} />} />
        <QueryView
          query={keys}
          skeleton={<SkeletonRows rows={3} />}
          what={t('what')}
          isEmpty={({ items }) => items.length === 0}
          empty={<KeysEmpty canCreate={keys.data?.api_access !== false} />}
        >
          {(list) => <KeysTable list={list} onDeactivate={setDeactivating} />}
        </QueryView>
      </Card>
      {keys.data?.api_access !== false && (
        <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          <CallCard server={server} />
          <ReplaceCard />
        </div>
      )}
      <DeactivateDialog apiKey={deactivating} onClose={() => setDeactivating(null)} />
    </>
  )
}
