'use client'

import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { SkeletonRows } from '@/components/ui/skeleton'

import { ConnectionRows } from './connection-rows'
import { RotationSteps } from './rotation-steps'
import { useConnection } from './use-connection'

/** With a remote service: whether the server's key works, and how to rotate it. */
export function ConnectionView() {
  const t = useTranslations('keys.connection')
  const connection = useConnection()
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
            {(data) => <ConnectionRows connection={data} />}
          </QueryView>
        </Card>
        <Card labelledBy="rotation-title">
          <CardHeader title={t('rotation')} titleId="rotation-title" />
          <CardBody>
            <RotationSteps />
          </CardBody>
        </Card>
      </div>
    </>
  )
}
