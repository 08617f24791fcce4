'use client'

import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Badge } from '@/components/ui/badge'
import { useClock } from '@/components/ui/clock'
import { Icon } from '@/components/ui/icon'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Link } from '@/components/ui/link'
import { ResourceTable } from '@/components/ui/resource-table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { alertMatchesPath } from '@/lib/domain/routes'
import type { BzpAlert, BzpWatch } from '@/lib/features/bzp/contract/alerts'

import { alertRowClass, alertTableColumns } from './alert-columns'
import type { AlertDialogsControl } from './alert-dialogs'
import { AlertMenu } from './alert-menu'
import { type AlertColumn, type AlertOrder, silentDays } from './alert-order'
import { FilterChips } from './filter-chips'

const MAX_CHIPS = 6
/** Wraps text that would exceed its half of the row. */
const phoneWrap = 'stacked:whitespace-normal'

interface BzpAlertsTableProps {
  readonly alerts: readonly BzpAlert[]
  readonly watch: BzpWatch
  readonly hasSmtp: boolean
  readonly order: AlertOrder
  readonly onSort: (column: AlertColumn) => void
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (ids: readonly string[], isOn: boolean) => void
  readonly dialogs: AlertDialogsControl
}

export function BzpAlertsTable(props: BzpAlertsTableProps) {
  const { alerts, watch, hasSmtp, order, onSort, chosen, onChoose, dialogs } = props
  const t = useTranslations('bzp-alerts')
  const count = alerts.filter(({ id }) => chosen.has(id)).length
  const selectAll = (
    <Checkbox
      aria-label={t('selectAll')}
      checked={count > 0 && count === alerts.length}
      isIndeterminate={count > 0 && count < alerts.length}
      onChange={(event) =>
        onChoose(
          alerts.map(({ id }) => id),
          event.target.checked,
        )
      }
    />
  )
  const nameOf = (id: keyof typeof alertTableColumns) => {
    if (id === 'select') return selectAll
    return id === 'actions' ? t('columns.actions') : <SortButton column={id} order={order} onSort={onSort} />
  }
  return (
    <ResourceTable
      label={t('title')}
      columns={alertTableColumns}
      nameOf={nameOf}
      order={order}
      rows={alerts}
      keyOf={({ id }) => id}
      row={({ id }) => ({ isSelected: chosen.has(id), className: alertRowClass })}
      cells={(alert) => ({
        select: (
          <Checkbox
            aria-label={t('selectOne', { name: alert.name })}
            checked={chosen.has(alert.id)}
            onChange={(event) => onChoose([alert.id], event.target.checked)}
          />
        ),
        name: (
          <>
            <Link
              href={asRoute(alertMatchesPath(alert.id))}
              className="mb-1 block break-words underline decoration-line underline-offset-2 hover:decoration-current"
            >
              {alert.name}
            </Link>
            <FilterChips filter={alert.filter} max={MAX_CHIPS} />
          </>
        ),
        owner: <OwnerText alert={alert} />,
        delivery: <DeliveryText alert={alert} />,
        found: <FoundText alert={alert} behind={watch.behind.find(({ alert_id: id }) => id === alert.id)} />,
        last: <LastMatch alert={alert} />,
        actions: <AlertMenu alert={alert} hasSmtp={hasSmtp} dialogs={dialogs} />,
      })}
    />
  )
}

interface SortButtonProps extends Pick<BzpAlertsTableProps, 'order' | 'onSort'> {
  readonly column: AlertColumn
}

function SortButton({ column, order, onSort }: SortButtonProps) {
  const t = useTranslations('bzp-alerts')
  const label = t(`columns.${column}`)
  return (
    <button
      type="button"
      title={t('sort', { column: label })}
      onClick={() => onSort(column)}
      className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
    >
      {label}
      {order.by === column && <Icon name={order.isDescending ? 'arrow-down' : 'arrow-up'} size={12} />}
    </button>
  )
}

interface AlertCellProps {
  readonly alert: BzpAlert
}

function OwnerText({ alert: { is_team: isTeam, is_own: isOwn, created_by: by } }: AlertCellProps) {
  const t = useTranslations('bzp-alerts')
  return (
    <>
      {t(isTeam ? 'team' : 'own')}
      {isTeam && !isOwn && (
        <span className="block text-sm wrap-anywhere text-muted">{t('by', { who: by ?? t('byGone') })}</span>
      )}
    </>
  )
}

/** A digest without recipients is not sent. */
const nextMessageOf = ({ target_count: count, next_at: next }: BzpAlert): string | null => (count === 0 ? null : next)

function DeliveryText({ alert }: AlertCellProps) {
  const t = useTranslations('bzp-alerts')
  const save = useTranslations('bzp-save.delivery')
  const countValues = useCountValues()
  const locale = useLocale()
  const now = useClock()
  const { timing, digest_hour: hour, muted_until: muted, target_count: count } = alert
  const next = nextMessageOf(alert)
  const isDigest = timing === 'daily' || timing === 'weekly'
  const name = save(timing)
  return (
    <>
      {isDigest ? t('at', { delivery: name, hour }) : name}
      <span className="block text-sm text-muted">
        {[
          timing !== 'none' && (alert.is_team || count !== 1) && t('recipients', countValues(count)),
          isDigest && next !== null && t('nextDigest', { when: formatDateTime(next, locale) }),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </span>
      {muted !== null && Date.parse(muted) > now && (
        <Badge tone="warn" className={phoneWrap}>
          {t('muted', { when: formatDateTime(muted, locale) })}
        </Badge>
      )}
    </>
  )
}

function FoundText({ alert, behind }: AlertCellProps & { readonly behind: BzpWatch['behind'][number] | undefined }) {
  const t = useTranslations('bzp-alerts')
  const countValues = useCountValues()
  const locale = useLocale()
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 tabular">
      <span>
        <span aria-hidden className="stacked:hidden">
          {formatInteger(alert.match_count, locale)}
        </span>
        <span className="unstacked:sr-only">{t('found', countValues(alert.match_count))}</span>
      </span>
      {alert.new_count > 0 && <Badge tone="accent">{t('new', countValues(alert.new_count))}</Badge>}
      {behind !== undefined && (
        <Badge tone="warn" className={phoneWrap}>
          {t('behind', countValues(behind.missing))}
        </Badge>
      )}
    </span>
  )
}

function LastMatch({ alert }: AlertCellProps) {
  const t = useTranslations('bzp-alerts')
  const locale = useLocale()
  const silent = silentDays(alert, useClock())
  return (
    <>
      {alert.last_match_at === null ? (
        <span className="text-muted">{t('never')}</span>
      ) : (
        <Time instant={alert.last_match_at} format="relative" />
      )}
      {silent !== undefined && (
        <span className="block">
          <Badge tone="warn" className={phoneWrap} title={t('silentHint')}>
            {t('silent', { daysNumber: silent, days: formatInteger(silent, locale) })}
          </Badge>
        </span>
      )}
    </>
  )
}
