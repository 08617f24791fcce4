'use client'

import { useCallback, useEffect, useRef, useState } from 'react'

import { viewerHeaders } from '@/lib/client/page-viewer'
import { ApiError } from '@/lib/domain/api-error'

import type { PreviewError, PreviewFilter, PreviewUpdate, PreviewRequest } from './preview-messages'

const emptyUpdate: PreviewUpdate = {
  state: {
    report: undefined,
    columns: [],
    count: 0,
    read: 0,
    isReading: true,
    end: undefined,
    fault: undefined,
  },
  window: { from: 0, rows: [] },
}

/** Shown if the worker could not be started, or crashed. */
const workerError: PreviewError = {
  status: 0,
  code: 'network',
  message: 'The preview could not be read',
  requestId: undefined,
  retryAfterS: undefined,
}

export const toPreviewError = ({ message, ...fault }: PreviewError): ApiError =>
  new ApiError(message, { ...fault, ...(fault.status === 0 && { kind: 'network' as const }) })

/** The rows of a report, read in a worker: only the visible ones are sent to the page. */
export function usePreviewRows(id: string, { search, isMonitored, showsNames }: PreviewFilter) {
  const [update, setNews] = useState(emptyUpdate)
  const worker = useRef<Worker>(undefined)
  const post = useCallback((request: PreviewRequest) => {
    worker.current?.postMessage(request)
  }, [])
  useEffect(() => {
    const newWorker = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' })
    worker.current = newWorker
    newWorker.addEventListener('message', ({ data }: MessageEvent<PreviewUpdate>) => setNews(data))
    newWorker.addEventListener('error', () =>
      setNews((now) => ({ ...now, state: { ...now.state, isReading: false, fault: workerError } })),
    )
    const address = `/api/panel/reports/${encodeURIComponent(id)}/preview/rows`
    post({ kind: 'open', address, headers: viewerHeaders(), filter: { search, isMonitored, showsNames } })
    return () => {
      newWorker.terminate()
      worker.current = undefined
      // Another search retains the report and its columns.
      setNews((now) => ({
        ...emptyUpdate,
        state: { ...emptyUpdate.state, report: now.state.report, columns: now.state.columns },
      }))
    }
  }, [id, search, isMonitored, showsNames, post])
  const show = useCallback((from: number, to: number) => post({ kind: 'show', from, to }), [post])
  const more = useCallback(() => post({ kind: 'more' }), [post])
  return { ...update, show, more }
}
