'use client'

import { useLocale, useTranslations } from 'use-intl'

import { classNames } from '@/components/ui/class-names'
import { Skeleton } from '@/components/ui/skeleton'
import type { PreviewRow } from '@/lib/contract/panel/report-preview'
import { formatDate, formatInteger } from '@/lib/domain/format/format'

/** In pixels. */
export const PREVIEW_ROW_HEIGHT = 36

interface PreviewGridRowProps {
  readonly row: PreviewRow | undefined
  readonly index: number
  /** Among all that were found. */
  readonly position: number
  readonly top: number
  readonly template: string
  readonly columns: readonly string[]
  /** As the cells stand. */
  readonly all: readonly string[]
  readonly isActive: boolean
  readonly onFocus: (index: number) => void
}

/** One row of the grid; the number of its place stands in `data-row`. */
export function PreviewGridRow({
  row,
  index,
  position,
  top,
  template,
  columns,
  all,
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
        columns.map((name) => <GridCell key={name} name={name} text={row?.cells[all.indexOf(name)]} isThere={!!row} />)
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
  readonly isThere: boolean
}

const isDay = (name: string, text: string): boolean => name.endsWith('_date') && /^\d{4}-\d{2}-\d{2}$/.test(text)

function GridCell({ name, text, isThere }: GridCellProps) {
  const locale = useLocale()
  if (!isThere) {
    return (
      <span role="gridcell" className="px-2">
        <Skeleton className="h-3" />
      </span>
    )
  }
  const shown = text ? (isDay(name, text) ? formatDate(text, locale) : text) : ''
  return (
    <span role="gridcell" className={classNames('truncate px-2', /date|krs|nip|pesel/.test(name) && 'tabular')}>
      {shown}
    </span>
  )
}
