'use client'

import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { OperationAnswer, PanelAnswer } from '@/lib/client/client'
import { query, lazyCall, refreshAfter, panelQuery } from '@/lib/client/queries'
import { runSteps } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import { compareValues } from '@/lib/domain/collections/compare-values'

import { countSilent, isSilentUse, type UseOfFilter, useFilterUses } from './use-filter-uses'

const MAX_SHOWN = 50

export interface SilentMonitor {
  readonly id: string
  readonly label: string | undefined
  readonly tags: readonly string[]
  /** The name of the deleted filter, if its history has it. */
  readonly filterName: string | undefined
  readonly deletedAt: string | undefined
}

export interface SilentMonitorsState {
  readonly isPending: boolean
  readonly monitors: readonly SilentMonitor[]
  /** How many there are, including those not shown. */
  readonly total: number
  /** Filters without a monitor. */
  readonly unusedFilters: readonly UseOfFilter[]
}

type DeletedFilterFacts = Pick<SilentMonitor, 'filterName' | 'deletedAt'>
type Version = PanelAnswer<'filterVersions.list'>['items'][number]

/** Reads the deleted filter from its history, which is newest first. */
function readDeletedFilter(versions: readonly Version[]): DeletedFilterFacts {
  const [latest] = versions
  return {
    filterName: versions.find(({ name }) => name !== '')?.name,
    deletedAt: latest?.kind === 'deleted' ? latest.at : undefined,
  }
}

const toSilent = (
  { id, label, tags }: OperationAnswer<'monitors.list'>['items'][number],
  deletedFilter: DeletedFilterFacts,
): SilentMonitor => ({ ...deletedFilter, id, label: label ?? undefined, tags: tags ?? [] })

/** Lists monitors of deleted filters, and the filters that could replace them. */
export function useSilentMonitors(): SilentMonitorsState {
  const uses = useFilterUses() ?? []
  const silentUses = uses.filter(isSilentUse)
  const shown = silentUses.slice(0, MAX_SHOWN)
  const lists = useQueries({ queries: shown.map(({ id }) => query('monitors.list', { query: { filter_id: id } })) })
  const histories = useQueries({
    queries: shown.map(({ id }) => ({ ...panelQuery('filterVersions.list', { params: { id } }), retry: false })),
  })
  const isPending = lists.some((list) => list.isPending) || histories.some((history) => history.isPending)
  const monitors = shown.flatMap(({ id }, at) => {
    const deletedFilter = readDeletedFilter(histories[at]?.data?.items ?? [])
    const found = lists[at]?.data?.items ?? []
    return found.filter((monitor) => monitor.filter_id === id).map((monitor) => toSilent(monitor, deletedFilter))
  })
  return {
    isPending,
    monitors: monitors.toSorted((a, b) => compareValues(b.deletedAt ?? '', a.deletedAt ?? '')),
    total: countSilent(uses),
    unusedFilters: uses.filter((use) => use.name !== undefined && use.monitors === 0),
  }
}

interface Outcome {
  readonly done: number
  readonly skipped: number
  readonly error: unknown
}

/** Attaches or deletes monitors one by one; those that failed stay in the list. */
export function useChangeSilentMonitors() {
  const client = useQueryClient()
  const [isRunning, setIsRunning] = useState(false)
  const run = async <Item>(items: readonly Item[], change: (item: Item) => Promise<boolean>): Promise<Outcome> => {
    setIsRunning(true)
    let [done, skipped] = [0, 0]
    const changeOne = async (item: Item) => {
      if (await change(item)) done += 1
      else skipped += 1
    }
    const signal = new AbortController().signal
    const { error } = await runSteps({ items, signal, run: changeOne })
    setIsRunning(false)
    await refreshAfter(client, 'monitors.attach')
    return { done, skipped, error }
  }
  return { run, isRunning }
}

export async function attachMonitor({ id, filterId }: { id: string; filterId: string }): Promise<boolean> {
  const { attached } = await lazyCall('monitors.attach', { body: { ids: [id], filter_id: filterId } })
  return (attached ?? 0) > 0
}

export async function deleteSilentMonitor(id: string): Promise<boolean> {
  try {
    await lazyCall('monitors.delete', { params: { id } })
  } catch (error) {
    // Another user deleted it first, which is the requested result.
    if (!isApiError(error) || error.status !== 404) throw error
  }
  return true
}
