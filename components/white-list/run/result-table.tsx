'use client'

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'

import { QueryFailed } from '@/components/layout/query-states'
import { EmptyState } from '@/components/ui/empty-state'
import { useVirtualRows } from '@/components/ui/rows/use-virtual-rows'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import type { WhiteListRow } from '@/lib/features/white-list/contract/runs'

import { RESULT_GRID, ResultRow } from './result-row'
import type { ResultSearch } from './result-search'
import type { ShownRun } from './shown-run'

const ROWS_PER_PAGE = 100
const ROW_HEIGHT = 76
const POLL_MS = 4_000

interface ResultTableProps {
  readonly run: ShownRun
  readonly search: ResultSearch
  readonly labelledBy: string
}

const inputOf = (id: string, { group, q, order, isDescending }: ResultSearch, page: number) => ({
  params: { id },
  query: {
    ...(group !== undefined && { group }),
    ...(q !== '' && { q }),
    order,
    ...(isDescending && { descending: 'true' as const }),
    limit: ROWS_PER_PAGE,
    offset: page * ROWS_PER_PAGE,
  },
})

/** Loads pages of rows as they scroll into view; only visible rows are mounted. */
function usePages({ run, search }: ResultTableProps, pages: readonly number[]) {
  return useQueries({
    queries: pages.map((page) => ({
      ...panelQuery('whiteListRuns.rows', inputOf(run.id, search, page)),
      refetchInterval: run.state === 'running' ? POLL_MS : (false as const),
    })),
  })
}

/**
 * During a run rows are refetched at an interval; the final rows, and those after a pause, are refetched when the run's
 * counts change.
 */
function useRefetchOnProgress({ id, state, answered, unsure, errors }: ShownRun): void {
  const client = useQueryClient()
  const progressKey = `${state} ${answered} ${unsure} ${errors}`
  const lastProgressKey = useRef(progressKey)
  useEffect(() => {
    if (lastProgressKey.current === progressKey) return
    lastProgressKey.current = progressKey
    if (state !== 'running')
      void client.invalidateQueries({ queryKey: ['panel', 'whiteListRuns', 'rows', { params: { id } }] })
  }, [client, id, state, progressKey])
}

export function ResultTable(props: ResultTableProps) {
  const { run, search } = props
  useRefetchOnProgress(run)
  const t = useTranslations('white-list.results')
  const countValues = useCountValues()
  const isNarrowed = search.group !== undefined || search.q !== ''
  const [first] = usePages(props, [0])
  if (first === undefined || first.data === undefined)
    return first?.error ? <QueryFailed query={first} contentName={t('what')} /> : <SkeletonRows rows={8} />
  const total = isNarrowed ? first.data.total : run.rows
  return (
    <>
      <p role="status" className="px-4 py-2 text-sm text-muted">
        {t('shown', countValues(total))}
      </p>
      {total === 0 ? (
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      ) : (
        <VirtualRows {...props} count={total} />
      )}
    </>
  )
}

const pagesOf = (indexes: readonly number[]): number[] => [
  ...new Set([0, ...indexes.map((index) => Math.floor(index / ROWS_PER_PAGE))]),
]

function VirtualRows({ count, ...props }: ResultTableProps & { readonly count: number }) {
  const { labelledBy, run } = props
  const t = useTranslations('white-list.results')
  const { ref, virtualizer, items, height } = useVirtualRows({ count, rowHeight: ROW_HEIGHT })
  const pages = pagesOf(items.map(({ index }) => index))
  const answers = usePages(props, pages)
  const rowAt = (index: number) =>
    answers[pages.indexOf(Math.floor(index / ROWS_PER_PAGE))]?.data?.items[index % ROWS_PER_PAGE]
  const failed = answers.find(({ isError, data }) => isError && data === undefined)
  return (
    <>
      {failed !== undefined && <QueryFailed query={failed} contentName={t('what')} />}
      <div
        ref={ref}
        role="table"
        aria-labelledby={labelledBy}
        aria-rowcount={count + 1}
        className="max-h-[70vh] min-h-40 overflow-y-auto border-t"
        {...SCROLLABLE}
      >
        <TableHeads />
        <div role="rowgroup" className="relative" style={{ height }}>
          {items.map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className="absolute inset-x-0 border-b px-4 py-2.5"
              style={{ transform: `translateY(${start}px)` }}
            >
              <ResultRowSlot row={rowAt(index)} above={rowAt(index - 1)} isRunning={run.state === 'running'} />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** Makes the box scrollable by keyboard. */
const SCROLLABLE = { tabIndex: 0 }

function TableHeads() {
  const t = useTranslations('white-list.results.columns')
  return (
    <div role="rowgroup" className="sticky top-0 z-1 border-b bg-card max-md:sr-only">
      <div role="row" aria-rowindex={1} className={`${RESULT_GRID} px-4 py-2 text-sm text-muted`}>
        {(['line', 'number', 'company', 'account', 'answer'] as const).map((column) => (
          <span key={column} role="columnheader">
            {t(column)}
          </span>
        ))}
      </div>
    </div>
  )
}

interface ResultRowSlotProps {
  readonly row: WhiteListRow | undefined
  readonly above: WhiteListRow | undefined
  readonly isRunning: boolean
}

/** Reserves the row's space until it is loaded. */
function ResultRowSlot({ row, above, isRunning }: ResultRowSlotProps) {
  const t = useTranslations('white-list.results')
  if (row !== undefined)
    return <ResultRow row={row} isSameRequest={row.request_id === above?.request_id} isRunning={isRunning} />
  return (
    <div role="presentation" style={{ height: ROW_HEIGHT }}>
      <span role="cell" className="sr-only">
        {t('loading')}
      </span>
    </div>
  )
}
