'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { panelMutation } from '@/lib/client/queries'
import type { SpendAlert } from '@/lib/contract/panel/spend-alerts'
import { isApiError } from '@/lib/domain/api-error'

import { useAlertText } from './use-alert-text'

interface AlertsTableProps {
  readonly alerts: readonly SpendAlert[]
  readonly hasSmtp: boolean
  readonly onEdit: (alert: SpendAlert) => void
  readonly onDelete: (alert: SpendAlert) => void
}

export function AlertsTable({ alerts, ...actions }: AlertsTableProps) {
  const t = useTranslations('alerts')
  return (
    <Table label={t('listTitle')}>
      <TableHead>
        <HeaderCell>{t('columns.rule')}</HeaderCell>
        <HeaderCell>{t('columns.recipients')}</HeaderCell>
        <HeaderCell>{t('columns.language')}</HeaderCell>
        <HeaderCell>{t('columns.state')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} {...actions} />
        ))}
      </TableBody>
    </Table>
  )
}

type RowProps = Omit<AlertsTableProps, 'alerts'> & { readonly alert: SpendAlert }

function AlertRow({ alert, ...actions }: RowProps) {
  const t = useTranslations('alerts')
  const layout = useTranslations('layout.languages')
  const text = useAlertText()
  return (
    <TableRow>
      <Cell isTitle>{text.rule(alert, alert.thresholds)}</Cell>
      <Cell className="break-all">
        {alert.recipients?.join(', ') || t('recipientCount', { count: alert.recipient_count })}
      </Cell>
      <Cell className="text-muted">{layout(alert.language)}</Cell>
      <Cell>
        <Badge tone={alert.enabled ? 'accent' : 'neutral'}>{t(alert.enabled ? 'on' : 'off')}</Badge>
      </Cell>
      <Cell isEnd>
        <RowActions alert={alert} rule={text.rule(alert, alert.thresholds)} {...actions} />
      </Cell>
    </TableRow>
  )
}

function RowActions({ alert, rule, hasSmtp, onEdit, onDelete }: RowProps & { readonly rule: string }) {
  const t = useTranslations('alerts')
  const { reason } = usePermission('spendAlerts.update')
  const test = useTestAlert()
  return (
    <span className="inline-flex gap-1">
      <Button
        size="sm"
        aria-label={t('testNamed', { rule })}
        disabledReason={reason ?? (hasSmtp ? undefined : t('noSmtpShort'))}
        isPending={test.isPending}
        onClick={() => test.mutate({ params: { id: alert.id } })}
      >
        {t('test')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        iconOnly
        aria-label={t('editNamed', { rule })}
        disabledReason={reason}
        onClick={() => onEdit(alert)}
      >
        <Icon name="edit" />
      </Button>
      <Button
        size="sm"
        variant="ghost"
        iconOnly
        aria-label={t('deleteNamed', { rule })}
        disabledReason={reason}
        onClick={() => onDelete(alert)}
      >
        <Icon name="trash" />
      </Button>
    </span>
  )
}

/** Sends the test and says how it went, with the mail server's own words where it refused. */
function useTestAlert() {
  const t = useTranslations('alerts.testing')
  return useMutation({
    ...panelMutation('spendAlerts.test'),
    onSuccess: ({ deliveries }) => {
      const failed = deliveries.filter(({ state }) => state !== 'sent')
      if (failed.length === 0) toast.success(t('sent', { count: deliveries.length }))
      else toast.error(t('refused', { address: failed[0]?.recipient ?? '', error: failed[0]?.error ?? '' }))
    },
    onError: (error) => toast.error(t(isApiError(error) && error.code === 'limit' ? 'tooMany' : 'failed')),
  })
}
