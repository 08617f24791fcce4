'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import type { MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { addDays, startOfDay, warsawDay } from '@/lib/domain/calendar'
import { alertMatchesPath } from '@/lib/domain/routes'
import { serverNow } from '@/lib/domain/server-clock'

import { searchAddress } from './search-address'
import { saveAlertsFile } from './transfer/export-alerts'
import { useMuteAlert, useTestAlertMail } from './use-alert-changes'
import type { AlertDialogsControl } from './use-alert-dialogs'
import { useChangeDenied } from './use-change-denied'

interface AlertMenuProps {
  readonly alert: BzpAlert
  readonly hasSmtp: boolean
  readonly dialogs: AlertDialogsControl
}

/** Everything that can be done with one alert. */
export function AlertMenu(props: AlertMenuProps) {
  const t = useTranslations('bzp-alerts.actions')
  const groups = [useShowGroup(props), useMuteGroup(props), useMailGroup(props), useRemoveGroup(props)]
  return <RowMenu label={t('menu', { name: props.alert.name })} groups={groups} />
}

function useShowGroup({ alert, dialogs }: AlertMenuProps): MenuGroup {
  const t = useTranslations('bzp-alerts.actions')
  const router = useRouter()
  const denied = useChangeDenied()(alert)
  return {
    id: 'show',
    entries: [
      {
        id: 'matches',
        label: t('matches'),
        icon: 'list',
        onAction: () => router.push(asRoute(alertMatchesPath(alert.id))),
      },
      {
        id: 'search',
        label: t('search'),
        icon: 'search',
        onAction: () => router.push(asRoute(searchAddress(alert.filter, alert.id))),
      },
      {
        id: 'edit',
        label: t('edit'),
        icon: 'edit',
        disabledReason: denied,
        onAction: () => dialogs.open({ kind: 'edit', alert }),
      },
      {
        id: 'duplicate',
        label: t('duplicate'),
        icon: 'copy',
        onAction: () => dialogs.open({ kind: 'duplicate', alert }),
      },
    ],
  }
}

const HOUR_MS = 3_600_000
const MORNING = 7

/** Seven in the morning in Warsaw, so many days from today. */
function morningIn(days: number): string {
  const day = addDays(warsawDay(new Date(serverNow())), days)
  return new Date(startOfDay(day).getTime() + MORNING * HOUR_MS).toISOString()
}

function useMuteGroup({ alert, dialogs }: AlertMenuProps): MenuGroup {
  const t = useTranslations('bzp-alerts.actions')
  const { mute } = useMuteAlert()
  const denied = useChangeDenied()(alert)
  const entry = (id: 'muteHour' | 'muteDay' | 'muteWeek' | 'unmute', until: () => string | null) => ({
    id,
    label: t(id),
    disabledReason: denied,
    onAction: () => void mute(alert, until()),
  })
  const choices = [
    entry('muteHour', () => new Date(serverNow() + HOUR_MS).toISOString()),
    entry('muteDay', () => morningIn(1)),
    entry('muteWeek', () => morningIn(7)),
    {
      id: 'muteUntil',
      label: t('muteUntil'),
      disabledReason: denied,
      onAction: () => dialogs.open({ kind: 'mute', alert }),
    },
  ]
  const isMuted = alert.muted_until !== null && Date.parse(alert.muted_until) > serverNow()
  return { id: 'mute', title: t('mute'), entries: isMuted ? [entry('unmute', () => null), ...choices] : choices }
}

function useMailGroup({ alert, hasSmtp, dialogs }: AlertMenuProps): MenuGroup {
  const t = useTranslations('bzp-alerts')
  const test = useTestAlertMail()
  const denied = useChangeDenied()(alert)
  return {
    id: 'mail',
    entries: [
      {
        id: 'test',
        label: t('actions.test'),
        disabledReason: denied ?? (hasSmtp ? undefined : t('noSmtpShort')),
        onAction: () => test.mutate({ params: { id: alert.id } }),
      },
      { id: 'sends', label: t('actions.sends'), icon: 'clock', onAction: () => dialogs.open({ kind: 'sends', alert }) },
      { id: 'export', label: t('actions.export'), icon: 'download', onAction: () => saveAlertsFile([alert]) },
    ],
  }
}

function useRemoveGroup({ alert, dialogs }: AlertMenuProps): MenuGroup {
  const t = useTranslations('bzp-alerts.actions')
  return {
    id: 'remove',
    entries: [
      {
        id: 'delete',
        label: t('delete'),
        icon: 'trash',
        tone: 'danger',
        disabledReason: useChangeDenied()(alert),
        onAction: () => dialogs.open({ kind: 'delete', alert }),
      },
    ],
  }
}
