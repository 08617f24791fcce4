'use client'

import { useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'

import { type ColumnId, isSortable, type MonitorSortKey } from '../columns'
import type { MonitorSort } from '../search/monitor-search'
import { nextMonitorSort } from '../search/next-sort'
import { cellClasses, rowGrid } from './row-layout'

export interface HeaderRowProps {
  readonly columns: readonly ColumnId[]
  readonly sort: MonitorSort | undefined
  readonly onSort: (sort: MonitorSort | undefined) => void
}

const ariaSort = { true: 'descending', false: 'ascending' } as const

export function HeaderRow({ columns, sort, onSort }: HeaderRowProps) {
  const t = useTranslations('monitors.columns')
  return (
    <div role="rowgroup" className="sticky top-12 z-10 two-line:sr-only">
      <div role="row" aria-rowindex={1} className={classNames(rowGrid, 'border-b bg-card py-1 text-sm text-muted')}>
        <span role="columnheader">
          <span className="sr-only">{t('select')}</span>
        </span>
        {columns.map((id) => (
          <span
            key={id}
            role="columnheader"
            aria-sort={sort?.by === id ? ariaSort[`${sort.isDescending}`] : undefined}
            className={classNames('truncate', cellClasses[id])}
          >
            {isSortable(id) ? <SortButton id={id} sort={sort} onSort={onSort} /> : t(id)}
          </span>
        ))}
        <span role="columnheader">
          <span className="sr-only">{t('actions')}</span>
        </span>
      </div>
    </div>
  )
}

interface SortButtonProps extends Pick<HeaderRowProps, 'sort' | 'onSort'> {
  readonly id: MonitorSortKey
}

function SortButton({ id, sort, onSort }: SortButtonProps) {
  const t = useTranslations('monitors.columns')
  const isOn = sort?.by === id
  return (
    <button
      type="button"
      onClick={() => onSort(nextMonitorSort(sort, id))}
      className={classNames(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm hover:text-ink',
        isOn && 'font-medium text-ink',
      )}
    >
      <span className="truncate">{t(id)}</span>
      <Icon
        name={isOn ? (sort.isDescending ? 'arrow-down' : 'arrow-up') : 'chevron-updown'}
        size={12}
        className="shrink-0"
      />
    </button>
  )
}
