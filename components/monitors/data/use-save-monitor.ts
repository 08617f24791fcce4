'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { lazyCall } from '@/lib/client/queries'
import { refreshCounts } from './monitor-cache'
import { findMonitorSync } from './monitor-sync'
import type { MonitorRecord } from './monitor-record'
import type { SelectionStore } from '../selection/selection-store'

export interface MonitorEdit {
  readonly label: string
  readonly tags: readonly string[]
}

const without = (tags: readonly string[], others: readonly string[]) => tags.filter((tag) => !others.includes(tag))

/** Sends only the changed fields. Fields saved before a failure remain saved and are shown. */
export function useSaveMonitor(monitor: MonitorRecord, store: SelectionStore) {
  const client = useQueryClient()
  const [state, setState] = useState<{ isSaving: boolean; error: unknown }>({ isSaving: false, error: undefined })
  const { id } = monitor

  const show = (change: Partial<MonitorRecord>) => {
    findMonitorSync(client)?.store.patch(new Map([[id, change]]))
    if (change.tags) store.patchTags(new Map([[id, change.tags]]))
  }

  const sendChanges = async ({ label, tags }: MonitorEdit) => {
    const text = label.trim() === '' ? null : label.trim()
    const isRelabelled = text !== (monitor.label ?? null)
    if (isRelabelled) {
      await lazyCall('monitors.update', { params: { id }, body: { label: text } })
      show({ label: text })
    }
    const before = monitor.tags ?? []
    const [add, remove] = [without(tags, before), without(before, tags)]
    const isRetagged = add.length + remove.length > 0
    if (isRetagged) {
      await lazyCall('monitors.bulkTag', { body: { ids: [id], add, remove } })
      show({ tags: [...tags] })
    }
    if (isRelabelled || isRetagged) await refreshCounts(client)
  }

  /** Resolves with true if everything was saved. */
  const save = async (edit: MonitorEdit): Promise<boolean> => {
    setState({ isSaving: true, error: undefined })
    try {
      await sendChanges(edit)
      setState({ isSaving: false, error: undefined })
      return true
    } catch (error) {
      setState({ isSaving: false, error })
      return false
    }
  }
  return { ...state, save }
}
