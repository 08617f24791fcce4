'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { DataList, DataRow } from '@/components/ui/data-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { ApiError } from '@/lib/domain/api-error'

import { type Connection, isKnownState, readConnection } from './connection'
import { StepList } from './step-list'

const PATH = '/api/connection'

/** Asked of the panel itself and not of the service: there is no row of the contract for it. */
function useConnection() {
  return useQuery({
    queryKey: ['connection'],
    queryFn: ({ signal }) => askConnection(signal),
    refetchInterval: 60_000,
  })
}

async function askConnection(signal: AbortSignal): Promise<Connection> {
  const response = await fetch(PATH, { signal })
  if (!response.ok) {
    const { readApiError } = await import('@/lib/client/api-error')
    throw await readApiError(response)
  }
  try {
    return readConnection(await response.json())
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'unreadable'
    throw new ApiError(message, { kind: 'shape', status: response.status, code: 'unknown_shape' }, { cause })
  }
}

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

/** Two keys overlap, so that nothing is refused in between. */
function RotationSteps() {
  const t = useTranslations('keys.connection')
  const steps = [t('step1'), t('step2'), t('step3', { variable: 'REGISTERS_API_KEY' }), t('step4'), t('step5')]
  return <StepList steps={steps} />
}

function ConnectionRows({ connection }: { readonly connection: Connection }) {
  const t = useTranslations('keys.connection')
  const { state, host, fingerprint, checkedAt } = connection
  const isKnown = isKnownState(state)
  return (
    <CardBody>
      <DataList>
        <DataRow label={t('state')}>
          <Badge tone={state === 'ok' ? 'accent' : 'danger'}>{isKnown ? t(`states.${state}`) : state}</Badge>
        </DataRow>
        <DataRow label={t('host')}>
          <code className="font-mono text-sm break-all">{host ?? t('unknown')}</code>
        </DataRow>
        <DataRow label={t('fingerprint')}>
          <code className="font-mono text-sm">{fingerprint === undefined ? t('unknown') : `…${fingerprint}`}</code>
        </DataRow>
        {checkedAt !== undefined && (
          <DataRow label={t('checked')}>
            <Time instant={checkedAt} format="datetime" />
          </DataRow>
        )}
      </DataList>
      {isKnown && <p className="mt-2 text-sm text-muted">{t(`advice.${state}`)}</p>}
      <p className="mt-2 text-sm text-muted">
        {t('fingerprint')}: {t('fingerprintHint')}
      </p>
    </CardBody>
  )
}
