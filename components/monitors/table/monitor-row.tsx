'use client'

import { memo, type MouseEvent } from 'react'

import { classNames } from '@/components/ui/class-names'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Skeleton } from '@/components/ui/skeleton'

import type { ColumnId } from '../columns'
import { type MonitorRecord, monitorName } from '../data/monitor-record'
import { type SelectionStore, useIsSelected } from '../selection/selection-store'
import { cells, SubjectCell } from './monitor-cells'
import { cellClasses, rowClass, rowPosition } from './row-layout'
import { useRowTranslations } from './row-translations'

/** Actions of a row. The functions are stable, so that rows do not re-render. */
export interface RowActions {
  /** `isRange` applies to every row from the last toggled one. */
  readonly onToggle: (id: string, isRange: boolean) => void
  readonly onFocus: (id: string) => void
  readonly onEdit: (id: string) => void
  /** Shift and an arrow: extends the selection from one row to its neighbour, or takes the first one out again. */
  readonly onExtend: (from: string, to: string) => void
}

export interface MonitorRowProps {
  readonly monitor: MonitorRecord
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  readonly height: number
  /** True for the row with the keyboard focus. */
  readonly isActive: boolean
  readonly columns: readonly ColumnId[]
  readonly store: SelectionStore
  readonly actions: RowActions
}

/** Prevents a shift-click from selecting text. */
const preventTextSelection = (event: MouseEvent) => event.shiftKey && event.preventDefault()
const isShift = (event: Event): boolean => event instanceof globalThis.MouseEvent && event.shiftKey

function Row({ monitor, index, top, height, isActive, columns, store, actions }: MonitorRowProps) {
  const { row: t } = useRowTranslations()
  const { id } = monitor
  const isSelected = useIsSelected(store, id)
  const name = monitorName({ ...monitor, identifier_value: null }) ?? monitor.identifier_type ?? t('unnamed')
  const hasLabel = columns.includes('label')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-id={id}
      onFocus={() => actions.onFocus(id)}
      onMouseDown={preventTextSelection}
      style={rowPosition(top, height)}
      className={classNames(rowClass, isSelected ? 'bg-accent-soft/50' : 'hover:bg-hover/60')}
    >
      <div role="gridcell" className="grid h-full place-items-center pl-1 two-line:row-span-2">
        <Checkbox
          aria-label={t('select', { name })}
          tabIndex={-1}
          checked={isSelected}
          onChange={(event) => actions.onToggle(id, isShift(event.nativeEvent))}
          className="justify-center px-1.5"
        />
      </div>
      {columns.map((column) => {
        const Cell = column === 'subject' && hasLabel ? SubjectCell : cells[column]
        return (
          <div key={column} role="gridcell" className={cellClasses[column]}>
            <Cell monitor={monitor} />
          </div>
        )
      })}
      <div role="gridcell" className="grid h-full place-items-center two-line:col-start-4 two-line:row-start-1">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('edit', { name })}
          onClick={() => actions.onEdit(id)}
          className="grid pencil size-6 place-items-center rounded-sm text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 pointer-coarse:opacity-100"
        />
      </div>
    </div>
  )
}

export const MonitorRow = memo(Row)

/** A placeholder for a row that is not loaded yet, so that the scrollbar has its final size from the start. */
export function PendingRow({ index, top, height }: Pick<MonitorRowProps, 'index' | 'top' | 'height'>) {
  const { row: t } = useRowTranslations()
  return (
    <div role="row" aria-rowindex={index + 2} style={rowPosition(top, height)} className={rowClass}>
      <div role="gridcell" className="col-span-2 pl-[3.25rem]">
        <Skeleton className="h-3.5 w-2/3" />
        <span className="sr-only">{t('loading')}</span>
      </div>
    </div>
  )
}
