'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { PageButtons } from '@/components/shared/page-buttons'
import { ResourceList } from '@/components/shared/resource-list'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format/format'
import { serverNow } from '@/lib/domain/server-clock'
import type { ListedDelivery } from '@/lib/features/deliveries/contract'

import { deliveriesAddress, toDeliveriesQuery } from './deliveries-address'
import { DeliveriesFilter } from './deliveries-filter'
import { DeliveryStateBadge } from './delivery-state-badge'

const DeliveryDialog = lazyComponent(async () => (await import('./delivery-dialog')).DeliveryDialog)

const REFRESH_MS = 5000

const deliveryColumns = {
  title: { isTitle: true, bar: 'w-72 max-w-full', line: 'h-9.5' },
  at: { cell: 'text-muted unstacked:whitespace-nowrap' },
  receiver: { cell: 'unstacked:min-w-48', bar: 'w-40' },
  state: {},
  attempts: { isEnd: true, bar: 'w-6' },
}

export function DeliveriesPage() {
  const t = useTranslations('deliveries')
  const { allowed } = usePermission('channels.list')
  const { search, change } = useAddressSearch(deliveriesAddress)
  const [openId, setOpenId] = useState<string | null>(null)
  const deliveries = useQuery({
    ...panelQuery('deliveries.list', toDeliveriesQuery(search, serverNow())),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  const cellsOf = useDeliveryCells()
  const next = deliveries.data?.next_cursor ?? null
  const isNarrowed = deliveriesAddress.narrows(search)
  const isEmpty = !isNarrowed && search.cursor === undefined && deliveries.data?.items.length === 0
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      {!isEmpty && <DeliveriesFilter search={search} onChange={change} hasChannels={allowed} />}
      <Card>
        <ResourceList
          query={deliveries}
          contentName={t('what')}
          expectedRows={8}
          empty={
            <EmptyState title={t(isNarrowed ? 'emptyFiltered' : 'empty')}>
              {isNarrowed ? undefined : t('emptyText')}
            </EmptyState>
          }
          label={t('title')}
          columns={deliveryColumns}
          nameOf={(id) => t(`columns.${id}`)}
          keyOf={({ id }) => id}
          row={{ className: 'align-top' }}
          cells={(delivery) => cellsOf(delivery, setOpenId)}
        />
      </Card>
      <PageButtons
        first={search.cursor !== undefined && { label: t('newest'), onPress: () => change({ cursor: undefined }) }}
        next={next !== null && { label: t('more'), onPress: () => change({ cursor: next }) }}
      />
      {openId !== null && <DeliveryDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

function useDeliveryCells() {
  const t = useTranslations('deliveries')
  const errors = useTranslations('deliveries-errors')
  const locale = useLocale()
  const countValues = useCountValues()
  return (delivery: ListedDelivery, onOpen: (id: string) => void) => {
    const { id, title, channel, receiver, state, error, status, next_at: next, attempts, created_at: at } = delivery
    return {
      title: (
        <button
          type="button"
          className="text-left break-words underline underline-offset-2"
          aria-label={t('open', { title })}
          onClick={() => onOpen(id)}
        >
          {title}
        </button>
      ),
      at: <Time instant={at} />,
      receiver: (
        <>
          <span className="wrap-anywhere">{receiver ?? t('hidden')}</span>
          <span className="block text-sm text-muted">{t(`kinds.${channel}`)}</span>
        </>
      ),
      state: (
        <>
          <DeliveryStateBadge state={state} />
          {error !== null && (
            <span className="block text-sm text-muted">
              {errors(error)}
              {status === null ? '' : ` (${status})`}
            </span>
          )}
          {next !== null && attempts > 0 && (
            <span className="block text-sm text-muted">
              {t('retry')} <Time instant={next} />
            </span>
          )}
        </>
      ),
      attempts: (
        <>
          <span aria-hidden className="stacked:hidden">
            {formatInteger(attempts, locale)}
          </span>
          <span className="text-sm text-muted unstacked:sr-only">{t('attemptsOf', countValues(attempts))}</span>
        </>
      ),
    }
  }
}
