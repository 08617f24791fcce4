'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { ResourceList } from '@/components/shared/resource-list'
import { useAddressSearch } from '@/components/ui/address/use-address-search'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { defineAddress, flag } from '@/lib/domain/address'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Channel } from '@/lib/features/channels/contract'

import { type ChannelAction, ChannelDialogs } from './channel-dialogs'
import { ChannelMenu } from './channel-menu'

const REFRESH_MS = 15_000

const channelColumns = {
  name: { isTitle: true, bar: 'w-56', line: 'h-9.5' },
  kind: {},
  owner: { cell: 'text-muted' },
  state: {},
  last: { cell: 'text-muted' },
  actions: { isEnd: true, isUnnamed: true, bar: 'size-7' },
}

/** `stopped`: only channels that the panel turned off because their receivers do not answer. */
const channelAddress = defineAddress({ stopped: flag })

const isStopped = ({ state, off_reason: reason }: Channel): boolean => state === 'off' && reason !== 'by_hand'

/** HTTP channels for messages: the user's own and the team's. */
export function ChannelsPage() {
  const { allowed } = usePermission('channels.list')
  return allowed ? <Channels /> : <DeniedPage page="notificationChannels" />
}

function Channels() {
  const t = useTranslations('channels')
  const { search, change } = useAddressSearch(channelAddress)
  const channels = useQuery({
    ...panelQuery('channels.list', {}),
    refetchInterval: REFRESH_MS,
    select: ({ items }) => ({ items: search.stopped ? items.filter(isStopped) : items }),
  })
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
      {search.stopped && (
        <div className="mb-4">
          <Chip tone="accent" label={t('stopped')} onRemove={() => change({ stopped: false })}>
            {t('stopped')}
          </Chip>
        </div>
      )}
      <Card>
        <ResourceList
          query={channels}
          contentName={t('what')}
          expectedRows={4}
          empty={
            search.stopped ? (
              <EmptyState title={t('noneStopped')} />
            ) : (
              <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
            )
          }
          label={t('title')}
          columns={channelColumns}
          nameOf={(id) => t(`columns.${id}`)}
          keyOf={({ id }) => id}
          row={{ className: 'align-top' }}
          cells={(channel) => ({
            name: <ChannelName channel={channel} />,
            kind: t(`kinds.${channel.kind}`),
            owner: (
              <>
                {t(channel.is_team ? 'team' : 'own')}
                {channel.is_team && channel.created_by !== null && (
                  <span className="block text-sm break-all">{channel.created_by}</span>
                )}
              </>
            ),
            state: <ChannelState channel={channel} />,
            last:
              channel.last_delivered_at === null ? (
                t('never')
              ) : (
                <Time instant={channel.last_delivered_at} format="relative" />
              ),
            actions: <ChannelMenu channel={channel} onAction={setAction} />,
          })}
        />
      </Card>
      <ChannelDialogs action={action} onClose={() => setAction(null)} />
    </>
  )
}

function ChannelName({ channel }: { readonly channel: Channel }) {
  const t = useTranslations('channels')
  const locale = useLocale()
  const until = channel.previous_secret_until
  return (
    <>
      <span className="break-words">{channel.name}</span>
      <code className="block font-mono text-sm wrap-anywhere text-muted">{channel.url_shown}</code>
      {channel.is_retired && <span className="block text-sm text-warn-ink">{t('retired')}</span>}
      {until !== null && (
        <span className="block text-sm text-muted">{t('overlap', { when: formatDateTime(until, locale) })}</span>
      )}
    </>
  )
}

function ChannelState({ channel }: { readonly channel: Channel }) {
  const t = useTranslations('channels')
  const countValues = useCountValues()
  const { state, off_reason: reason, failing_since: since, waiting, dead } = channel
  return (
    <span className="flex flex-col items-start gap-1">
      {state === 'on' ? (
        <Badge tone="accent">{t('states.on')}</Badge>
      ) : (
        <Badge tone={reason === 'by_hand' ? 'neutral' : 'danger'}>{t(`states.${reason ?? 'by_hand'}`)}</Badge>
      )}
      {state === 'on' && since !== null && (
        <span className="text-sm text-warn-ink">
          {t('states.troubled')} <Time instant={since} />
        </span>
      )}
      {waiting > 0 && <span className="text-sm text-muted">{t('waiting', countValues(waiting))}</span>}
      {dead > 0 && <span className="text-sm text-danger-ink">{t('dead', countValues(dead))}</span>}
    </span>
  )
}
