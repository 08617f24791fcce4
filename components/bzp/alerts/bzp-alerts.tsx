'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { DeniedPage } from '@/components/layout/denied-page'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button, LinkButton } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { panelQuery } from '@/lib/client/queries'
import { routes } from '@/lib/domain/routes'
import type { PanelOutput } from '@/lib/features/contract'

import { AlertRowsSkeleton } from './alert-columns'
import { AlertDialogs, type AlertDialogsControl, useAlertDialogs } from './alert-dialogs'
import { type AlertOrder, nextOrder, shownAlerts } from './alert-order'
import { AlertsToolbar } from './alerts-toolbar'
import { BzpAlertsTable } from './bzp-alerts-table'
import { ExpectedInbox } from './overlap/expected-inbox'
import { WatchCard } from './watch-card'

/** Matches and messages appear within a minute. */
const REFRESH_MS = 60_000

export function BzpAlerts() {
  const { allowed } = usePermission('bzpAlerts.list')
  return allowed ? <AlertsPage /> : <DeniedPage page="bzpAlerts" />
}

function AlertsPage() {
  const t = useTranslations('bzp-alerts')
  const alerts = useQuery({ ...panelQuery('bzpAlerts.list', {}), refetchInterval: REFRESH_MS })
  const dialogs = useAlertDialogs()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button onClick={() => dialogs.open({ kind: 'import' })}>
              <Icon name="upload" size={14} />
              {t('import')}
            </Button>
            <LinkButton variant="primary" href={routes.bzp}>
              <Icon name="plus" size={14} />
              {t('create')}
            </LinkButton>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {alerts.data?.smtp === false && <Banner tone="warn">{t('noSmtp')}</Banner>}
        <Card>
          <QueryView
            query={alerts}
            contentName={t('what')}
            skeleton={<AlertRowsSkeleton />}
            isEmpty={({ items }) => items.length === 0}
            empty={<NoAlerts dialogs={dialogs} />}
          >
            {(answer) => <AlertList answer={answer} dialogs={dialogs} />}
          </QueryView>
        </Card>
        {alerts.data !== undefined && <ExpectedInbox alerts={alerts.data.items} hasSmtp={alerts.data.smtp} />}
        {alerts.data !== undefined && <WatchCard watch={alerts.data.watch} alerts={alerts.data.items} />}
      </div>
      <AlertDialogs dialogs={dialogs} />
    </>
  )
}

function NoAlerts({ dialogs }: { readonly dialogs: AlertDialogsControl }) {
  const t = useTranslations('bzp-alerts.empty')
  const actions = (
    <>
      <LinkButton variant="primary" href={routes.bzp}>
        {t('search')}
      </LinkButton>
      <Button onClick={() => dialogs.open({ kind: 'import' })}>{t('import')}</Button>
    </>
  )
  return (
    <EmptyState title={t('title')} action={actions}>
      {t('text')}
    </EmptyState>
  )
}

interface AlertListProps {
  readonly answer: PanelOutput<'bzpAlerts.list'>
  readonly dialogs: AlertDialogsControl
}

function AlertList({ answer: { items, smtp, watch }, dialogs }: AlertListProps) {
  const t = useTranslations('bzp-alerts')
  const [q, setQ] = useState('')
  const [order, setOrder] = useState<AlertOrder>({ by: 'name', isDescending: false })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = shownAlerts(items, q, order)
  const choose = (ids: readonly string[], isOn: boolean) =>
    setChosen((now) => new Set([...now].filter((id) => !ids.includes(id)).concat(isOn ? ids : [])))
  return (
    <>
      <AlertsToolbar
        q={q}
        onFind={setQ}
        alerts={items}
        chosen={items.filter(({ id }) => chosen.has(id))}
        onClear={() => setChosen(new Set())}
        dialogs={dialogs}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('noMatch', { q })} />
      ) : (
        <BzpAlertsTable
          alerts={shown}
          watch={watch}
          hasSmtp={smtp}
          order={order}
          onSort={(column) => setOrder((now) => nextOrder(now, column))}
          chosen={chosen}
          onChoose={choose}
          dialogs={dialogs}
        />
      )}
    </>
  )
}
