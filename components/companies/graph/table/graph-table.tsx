'use client'

import { useCallback, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { TextField } from '@/components/ui/inputs/text-field'
import { Link } from '@/components/ui/link'
import { useWindowRows } from '@/components/ui/rows/use-window-rows'
import { useCountValues } from '@/components/ui/use-count-values'
import { formatRemoteDay } from '@/lib/domain/format/format'
import { companyPath } from '@/lib/domain/routes'

import type { CompanyGraph, GraphNode } from '../model/company-graph'
import { formatShare, type GraphWords } from '../picture/graph-words'
import {
  filterRows,
  type GraphColumn,
  graphColumns,
  type GraphOrder,
  type GraphRow,
  orderRows,
  rowsOfGraph,
} from './graph-rows'

interface GraphTableProps {
  readonly graph: CompanyGraph
  readonly words: GraphWords
}

const WIDE = '(min-width: 48rem)'
/** The height of a row in pixels; on a phone a row has several lines. */
const ROW_HEIGHT = 44
const NARROW_ROW_HEIGHT = 92

export function GraphTable({ graph, words }: GraphTableProps) {
  const t = useTranslations('companies-graph.table')
  const locale = useLocale()
  const countValues = useCountValues()
  const [text, setText] = useState('')
  const [order, setOrder] = useState<GraphOrder>()
  const allRows = useMemo(() => rowsOfGraph(graph, words), [graph, words])
  const rows = useMemo(() => {
    const filteredRows = filterRows(allRows, text)
    return order === undefined ? filteredRows : orderRows(filteredRows, order, locale)
  }, [allRows, text, order, locale])
  const sort = useCallback(
    (column: GraphColumn) =>
      setOrder((now) => ({ by: column, isDescending: now?.by === column ? !now.isDescending : false })),
    [],
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5">
        <div className="w-full max-w-xs">
          <TextField
            label={t('filter')}
            isLabelHidden
            placeholder={t('filter')}
            value={text}
            maxLength={200}
            start={<Icon name="search" size={14} />}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <p role="status" className="text-sm text-muted tabular-nums">
          {text.trim() === ''
            ? t('count', countValues(allRows.length))
            : t('found', { ...countValues(rows.length), all: allRows.length })}
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={allRows.length === 0 ? t('empty') : t('nothingFound')} />
      ) : (
        <ConnectionRows rows={rows} order={order} onSort={sort} words={words} />
      )}
    </>
  )
}

interface RowsProps {
  readonly rows: readonly GraphRow[]
  readonly order: GraphOrder | undefined
  readonly onSort: (column: GraphColumn) => void
  readonly words: GraphWords
}

const columnsClass =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_5rem_7rem_7rem_minmax(0,2fr)] items-center gap-x-4 px-4'

function ConnectionRows({ rows, order, onSort, words }: RowsProps) {
  const t = useTranslations('companies-graph.table')
  const body = useRef<HTMLDivElement>(null)
  const [isWide] = useState(() => matchMedia(WIDE).matches)
  const rowHeight = isWide ? ROW_HEIGHT : NARROW_ROW_HEIGHT
  const { virtualizer, scrollMargin } = useWindowRows({
    ref: body,
    count: rows.length,
    rowHeight,
    activeIndex: rows.length,
  })
  return (
    <div role="table" aria-label={t('label')} aria-rowcount={rows.length + 1} data-wide={isWide || undefined}>
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={isWide ? `${columnsClass} border-b py-1` : 'flex flex-wrap gap-1 border-b px-3 py-1.5'}
        >
          {graphColumns.map((column) => (
            <SortHead key={column} column={column} order={order} onSort={onSort} />
          ))}
        </div>
      </div>
      <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={row.key}
                role="row"
                aria-rowindex={index + 2}
                className={`absolute inset-x-0 border-b ${isWide ? columnsClass : 'flex flex-wrap content-center items-center gap-x-3 px-4'} ${row.until === null ? '' : 'text-muted'}`}
                style={{ top: start - scrollMargin, height: size }}
              >
                <RowCells row={row} words={words} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

interface SortHeadProps extends Pick<RowsProps, 'order' | 'onSort'> {
  readonly column: GraphColumn
}

function SortHead({ column, order, onSort }: SortHeadProps) {
  const t = useTranslations('companies-graph.table')
  const isSorted = order?.by === column
  const direction = order?.isDescending === true ? 'descending' : 'ascending'
  return (
    <div role="columnheader" aria-sort={isSorted ? direction : undefined} className="min-w-0">
      <button
        type="button"
        className="-mx-1 inline-flex min-h-7 items-center gap-1 rounded-sm px-1 text-sm text-muted hover:text-ink"
        onClick={() => onSort(column)}
      >
        {t(`columns.${column}`)}
        <Icon name={!isSorted ? 'chevron-updown' : order.isDescending ? 'arrow-down' : 'arrow-up'} size={12} />
      </button>
    </div>
  )
}

function RowCells({ row, words }: { readonly row: GraphRow; readonly words: GraphWords }) {
  const t = useTranslations('companies-graph.table')
  const locale = useLocale()
  const { share, since, until } = row
  const day = (value: string | null) => (value === null ? '–' : formatRemoteDay(value, locale))
  return (
    <>
      <NameCell node={row.from} words={words} />
      <div role="cell" className="truncate">
        {row.role}
      </div>
      <div role="cell" className="tabular-nums">
        {share === null ? '–' : t('percent', { percent: formatShare(share, locale) })}
      </div>
      <div role="cell" className="whitespace-nowrap tabular-nums">
        {day(since)}
      </div>
      <div role="cell" className="whitespace-nowrap tabular-nums">
        {until === null ? t('lasts') : day(until)}
      </div>
      <NameCell node={row.to} words={words} />
    </>
  )
}

function NameCell({ node, words }: { readonly node: GraphNode; readonly words: GraphWords }) {
  const name = words.nameOf(node)
  return (
    <div role="cell" className="min-w-0 truncate max-md:basis-full" dir="auto" title={name}>
      {node.krs === null ? (
        <span className={node.kind === 'unknown' ? 'text-muted' : undefined}>{name}</span>
      ) : (
        <Link href={asRoute(companyPath(node.krs))} className="hover:underline">
          {name}
        </Link>
      )}
    </div>
  )
}
