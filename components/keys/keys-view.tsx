'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Card, CardHeader } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { query } from '@/lib/client/queries'

import { ActiveCount } from './active-count'
import { CreateKeyButton } from './create-key-button'
import { DeactivateDialog } from './deactivate-dialog'
import { type ApiKey } from './key-list'
import { KeysDenied } from './keys-denied'
import { KeysEmpty } from './keys-empty'
import { KeysTable } from './keys-table'
import { PlanBanner } from './plan-banner'

export function KeysView() {
  const t = useTranslations('keys')
  const { allowed } = usePermission('keys.list')
  const keys = useQuery({ ...query('keys.list', {}), enabled: allowed })
  const [deactivating, setDeactivating] = useState<ApiKey | null>(null)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<CreateKeyButton list={keys.data} />} />
      <PlanBanner list={keys.data} />
      <Card labelledBy="keys-title">
        <CardHeader title={t('title')} titleId="keys-title" aside={keys.data && <ActiveCount list={keys.data} />} />
        {allowed ? (
          <QueryView
            query={keys}
            skeleton={<SkeletonRows rows={3} />}
            what={t('what')}
            isEmpty={({ items }) => items.length === 0}
            empty={<KeysEmpty canCreate={keys.data?.api_access !== false} />}
          >
            {(list) => <KeysTable list={list} onDeactivate={setDeactivating} />}
          </QueryView>
        ) : (
          <KeysDenied />
        )}
      </Card>
      <DeactivateDialog apiKey={deactivating} onClose={() => setDeactivating(null)} />
    </>
  )
}
