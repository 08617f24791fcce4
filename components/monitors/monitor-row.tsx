'use client'

import { flexRender } from '@tanstack/react-table'
import { memo, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/checkbox'
import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/skeleton'

import type { MonitorRowModel } from './monitor-columns'
import { nameOf } from './monitor-record'
import { cellClass, isColumnId, rowClass, rowPlace } from './row-layout'
import { type SelectionStore, useIsSelected } from './selection-store'

export interface MonitorRowProps {
  readonly row: MonitorRowModel
  readonly index: number
  /** Pixels from the top of the list. */
  readonly top: number
  readonly height: number
  /** The row that the keyboard is on. */
  readonly isActive: boolean
  readonly store: SelectionStore
  /** `isRange`: everything from the row that was toggled last. */
  readonly onToggle: (index: number, isRange: boolean) => void
  readonly onFocus: (index: number) => void
}

/** Shift and click would select text. */
const keepText = (event: MouseEvent) => event.shiftKey && event.preventDefault()
const isShift = (event: Event): boolean => event instanceof globalThis.MouseEvent && event.shiftKey

function Row({ row, index, top, height, isActive, store, onToggle, onFocus }: MonitorRowProps) {
  const t = useTranslations('monitors.row')
  const isSelected = useIsSelected(store, row.original.id)
  const name = nameOf({ ...row.original, identifier_value: null }) ?? row.original.identifier_type ?? t('unnamed')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      onFocus={() => onFocus(index)}
      onMouseDown={keepText}
      style={rowPlace(top, height)}
      className={classNames(rowClass, isSelected ? 'bg-accent-soft/50' : 'hover:bg-hover/60')}
    >
      <div role="gridcell" className="grid h-full place-items-center pl-1 max-sm:row-span-2">
        <Checkbox
          aria-label={t('select', { name })}
          tabIndex={-1}
          checked={isSelected}
          onChange={(event) => onToggle(index, isShift(event.nativeEvent))}
          className="justify-center p-1.5"
        />
      </div>
      {row.getAllCells().map((cell) => (
        <div
          key={cell.id}
          role="gridcell"
          className={classNames('min-w-0', isColumnId(cell.column.id) && cellClass[cell.column.id])}
        >
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
        </div>
      ))}
    </div>
  )
}

/**
 * A page that arrives makes new row models for all rows, but keeps the records: only a row whose record, place or focus
 * changed renders again.
 */
export const MonitorRow = memo(
  Row,
  (before, after) =>
    before.row.original === after.row.original &&
    before.top === after.top &&
    before.height === after.height &&
    before.isActive === after.isActive &&
    before.onToggle === after.onToggle &&
    before.onFocus === after.onFocus,
)

/** Stands for a row that is not loaded yet, so that the scrollbar tells the truth from the start. */
export function PendingRow({ index, top, height }: Pick<MonitorRowProps, 'index' | 'top' | 'height'>) {
  const t = useTranslations('monitors.row')
  return (
    <div role="row" aria-rowindex={index + 2} style={rowPlace(top, height)} className={rowClass}>
      <div role="gridcell" className="col-span-2 pl-[3.25rem]">
        <Skeleton className="h-3.5 w-2/3" />
        <span className="sr-only">{t('loading')}</span>
      </div>
    </div>
  )
}
