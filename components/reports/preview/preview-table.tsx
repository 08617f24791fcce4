'use client'

import type { VirtualItem } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { rowStep } from '@/components/ui/rows/row-step'
import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'
import { Skeleton } from '@/components/ui/skeleton'
import { formatDate, formatInteger } from '@/lib/domain/format/format'
import type { PreviewRow } from '@/lib/features/report-preview/contract'

import { columnWidth } from './preview-columns'
import type { PreviewState, PreviewWindow } from './preview-messages'
import { useColumnWords } from './use-column-words'

/** In pixels. */
const PREVIEW_ROW_HEIGHT = 36

interface PreviewGridRowProps {
  readonly row: PreviewRow | undefined
  readonly index: number
  /** Its position among all matches. */
  readonly position: number
  readonly top: number
  readonly template: string
  readonly columns: readonly string[]
  /** The names of all columns, in the order of a row's cells. */
  readonly allColumns: readonly string[]
  readonly isActive: boolean
  readonly onFocus: (index: number) => void
}

/** One row of the grid; `data-row` contains its index. */
function PreviewGridRow({
  row,
  index,
  position,
  top,
  template,
  columns,
  allColumns,
  isActive,
  onFocus,
}: PreviewGridRowProps) {
  const t = useTranslations('report-preview')
  const locale = useLocale()
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={position + 2}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onFocus(index)}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template, height: PREVIEW_ROW_HEIGHT }}
      className="absolute inset-x-0 top-0 grid cursor-pointer items-center border-b hover:bg-hover/60 focus-visible:bg-hover focus-visible:outline-2 focus-visible:outline-offset-[-2px]"
    >
      <span role="gridcell" className="px-2 pl-4 text-right text-sm text-muted tabular">
        {row && formatInteger(row.row, locale)}
      </span>
      {row?.fault === undefined ? (
        columns.map((name) => (
          <GridCell key={name} name={name} text={row?.cells[allColumns.indexOf(name)]} isLoaded={!!row} />
        ))
      ) : (
        <span role="gridcell" aria-colspan={columns.length} className="col-span-full col-start-2 px-2 text-warn-ink">
          {t(`faults.${row.fault}`)}
        </span>
      )}
    </div>
  )
}

interface GridCellProps {
  readonly name: string
  readonly text: string | null | undefined
  readonly isLoaded: boolean
}

const isDay = (name: string, text: string): boolean => name.endsWith('_date') && /^\d{4}-\d{2}-\d{2}$/.test(text)

function GridCell({ name, text, isLoaded }: GridCellProps) {
  const locale = useLocale()
  if (!isLoaded) {
    return (
      <span role="gridcell" className="px-2">
        <Skeleton className="h-3" />
      </span>
    )
  }
  const shown = text ? (isDay(name, text) ? formatDate(text, locale) : text) : ''
  return (
    <span
      role="gridcell"
      lang="pl"
      className={classNames('truncate px-2', /date|krs|nip|pesel/.test(name) && 'tabular')}
    >
      {shown}
    </span>
  )
}

/** Browsers render nothing beyond about 17 million pixels, so a longer list is split into sections. */
export const SECTION_ROWS = 200_000
const NUMBER_WIDTH = 76
/** Rows that Page Up and Page Down move by, about one window. */
const LEAP = 12

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !ctrlKey && !metaKey && !altKey
const isOnRow = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.role === 'row'

interface PreviewTableProps {
  readonly state: PreviewState
  readonly window: PreviewWindow
  /** Index of the first row of the section. */
  readonly start: number
  readonly columns: readonly string[]
  readonly onShow: (from: number, to: number) => void
  readonly onOpen: (row: PreviewRow) => void
}

/** -1 if no row was clicked. */
function clickedRow({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return Number(row?.dataset['row'] ?? -1)
}

function layoutOf(columns: readonly string[]) {
  const widths = [NUMBER_WIDTH, ...columns.map(columnWidth)]
  return { template: widths.map((each) => `${each}px`).join(' '), width: widths.reduce((sum, each) => sum + each, 0) }
}

function useVisibleRows(items: readonly VirtualItem[], start: number, onShow: PreviewTableProps['onShow']): void {
  const from = start + (items[0]?.index ?? 0)
  const to = start + (items.at(-1)?.index ?? 0) + 1
  useEffect(() => onShow(from, to), [from, to, onShow])
}

/** Rows as a grid in a scrolling box: only the visible ones are mounted and in the page's memory. */
export function PreviewTable({ state, window: shown, start, columns, onShow, onOpen }: PreviewTableProps) {
  const t = useTranslations('report-preview')
  const [active, setActive] = useState(0)
  const count = Math.min(Math.max(0, state.count - start), SECTION_ROWS)
  const { ref, virtualizer, items, height } = useVirtualRows({
    count,
    rowHeight: PREVIEW_ROW_HEIGHT,
    overscan: 10,
    covered: PREVIEW_ROW_HEIGHT,
    initialSize: { width: 1000, height: 600 },
  })
  useVisibleRows(items, start, onShow)
  const rowAt = (index: number) => shown.rows[start + index - shown.from]
  const activeRow = Math.min(active, Math.max(0, count - 1))

  const move = (index: number) => {
    setActive(index)
    virtualizer.scrollToIndex(index)
    // The row may only be mounted by this update, so it is focused in the next frame.
    requestAnimationFrame(() => ref.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus())
  }
  const open = (row: PreviewRow | undefined) => row !== undefined && onOpen(row)
  // One row is in the tab order; arrows, page keys, Home and End move it, Enter and space open it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPlain(event) || !isOnRow(event)) return
    const next = rowStep(event.key, { active: activeRow, last: count - 1, leap: LEAP })
    if (event.key === 'Enter' || event.key === ' ') open(rowAt(activeRow))
    else if (next === undefined) return
    else move(next)
    event.preventDefault()
  }
  const { template, width } = layoutOf(columns)
  return (
    <div ref={ref} className="relative h-[min(70vh,48rem)] overflow-auto">
      <div
        role="grid"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onClick={(event) => open(rowAt(clickedRow(event)))}
        className="outline-none"
        aria-label={t('table')}
        aria-rowcount={state.end?.why === 'whole' ? state.count + 1 : -1}
        aria-colcount={columns.length + 1}
        aria-busy={state.isReading}
        style={{ width, minWidth: '100%' }}
      >
        <ColumnNames columns={columns} template={template} />
        <div role="rowgroup" className="relative" style={{ height }}>
          {items.map(({ index, start: top }) => (
            <PreviewGridRow
              key={index}
              {...{ index, top, template, columns }}
              row={rowAt(index)}
              position={start + index}
              allColumns={state.columns}
              isActive={index === activeRow}
              onFocus={setActive}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

function ColumnNames({ columns, template }: { readonly columns: readonly string[]; readonly template: string }) {
  const t = useTranslations('report-preview')
  const words = useColumnWords()
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b bg-card">
      <div role="row" aria-rowindex={1} className="grid h-9 items-center" style={{ gridTemplateColumns: template }}>
        <span role="columnheader" className="px-2 pl-4 text-right text-sm text-muted">
          {t('number')}
        </span>
        {columns.map((name) => (
          <span key={name} role="columnheader" className="truncate px-2 text-sm text-muted" title={name}>
            {words(name)}
          </span>
        ))}
      </div>
    </div>
  )
}
