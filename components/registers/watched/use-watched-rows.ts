'use client'

import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'

import { usePermission } from '@/components/layout/viewer'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import type { RegisterList } from '@/lib/features/registers/contract'

export type WatchedMark = PanelAnswer<'registers.monitors'>['rows'][number]

/** Pages per request, as many as in one batch of a list. */
const PAGES_PER_REQUEST = 20

interface WatchedRowsInput {
  readonly list: RegisterList
  readonly series: string | null
  readonly pageCount: number
}

/** Which loaded rows concern monitored companies, for roles that may see monitors. */
export function useWatchedRows({ list, series, pageCount }: WatchedRowsInput) {
  const { allowed } = usePermission('registers.monitors')
  const isEnabled = allowed && series !== null
  const batches = isEnabled ? Math.ceil(pageCount / PAGES_PER_REQUEST) : 0
  const answers = useQueries({
    queries: Array.from({ length: batches }, (_, batch) =>
      panelQuery('registers.monitors', {
        params: { list },
        query: {
          series: series ?? '',
          from: batch * PAGES_PER_REQUEST,
          to: batch * PAGES_PER_REQUEST + PAGES_PER_REQUEST - 1,
        },
      }),
    ),
    combine: (results) => ({
      rows: results.flatMap(({ data }) => data?.rows ?? []),
      failed: results.find(({ isError }) => isError),
      isPending: results.some(({ isPending }) => isPending),
    }),
  })
  const { rows } = answers
  const marks = useMemo(() => new Map(rows.map((mark) => [`${mark.page_id}-${mark.row}`, mark])), [rows])
  return { ...answers, marks, isAllowed: allowed }
}

export type WatchedRows = ReturnType<typeof useWatchedRows>
