'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'

import { ConnectionDetails } from './connection-details'
import { ConnectionKey } from './connection-key'
import { StepList } from './step-list'

/** With a remote service: how it takes the account's key, and how that is replaced. */
export function ConnectionView() {
  const t = useTranslations('keys.connection')
  const connection = useQuery({ ...panelQuery('connection.read', {}), refetchInterval: 60_000 })
  const again = (
    <Button onClick={() => void connection.refetch()} isPending={connection.isFetching}>
      {t('again')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={again} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card labelledBy="connection-title">
          <CardHeader title={t('state')} titleId="connection-title" />
          <QueryView query={connection} skeleton={<SkeletonRows rows={4} />} what={t('what')}>
            {(data) => <ConnectionDetails connection={data} />}
          </QueryView>
        </Card>
        <div className="space-y-4">
          {connection.data && <ConnectionKey connection={connection.data} />}
          <Card labelledBy="rotation-title">
            <CardHeader title={t('rotation')} titleId="rotation-title" />
            <CardBody>
              <StepList steps={[t('step1'), t('step2'), t('step3'), t('step4')]} />
            </CardBody>
          </Card>
        </div>
      </div>
    </>
  )
}
