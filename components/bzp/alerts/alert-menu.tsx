'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { RuleMenu } from '@/components/shared/rules/rule-menu'
import type { MenuEntry } from '@/components/ui/overlay/menu'
import { alertMatchesPath } from '@/lib/domain/routes'
import type { BzpAlert } from '@/lib/features/bzp/contract/alerts'

import { searchAddress } from '../filter/search-state'
import type { AlertDialogsControl } from './alert-dialogs'
import { ruleOfAlert } from './saved-alert-draft'
import { saveAlertsFile } from './transfer/export-alerts'

interface AlertMenuProps {
  readonly alert: BzpAlert
  readonly hasSmtp: boolean
  readonly dialogs: AlertDialogsControl
}

export function AlertMenu({ alert, hasSmtp, dialogs }: AlertMenuProps) {
  const t = useTranslations('bzp-alerts.actions')
  const router = useRouter()
  const link = (id: 'matches' | 'search', icon: 'list' | 'search', path: string): MenuEntry => ({
    id,
    label: t(id),
    icon,
    onAction: () => router.push(asRoute(path)),
  })
  return (
    <RuleMenu
      rule={ruleOfAlert(alert)}
      hasSmtp={hasSmtp}
      onAct={(kind) => dialogs.open({ kind, alert })}
      before={[
        link('matches', 'list', alertMatchesPath(alert.id)),
        link('search', 'search', searchAddress(alert.filter, alert.id)),
      ]}
      after={[{ id: 'export', label: t('export'), icon: 'download', onAction: () => saveAlertsFile([alert]) }]}
    />
  )
}
