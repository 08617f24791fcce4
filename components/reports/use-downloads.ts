'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { noteRefusal } from '@/lib/client/refusals'
import { isApiError, ApiError } from '@/lib/domain/api-error'
import { reportFilePath } from '@/lib/domain/routes'

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

/**
 * Downloads a report as a plain link does, so that the browser writes the bytes to disk as they come and 100 MB never sit
 * in the page's memory. A link alone would show a refusal (expired, role, pool, session) as a page of raw JSON; so one
 * byte is asked for first, and what that call is refused with is thrown as an ApiError.
 */
async function downloadReport(id: string): Promise<void> {
  const path = reportFilePath(id)
  const response = await reach(path)
  // 416: the file is there and empty.
  if (!response.ok && response.status !== 416) {
    const { readApiError } = await import('@/lib/client/api-error')
    const error = await readApiError(response)
    noteRefusal(error)
    throw error
  }
  // A service without ranges began to send it all.
  await response.body?.cancel()
  follow(path)
}

async function reach(path: string): Promise<Response> {
  try {
    return await fetch(path, { headers: { range: 'bytes=0-0' }, cache: 'no-store' })
  } catch (error) {
    throw new ApiError(
      'The service could not be reached',
      { kind: 'network', status: 0, code: 'network' },
      { cause: error },
    )
  }
}

/** The name of the file comes from the service's Content-Disposition. */
function follow(path: string): void {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
