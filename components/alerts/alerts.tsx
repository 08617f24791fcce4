'use client'

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button, LinkButton } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonRows } from '@/components/ui/skeleton'
import { panelQuery } from '@/lib/client/queries'
import type { PanelOutput } from '@/lib/contract/panel-table'
import type { SpendAlert } from '@/lib/contract/panel/spend-alerts'
import { routes } from '@/lib/domain/routes'

import { AlertsTable } from './alerts-table'
import { DeleteAlert } from './delete-alert'
import { FiringsTable } from './firings-table'

const AlertDialog = lazyComponent(() => import('./alert-dialog').then((module) => module.AlertDialog))

/** What was reached, and how its e-mails fare, shows within a minute. */
const REFRESH_MS = 60_000

/** Who hears by e-mail when spending reaches a threshold. */
export function Alerts() {
  const t = useTranslations('alerts')
  const { reason } = usePermission('spendAlerts.create')
  const alerts = useQuery({ ...panelQuery('spendAlerts.list', {}), refetchInterval: REFRESH_MS })
  // `null` in it is a new one.
  const [edited, setEdited] = useState<{ readonly alert: SpendAlert | null }>()
  const [deleted, setDeleted] = useState<SpendAlert | null>(null)
  const hasSmtp = alerts.data?.smtp !== false
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <LinkButton href={routes.spendCap}>{t('toCap')}</LinkButton>
            <Button variant="primary" disabledReason={reason} onClick={() => setEdited({ alert: null })}>
              <Icon name="plus" size={14} />
              {t('create')}
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {!hasSmtp && <Banner tone="warn">{t('noSmtp')}</Banner>}
        <Card labelledBy="alerts-title">
          <CardHeader title={t('listTitle')} titleId="alerts-title" />
          <QueryView
            query={alerts}
            what={t('what')}
            skeleton={<SkeletonRows rows={2} />}
            isEmpty={({ items }) => items.length === 0}
            empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
          >
            {({ items }) => (
              <AlertsTable
                alerts={items}
                hasSmtp={hasSmtp}
                onEdit={(alert) => setEdited({ alert })}
                onDelete={setDeleted}
              />
            )}
          </QueryView>
        </Card>
        <FiringsCard alerts={alerts} />
      </div>
      {edited && <AlertDialog alert={edited.alert} onClose={() => setEdited(undefined)} />}
      <DeleteAlert alert={deleted} onClose={() => setDeleted(null)} />
    </>
  )
}

function FiringsCard({ alerts }: { readonly alerts: UseQueryResult<PanelOutput<'spendAlerts.list'>> }) {
  const t = useTranslations('alerts.firings')
  return (
    <Card labelledBy="firings-title">
      <CardHeader title={t('title')} titleId="firings-title" />
      <QueryView
        query={alerts}
        what={t('what')}
        skeleton={<SkeletonRows rows={2} />}
        isEmpty={({ firings }) => firings.length === 0}
        empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
      >
        {({ firings }) => <FiringsTable firings={firings} />}
      </QueryView>
    </Card>
  )
}
