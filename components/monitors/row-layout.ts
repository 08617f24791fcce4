import { classNames } from '@/components/ui/class-names'

export const columnIds = ['subject', 'identifier', 'tags', 'source', 'event'] as const
export type ColumnId = (typeof columnIds)[number]

/** Five columns and the checkbox; on phones two lines: who and when above, identifier and tags below. */
export const rowGrid =
  'grid grid-cols-[2.75rem_minmax(0,2.4fr)_minmax(0,1.2fr)_minmax(0,1.6fr)_6.75rem_9rem] items-center max-sm:grid-cols-[2.75rem_minmax(0,1fr)_auto] max-sm:grid-rows-2'

export const cellClass: Readonly<Record<ColumnId, string>> = {
  subject: 'px-2',
  identifier: 'px-2 max-sm:row-start-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:max-w-[45vw] max-sm:text-sm',
  tags: 'px-2 max-sm:row-start-2 max-sm:col-span-2 max-sm:col-start-2 max-sm:max-w-[42vw] max-sm:justify-self-end max-sm:pr-4',
  source: 'px-2 max-sm:hidden',
  event: 'px-2 pr-4 text-right text-muted tabular max-sm:col-start-3 max-sm:row-start-1',
}

export const isColumnId = (id: string): id is ColumnId => columnIds.some((known) => known === id)

/** Rows stand where the list's scroll position says, so that any part of it can be in the page. */
export const rowClass = classNames(rowGrid, 'absolute inset-x-0 top-0 border-b text-left outline-offset-[-2px]')
export const rowPlace = (top: number, height: number) => ({ transform: `translateY(${top}px)`, height })
