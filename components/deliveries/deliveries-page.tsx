'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { panelQuery } from '@/lib/client/queries'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'
import { serverNow } from '@/lib/domain/server-clock'

import { deliveriesAddress, toDeliveriesQuery } from './deliveries-address'
import { DeliveriesFilter } from './deliveries-filter'
import { DeliveryRow } from './delivery-row'

const DeliveryDialog = lazyComponent(() => import('./delivery-dialog').then((module) => module.DeliveryDialog))

const REFRESH_MS = 5000

/** What was sent or is to be sent, newest first. */
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
  const isNarrowed = deliveriesAddress.narrows(search)
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <DeliveriesFilter search={search} onChange={change} hasChannels={allowed} />
      <Card>
        <QueryView
          query={deliveries}
          what={t('what')}
          skeleton={<SkeletonRows rows={8} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState title={t(isNarrowed ? 'emptyFiltered' : 'empty')}>
              {isNarrowed ? undefined : t('emptyText')}
            </EmptyState>
          }
        >
          {({ items }) => <DeliveriesTable items={items} onOpen={setOpenId} />}
        </QueryView>
      </Card>
      <Turning
        cursor={search.cursor}
        next={deliveries.data?.next_cursor ?? null}
        onTurn={(cursor) => change({ cursor })}
      />
      {openId !== null && <DeliveryDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  )
}

interface TurningProps {
  readonly cursor: string | undefined
  readonly next: string | null
  readonly onTurn: (cursor: string | undefined) => void
}

function Turning({ cursor, next, onTurn }: TurningProps) {
  const t = useTranslations('deliveries')
  return (
    <div className="mt-3 flex justify-end gap-2">
      {cursor !== undefined && <Button onClick={() => onTurn(undefined)}>{t('newest')}</Button>}
      {next !== null && <Button onClick={() => onTurn(next)}>{t('more')}</Button>}
    </div>
  )
}

interface DeliveriesTableProps {
  readonly items: readonly ListedDelivery[]
  readonly onOpen: (id: string) => void
}

function DeliveriesTable({ items, onOpen }: DeliveriesTableProps) {
  const t = useTranslations('deliveries')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.title')}</HeaderCell>
        <HeaderCell>{t('columns.at')}</HeaderCell>
        <HeaderCell>{t('columns.receiver')}</HeaderCell>
        <HeaderCell>{t('columns.state')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.attempts')}</HeaderCell>
      </TableHead>
      <TableBody>
        {items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  )
}
