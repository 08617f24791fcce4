'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Dialog } from '@/components/ui/overlay/dialog'
import { ResourceTable } from '@/components/ui/resource-table'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import type { DeliveryAttempt, ListedDelivery } from '@/lib/features/deliveries/contract'

import { DeliveryStateBadge } from './delivery-state-badge'

const REFRESH_MS = 3000

export function DeliveryDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslations('deliveries.dialog')
  const deliveryQuery = useQuery({ ...panelQuery('deliveries.get', { params: { id } }), refetchInterval: REFRESH_MS })
  const delivery = deliveryQuery.data?.delivery
  return (
    <Dialog
      title={t('title')}
      size="lg"
      onClose={onClose}
      footer={delivery?.may_replay === true ? <ReplayButton id={id} /> : undefined}
    >
      <QueryView query={deliveryQuery} contentName={t('what')} skeleton={<SkeletonRows rows={5} />}>
        {({ delivery: shown, history }) => (
          <div className="space-y-4">
            <Facts delivery={shown} />
            <Attempts history={history} />
          </div>
        )}
      </QueryView>
    </Dialog>
  )
}

function ReplayButton({ id }: { readonly id: string }) {
  const t = useTranslations('deliveries.dialog')
  const replay = useAction('deliveries.replay', { done: t('replayed'), failed: t('replayFailed') })
  return (
    <Button isPending={replay.isPending} onClick={() => replay.mutate({ params: { id } })}>
      {t('replay')}
    </Button>
  )
}

function Facts({ delivery }: { readonly delivery: ListedDelivery }) {
  const t = useTranslations('deliveries.dialog')
  const words = useTranslations('deliveries')
  const locale = useLocale()
  const { title, receiver, state, message_id: messageId, sequence, created_at, delivered_at, next_at } = delivery
  return (
    <DataList>
      <DataRow label={t('message')}>{title}</DataRow>
      <DataRow label={words('columns.receiver')}>{receiver ?? words('hidden')}</DataRow>
      <DataRow label={words('columns.state')}>
        <DeliveryStateBadge state={state} />
      </DataRow>
      {messageId !== null && (
        <DataRow label={t('id')}>
          <code className="font-mono text-sm break-all">{messageId}</code>
        </DataRow>
      )}
      {sequence !== null && <DataRow label={t('sequence')}>{formatInteger(sequence, locale)}</DataRow>}
      <DataRow label={t('created')}>
        <Time instant={created_at} />
      </DataRow>
      {delivered_at !== null && (
        <DataRow label={t('delivered')}>
          <Time instant={delivered_at} />
        </DataRow>
      )}
      {next_at !== null && (
        <DataRow label={t('next')}>
          <Time instant={next_at} />
        </DataRow>
      )}
    </DataList>
  )
}

const attemptColumns = {
  number: { isTitle: true },
  at: {},
  status: { isEnd: true },
  latency: { isEnd: true, cell: 'whitespace-nowrap' },
  result: {},
}

function Attempts({ history }: { readonly history: readonly DeliveryAttempt[] }) {
  const t = useTranslations('deliveries.dialog')
  const errors = useTranslations('deliveries-errors')
  const locale = useLocale()
  if (history.length === 0) return <p className="text-muted">{t('none')}</p>
  return (
    <ResourceTable
      label={t('attempts')}
      columns={attemptColumns}
      nameOf={t}
      rows={history}
      keyOf={({ number }) => number}
      row={{ className: 'align-top' }}
      cells={({ number, at, status, latency_ms: latency, error, answer }) => ({
        number: formatInteger(number, locale),
        at: <Time instant={at} />,
        status: status ?? '–',
        latency: `${formatInteger(latency, locale)} ms`,
        result: (
          <>
            {error === null ? t('ok') : errors(error)}
            {answer !== null && answer !== '' && (
              <pre className="mt-1 max-h-40 overflow-y-auto font-mono text-sm break-words whitespace-pre-wrap text-muted">
                {answer}
              </pre>
            )}
          </>
        ),
      })}
    />
  )
}
