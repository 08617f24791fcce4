'use client'

import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'

import { panelQuery } from '@/lib/client/queries'
import type { CompanyAnswer } from '@/lib/contract/panel/registers/companies'

import { type DatedGraph, readGraph } from './model/company-graph'

/** One function for all renders: its result stays the same as long as the answers do. */
const pagesOf = (results: readonly UseQueryResult<CompanyAnswer>[]) => results.map(({ data }) => data?.pages[0])

/** Answers about companies of the picture that were asked for: free once they are kept, and paid for by `companies.ask` alone. */
export function useExpanded() {
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const expand = useCallback((krs: string) => {
    setExpanded((now) => (now.includes(krs) ? now : [...now, krs]))
  }, [])
  const kept = useQueries({
    queries: expanded.map((krs) => panelQuery('companies.part', { params: { number: krs, part: 'graph' } })),
    combine: pagesOf,
  })
  const answers = useMemo(
    () =>
      kept.flatMap((page): DatedGraph[] => {
        if (page === undefined) return []
        const graph = readGraph(page.answer)
        return graph === undefined ? [] : [{ askedAt: page.asked_at, graph }]
      }),
    [kept],
  )
  const there = useMemo(() => expanded.filter((_, at) => kept[at] !== undefined), [expanded, kept])
  return { answers, expanded: there, expand }
}
