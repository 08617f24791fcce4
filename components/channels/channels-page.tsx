'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { SkeletonRows } from '@/components/ui/skeleton'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import { panelQuery } from '@/lib/client/queries'
import type { Channel } from '@/lib/contract/panel/channels'

import { type ChannelAction, ChannelDialogs } from './channel-dialogs'
import { ChannelRow } from './channel-row'

const REFRESH_MS = 15_000

/** Where messages go by HTTP: the own channels and the team's. */
export function ChannelsPage() {
  const { allowed } = usePermission('channels.list')
  return allowed ? <Channels /> : <DeniedPage page="notificationChannels" />
}

function Channels() {
  const t = useTranslations('channels')
  const channels = useQuery({ ...panelQuery('channels.list', {}), refetchInterval: REFRESH_MS })
  const [action, setAction] = useState<ChannelAction | null>(null)
  const { reason } = usePermission('channels.create')
  const actions = (
    <Button variant="primary" disabledReason={reason} onClick={() => setAction({ kind: 'create' })}>
      <Icon name="plus" size={14} />
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={actions} />
      <Card>
        <QueryView
          query={channels}
          what={t('what')}
          skeleton={<SkeletonRows rows={4} />}
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
        >
          {({ items }) => <ChannelsTable items={items} onAction={setAction} />}
        </QueryView>
      </Card>
      <ChannelDialogs action={action} onClose={() => setAction(null)} />
    </>
  )
}

interface ChannelsTableProps {
  readonly items: readonly Channel[]
  readonly onAction: (action: ChannelAction) => void
}

function ChannelsTable({ items, onAction }: ChannelsTableProps) {
  const t = useTranslations('channels')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.name')}</HeaderCell>
        <HeaderCell>{t('columns.kind')}</HeaderCell>
        <HeaderCell>{t('columns.owner')}</HeaderCell>
        <HeaderCell>{t('columns.state')}</HeaderCell>
        <HeaderCell>{t('columns.last')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {items.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onAction={onAction} />
        ))}
      </TableBody>
    </Table>
  )
}
