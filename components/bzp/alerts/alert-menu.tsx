'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useMuteGroup, useRuleDenied, useSendGroup } from '@/components/shared/rules/use-rule-groups'
import type { MenuEntry, MenuGroup } from '@/components/ui/overlay/menu'
import { RowMenu } from '@/components/ui/overlay/row-menu'
import type { BzpFilter } from '@/lib/contract/bzp'
import type { BzpAlert } from '@/lib/contract/panel/bzp-alerts'
import { alertMatchesPath, routes } from '@/lib/domain/routes'

import { writeFilter } from '../filter/alert-filter'
import { EDITED_ALERT, isAddressable } from '../filter/search-state'
import { ruleOfAlert } from './saved-alert-draft'
import { saveAlertsFile } from './transfer/export-alerts'
import type { AlertDialogsControl } from './use-alert-dialogs'

interface AlertMenuProps {
  readonly alert: BzpAlert
  readonly hasSmtp: boolean
  readonly dialogs: AlertDialogsControl
}

/** Everything that can be done with one alert. */
export function AlertMenu(props: AlertMenuProps) {
  const t = useTranslations('bzp-alerts.actions')
  const { alert, hasSmtp, dialogs } = props
  const rule = ruleOfAlert(alert)
  const mute = useMuteGroup(rule, () => dialogs.open({ kind: 'mute', alert }))
  const file: MenuEntry = {
    id: 'export',
    label: t('export'),
    icon: 'download',
    onAction: () => saveAlertsFile([alert]),
  }
  const send = useSendGroup(rule, { hasSmtp, onNotices: () => dialogs.open({ kind: 'sends', alert }), more: [file] })
  const groups = [useShowGroup(props), mute, send, useRemoveGroup(props)]
  return <RowMenu label={t('menu', { name: props.alert.name })} groups={groups} />
}

function useShowGroup({ alert, dialogs }: AlertMenuProps): MenuGroup {
  const t = useTranslations('bzp-alerts.actions')
  const router = useRouter()
  const denied = useRuleDenied(ruleOfAlert(alert))
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
        disabledReason: useRuleDenied(ruleOfAlert(alert)),
        onAction: () => dialogs.open({ kind: 'delete', alert }),
      },
    ],
  }
}

/** The search page with an alert's filter; with the alert alone where the filter is too long for an address. */
function searchAddress(filter: BzpFilter, alert: string): string {
  const params = new URLSearchParams(writeFilter(filter))
  params.set(EDITED_ALERT, alert)
  const search = `?${params.toString()}`
  return `${routes.bzp}${isAddressable(search) ? search : `?${EDITED_ALERT}=${alert}`}`
}
