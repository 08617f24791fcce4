'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { isApiError } from '@/lib/domain/api-error'

import { downloadReport } from './download'
import type { Report } from './report-index'

/** Of one report: on its way, or why it could not be had. Undefined when there is nothing to say. */
export type DownloadState = 'busy' | Error | undefined

/** Downloads by report id, each with its own state. A report that is gone refreshes the lists. */
export function useDownloads() {
  const client = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, DownloadState>>(new Map())
  const put = (id: string, state: DownloadState) => setStates((now) => new Map(now).set(id, state))

  const [failed, setFailed] = useState<readonly Report[]>([])
  const start = async (id: string, listed?: Report) => {
    put(id, 'busy')
    try {
      await downloadReport(id)
      put(id, undefined)
    } catch (thrown) {
      put(id, thrown instanceof Error ? thrown : new Error(String(thrown)))
      if (listed) setFailed((now) => [...now.filter((report) => report.id !== id), listed])
      if (isApiError(thrown) && thrown.status === 410) await client.invalidateQueries({ queryKey: ['reports'] })
    }
  }
  return { stateOf: (id: string) => states.get(id), start, failed }
}

export type Downloads = ReturnType<typeof useDownloads>
