'use client'

import { useTranslations } from 'use-intl'

import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'
import type { BzpAlert, BzpWatch } from '@/lib/contract/panel/bzp-alerts'

import { type AlertColumn, alertColumns, type AlertOrder } from './alert-order'
import { AlertRow } from './alert-row'
import type { AlertDialogsControl } from './use-alert-dialogs'

interface BzpAlertsTableProps {
  readonly alerts: readonly BzpAlert[]
  readonly watch: BzpWatch
  readonly hasSmtp: boolean
  readonly order: AlertOrder
  readonly onSort: (by: AlertColumn) => void
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[], isOn: boolean) => void
  readonly dialogs: AlertDialogsControl
}

/** The saved alerts, one a row. */
export function BzpAlertsTable({ alerts, watch, order, onSort, chosen, onChoose, ...row }: BzpAlertsTableProps) {
  const t = useTranslations('bzp-alerts')
  const count = alerts.filter(({ id }) => chosen.has(id)).length
  const ids = alerts.map(({ id }) => id)
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell className="w-10">
          <Checkbox
            aria-label={t('selectAll')}
            checked={count > 0 && count === alerts.length}
            isIndeterminate={count > 0 && count < alerts.length}
            onChange={(event) => onChoose(ids, event.target.checked)}
          />
        </HeaderCell>
        {alertColumns.map((column) => (
          <SortHeader key={column} column={column} order={order} onSort={onSort} />
        ))}
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {alerts.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            behind={watch.behind.find(({ alert_id: id }) => id === alert.id)}
            isChosen={chosen.has(alert.id)}
            onChoose={(isOn) => onChoose([alert.id], isOn)}
            {...row}
          />
        ))}
      </TableBody>
    </Table>
  )
}

interface SortHeaderProps extends Pick<BzpAlertsTableProps, 'order' | 'onSort'> {
  readonly column: AlertColumn
}

function SortHeader({ column, order, onSort }: SortHeaderProps) {
  const t = useTranslations('bzp-alerts')
  const isSorted = order.by === column
  const label = t(`columns.${column}`)
  return (
    <HeaderCell aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        title={t('sort', { column: label })}
        onClick={() => onSort(column)}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
      >
        {label}
        {isSorted && <Icon name={order.isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
      </button>
    </HeaderCell>
  )
}
