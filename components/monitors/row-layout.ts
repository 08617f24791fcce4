import type { CSSProperties } from 'react'

import { classNames } from '@/components/ui/class-names'

/** In the order in which they stand. */
export const columnIds = ['subject', 'label', 'identifier', 'tags', 'source', 'event', 'created'] as const
export type ColumnId = (typeof columnIds)[number]
export const defaultColumns: readonly ColumnId[] = ['subject', 'identifier', 'tags', 'source', 'event']

const widths: Readonly<Record<ColumnId, string>> = {
  subject: 'minmax(8rem,2.4fr)',
  label: 'minmax(0,1.4fr)',
  // A masked PESEL and the button that reveals it fit.
  identifier: 'minmax(11.75rem,1.2fr)',
  tags: 'minmax(0,1.6fr)',
  source: '6.75rem',
  event: '8.5rem',
  created: '7rem',
}

/** The chosen columns between the checkbox and the row's button, for every row of the grid to read. */
export const gridStyle = (columns: readonly ColumnId[]): CSSProperties => ({
  // Sound: a custom property, which React passes on as it is.
  ['--monitor-columns' as string]: ['2.75rem', ...columns.map((id) => widths[id]), '2.5rem'].join(' '),
})

/** Without room two lines: who and when above, identifier and tags below. */
export const rowGrid =
  'grid grid-cols-(--monitor-columns) items-center two-line:grid-cols-[2.75rem_minmax(0,1fr)_auto_2.5rem] two-line:grid-rows-2'

export const cellClass: Readonly<Record<ColumnId, string>> = {
  subject: 'px-2',
  label: 'px-2 two-line:hidden',
  identifier:
    'px-2 two-line:row-start-2 two-line:col-span-2 two-line:col-start-2 two-line:max-w-[45vw] two-line:text-sm',
  tags: 'px-2 two-line:row-start-2 two-line:col-span-2 two-line:col-start-2 two-line:max-w-[32vw] two-line:justify-self-end',
  source: 'px-2 two-line:hidden',
  event: 'px-2 text-right text-muted tabular two-line:col-start-3 two-line:row-start-1',
  created: 'px-2 text-right text-muted tabular two-line:hidden',
}

/** Rows stand where the list's scroll position says, so that any part of it can be in the page. */
export const rowClass = classNames(rowGrid, 'group absolute inset-x-0 top-0 border-b text-left outline-offset-[-2px]')
export const rowPlace = (top: number, height: number) => ({ transform: `translateY(${top}px)`, height })
