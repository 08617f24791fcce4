'use client'

import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Icon } from '@/components/ui/icon'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatTime } from '@/lib/domain/format'

import { type SelectionStore, useSelection } from './selection-store'
import type { BulkJobs } from './use-bulk-job'
import type { MonitorList } from './use-monitor-list'
import { useOutsideCount } from './use-outside-count'
import { toTagged } from './use-row-selection'

interface SelectionBarProps {
  readonly store: SelectionStore
  readonly data: MonitorList
  readonly jobs: BulkJobs
  readonly onSelectAll: () => void
  /** Why nothing stays of "all matching", once, after the list changed under it. */
  readonly notice: string | undefined
  /** What can be done with the selection. */
  readonly children: ReactNode
}

/** Always there, so that the first click moves no row from under the pointer. */
export function SelectionBar({ store, data, jobs, onSelectAll, notice, children }: SelectionBarProps) {
  const { job, cancel } = jobs
  if (job) {
    return (
      <Bar>
        <div className="min-w-0 flex-1 px-1">
          <Progress {...job} onCancel={cancel} />
        </div>
      </Bar>
    )
  }
  return (
    <Bar>
      <LoadedRowsBox store={store} data={data} />
      <SelectionText store={store} data={data} onSelectAll={onSelectAll} notice={notice} />
      <div className="ml-auto flex shrink-0 gap-1.5">{children}</div>
    </Bar>
  )
}

const Bar = ({ children }: { readonly children: ReactNode }) => (
  <div className="sticky top-0 z-20 flex h-12 items-center gap-2 rounded-t-lg border-b bg-side pr-3 pl-1">
    {children}
  </div>
)

function LoadedRowsBox({ store, data }: Pick<SelectionBarProps, 'store' | 'data'>) {
  const t = useTranslations('monitors.selection')
  const { chosen } = useSelection(store)
  const { monitors } = data
  const isAll = useMemo(
    () => monitors.length > 0 && chosen.size >= monitors.length && monitors.every(({ id }) => chosen.has(id)),
    [monitors, chosen],
  )
  return (
    <Checkbox
      aria-label={t('loadedRows')}
      checked={isAll}
      isIndeterminate={!isAll && chosen.size > 0}
      onChange={() => store.set(monitors.map(toTagged), !isAll)}
      className="w-10 justify-center"
    />
  )
}

type TextProps = Pick<SelectionBarProps, 'store' | 'data' | 'onSelectAll' | 'notice'>

function SelectionText({ store, data, onSelectAll, notice }: TextProps) {
  const t = useTranslations('monitors.selection')
  const counted = useCountValues()
  const selection = useSelection(store)
  const outside = useOutsideCount(selection, data.monitors)
  const { chosen, allSince } = selection
  if (chosen.size === 0) {
    return (
      <p role="status" className="min-w-0 truncate text-sm text-muted">
        {notice ?? t('hint')}
      </p>
    )
  }
  const { total } = data
  const note =
    allSince === undefined
      ? outside > 0 && t('outside', counted(outside))
      : t('allSince', { time: formatTime(allSince) })
  return (
    <div className="flex min-w-0 items-center gap-x-2.5 overflow-hidden">
      <p role="status" className="shrink-0 font-semibold whitespace-nowrap tabular">
        {t('count', counted(chosen.size))}
      </p>
      {note !== false && <span className="truncate text-sm text-muted max-sm:hidden">{note}</span>}
      {total !== undefined && total > 0 && allSince === undefined && (
        <button
          type="button"
          onClick={onSelectAll}
          className="truncate rounded-sm text-accent-ink underline underline-offset-2"
        >
          <span className="max-sm:hidden">{t('all', counted(total))}</span>
          <span className="sm:hidden">{t('allShort')}</span>
        </button>
      )}
      <Button variant="ghost" size="sm" iconOnly aria-label={t('clear')} title={t('clear')} onClick={store.clear}>
        <Icon name="close" size={14} />
      </Button>
    </div>
  )
}
