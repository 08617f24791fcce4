'use client'

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { OperationAnswer, PanelAnswer } from '@/lib/client/client'
import { query, lazyCall, refreshAfter, panelQuery } from '@/lib/client/queries'
import { runSteps } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { compareValues } from '@/lib/domain/collections/compare-values'

import { countSilent, isSilentUse, type UseOfFilter, useFilterUses } from './use-filter-uses'

/** Of more deleted filters the page shows the first ones. */
const MAX_SHOWN = 50

export interface SilentMonitor {
  readonly id: string
  readonly label: string | undefined
  readonly tags: readonly string[]
  /** What the deleted filter was called, where its history tells. */
  readonly filterName: string | undefined
  readonly deletedAt: string | undefined
}

export interface Silent {
  readonly isPending: boolean
  readonly monitors: readonly SilentMonitor[]
  /** How many there are, shown or not. */
  readonly total: number
  /** Filters that have no monitor yet. */
  readonly free: readonly UseOfFilter[]
}

type Former = Pick<SilentMonitor, 'filterName' | 'deletedAt'>
type Version = PanelAnswer<'filterVersions.list'>['items'][number]

/** The deleted filter by its history, newest first. */
function toFormer(versions: readonly Version[]): Former {
  const [end] = versions
  return {
    filterName: versions.find(({ name }) => name !== '')?.name,
    deletedAt: end?.kind === 'deleted' ? end.at : undefined,
  }
}

const toSilent = (
  { id, label, tags }: OperationAnswer<'monitors.list'>['items'][number],
  former: Former,
): SilentMonitor => ({ ...former, id, label: label ?? undefined, tags: tags ?? [] })

/** Monitors that work by deleted filters, and the filters that they could work by. */
export function useSilentMonitors(): Silent {
  const uses = useFilterUses() ?? []
  const gone = uses.filter(isSilentUse)
  const shown = gone.slice(0, MAX_SHOWN)
  const lists = useQueries({ queries: shown.map(({ id }) => query('monitors.list', { query: { filter_id: id } })) })
  const histories = useQueries({
    queries: shown.map(({ id }) => ({ ...panelQuery('filterVersions.list', { params: { id } }), retry: false })),
  })
  const isPending = lists.some((list) => list.isPending) || histories.some((history) => history.isPending)
  const monitors = shown.flatMap(({ id }, at) => {
    const former = toFormer(histories[at]?.data?.items ?? [])
    const found = lists[at]?.data?.items ?? []
    return found.filter((monitor) => monitor.filter_id === id).map((monitor) => toSilent(monitor, former))
  })
  return {
    isPending,
    monitors: monitors.toSorted((a, b) => compareValues(b.deletedAt ?? '', a.deletedAt ?? '')),
    total: countSilent(uses),
    free: uses.filter((use) => use.name !== undefined && use.monitors === 0),
  }
}

interface Outcome {
  readonly done: number
  readonly kept: number
  readonly error: unknown
}

/** Attaches or deletes one after the other; what failed stays in the list. */
export function useChangeSilent() {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const run = async <Item>(items: readonly Item[], change: (item: Item) => Promise<boolean>): Promise<Outcome> => {
    setIsRunning(true)
    let [done, kept] = [0, 0]
    const one = async (item: Item) => {
      if (await change(item)) done += 1
      else kept += 1
    }
    const signal = new AbortController().signal
    const { error } = await runSteps({ items, signal, run: one })
    setIsRunning(false)
    await refreshAfter(client, 'monitors.attach')
    return { done, kept, error }
  }
  return { run, isRunning }
}

export async function attachMonitor({ id, filterId }: { id: string; filterId: string }): Promise<boolean> {
  const { attached } = await lazyCall('monitors.attach', { body: { ids: [id], filter_id: filterId } })
  return (attached ?? 0) > 0
}

export async function deleteSilent(id: string): Promise<boolean> {
  try {
    await lazyCall('monitors.delete', { params: { id } })
  } catch (error) {
    // Somebody else was faster; it is gone, which is what was asked for.
    if (!isApiError(error) || error.status !== 404) throw error
  }
  return true
}
