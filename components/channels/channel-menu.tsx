'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useAction } from '@/components/layout/use-action'
import type { MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import { routes } from '@/lib/domain/routes'
import type { Channel } from '@/lib/features/channels/contract'

import type { ChannelAction } from './channel-dialogs'

interface ChannelMenuProps {
  readonly channel: Channel
  readonly onAction: (action: ChannelAction) => void
}

export function ChannelMenu(props: ChannelMenuProps) {
  const t = useTranslations('channels.menu')
  const groups = [useUseGroup(props), useSentGroup(props), useRemoveGroup(props)]
  return <RowMenu label={t('label', { name: props.channel.name })} groups={groups} />
}

function useDenied({ may_change: mayChange }: Channel): string | undefined {
  const t = useTranslations('channels')
  return mayChange ? undefined : t('denied')
}

function useUseGroup({ channel, onAction }: ChannelMenuProps): MenuGroup {
  const t = useTranslations('channels.menu')
  const denied = useDenied(channel)
  const changed = useTranslations('channels.changed')
  const { id, name, state } = channel
  const stateUpdate = useAction('channels.update', {
    done: ({ name: newName, state: newState }) => changed(newState, { name: newName }),
    failed: changed('failed'),
  })
  const entry = (kind: 'edit' | 'test' | 'rotate') => ({
    id: kind,
    label: t(kind),
    disabledReason: denied,
    onAction: () => onAction({ kind, channel }),
  })
  const toggle = {
    id: 'turn',
    label: t(state === 'on' ? 'turnOff' : 'turnOn'),
    disabledReason: denied,
    onAction: () => stateUpdate.mutate({ params: { id }, body: { name, state: state === 'on' ? 'off' : 'on' } }),
  }
  return {
    id: 'use',
    entries: [entry('test'), entry('edit'), ...(channel.kind === 'webhook' ? [entry('rotate')] : []), toggle],
  }
}

function useSentGroup({ channel, onAction }: ChannelMenuProps): MenuGroup {
  const t = useTranslations('channels.menu')
  const words = useTranslations('channels')
  const router = useRouter()
  const denied = useDenied(channel)
  const replay = {
    id: 'replay',
    label: t('replay'),
    disabledReason: denied ?? (channel.state === 'on' ? undefined : words('states.by_hand')),
    onAction: () => onAction({ kind: 'replay', channel }),
  }
  const deliveries = {
    id: 'deliveries',
    label: t('deliveries'),
    onAction: () => router.push(asRoute(`${routes.notificationDeliveries}?channel=${channel.id}`)),
  }
  return { id: 'sent', entries: channel.dead > 0 ? [deliveries, replay] : [deliveries] }
}

function useRemoveGroup({ channel, onAction }: ChannelMenuProps): MenuGroup {
  const t = useTranslations('channels.menu')
  const denied = useDenied(channel)
  return {
    id: 'remove',
    entries: [
      {
        id: 'delete',
        label: t('delete'),
        icon: 'trash',
        tone: 'danger',
        disabledReason: denied,
        onAction: () => onAction({ kind: 'delete', channel }),
      },
    ],
  }
}
