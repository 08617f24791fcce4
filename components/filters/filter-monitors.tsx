'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { QueryFailed } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Link } from '@/components/ui/link'
import { DialogButton } from '@/components/ui/overlay/dialog-button'
import { useCountValues } from '@/components/ui/use-count-values'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { monitorPath, reportsOfFilterPath } from '@/lib/domain/routes'

import type { FilterRecord } from './draft/filter-draft'
import { type MonitorsOfFilter, useMonitorsOfFilter } from './use-monitors-of-filter'
import { useFilterUses } from './uses/use-filter-uses'

const MonitorFilterDialog = lazyComponent(async () => (await import('./monitor-filter-dialog')).MonitorFilterDialog)

interface FilterMonitorsProps {
  readonly filter: FilterRecord
  /** Whether there are unsaved changes, which are not monitored yet. */
  readonly isUnsaved: boolean
}

export function FilterMonitors({ filter, isUnsaved }: FilterMonitorsProps) {
  const t = useTranslations('filters.monitors')
  const { reason } = usePermission('monitors.create')
  const found = useMonitorsOfFilter(filter.id)
  const isWatched = (found.data?.monitors.length ?? 0) > 0
  return (
    <section aria-label={t('label')} className="rounded-md border px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium">{t('title')}</h3>
          <div className="text-sm text-muted">
            {found.error === null ? (
              <FoundMonitors found={found.data} />
            ) : (
              <QueryFailed query={found} contentName={t('what')} />
            )}
            <ReportUses filterId={filter.id} />
          </div>
        </div>
        {found.data !== undefined && !isWatched && (
          <DialogButton
            disabledReason={reason ?? (isUnsaved ? t('saveFirst') : undefined)}
            renderDialog={(close) => <MonitorFilterDialog filter={filter} onClose={close} />}
          >
            {t('action')}
          </DialogButton>
        )}
      </div>
    </section>
  )
}

function FoundMonitors({ found }: { readonly found: MonitorsOfFilter | undefined }) {
  const t = useTranslations('filters.monitors')
  if (found === undefined) return <p>{t('looking')}</p>
  if (found.monitors.length === 0) return <p>{t(found.isComplete ? 'none' : 'unknown')}</p>
  return <MonitorLinks found={found} />
}

const MAX_SHOWN = 5

export function MonitorLinks({ found: { monitors } }: { readonly found: MonitorsOfFilter }) {
  const t = useTranslations('filters.monitors')
  const rest = monitors.length - MAX_SHOWN
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {monitors.slice(0, MAX_SHOWN).map(({ id, label }) => (
        <li key={id} className="min-w-0">
          <Link href={asRoute(monitorPath(id))} className="break-words text-accent-ink underline underline-offset-2">
            {label ? maskPesels(label) : t('unnamed')}
          </Link>
        </li>
      ))}
      {rest > 0 && <li>{t('more', { count: rest })}</li>}
    </ul>
  )
}

/** Shows how many custom reports use the filter, with a link to them. */
function ReportUses({ filterId }: { readonly filterId: string }) {
  const t = useTranslations('filters.uses')
  const countValues = useCountValues()
  const { allowed } = usePermission('reports.list')
  const reports = useFilterUses()?.find(({ id }) => id === filterId)?.reports ?? 0
  if (reports === 0) return null
  const text = t('reportsOrdered', countValues(reports))
  if (!allowed) return <p>{text}</p>
  return (
    <p>
      <Link href={asRoute(reportsOfFilterPath(filterId))} className="text-accent-ink underline underline-offset-2">
        {text}
      </Link>
    </p>
  )
}
