import type { CSSProperties } from 'react'

import { classNames } from '@/components/ui/class-names'
import { recordOf } from '@/lib/domain/collections/record-of'

import { type ColumnId, columnIds, listColumns } from '../columns'

/** The grid tracks of the chosen columns between the checkbox and the row's button. */
export const gridStyle = (columns: readonly ColumnId[]): CSSProperties => ({
  // Safe: React passes on a custom property unchanged.
  ['--monitor-columns' as string]: ['2.75rem', ...columns.map((id) => listColumns[id].width), '2.5rem'].join(' '),
})

/** On narrow screens a row has two lines: name and time above, identifier and tags below. */
export const rowGrid =
  'grid grid-cols-(--monitor-columns) items-center two-line:grid-cols-[2.75rem_minmax(0,1fr)_auto_2.5rem] two-line:grid-rows-2'

export const cellClasses = recordOf(columnIds, (id) => {
  const { className, phone } = listColumns[id]
  return classNames('min-w-0', className, phone)
})

/** Rows are positioned absolutely, so that any part of the list can be mounted. */
export const rowClass = classNames(rowGrid, 'group absolute inset-x-0 top-0 border-b text-left outline-offset-[-2px]')
export const rowPosition = (top: number, height: number) => ({ transform: `translateY(${top}px)`, height })
