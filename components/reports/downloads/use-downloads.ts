'use client'

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'

import { needsPurpose, type PurposeQuestion, usePurpose } from '@/components/shared/purpose/purpose'
import { useUnloadWarning } from '@/components/ui/use-unload-warning'
import { ApiError, isApiError } from '@/lib/domain/api-error'
import { isPersonalReport } from '@/lib/domain/events/sources'

import type { Report } from '../report-index'
import { type ActiveDownload, type DownloadState, isActive, noBytes, progressOf } from './download-state'
import { requestFile, followLink, type FileOffer, spreadsheetPath } from './report-file'

/** Concurrent downloads; the others wait in order. */
const MAX_CONCURRENT = 3

class DownloadQueue {
  #running = 0
  readonly #waiting: (() => Promise<void>)[] = []

  add(run: () => Promise<void>): void {
    this.#waiting.push(run)
    this.#pump()
  }

  #pump(): void {
    while (this.#running < MAX_CONCURRENT) {
      const run = this.#waiting.shift()
      if (run === undefined) return
      this.#running += 1
      void run().finally(() => {
        this.#running -= 1
        this.#pump()
      })
    }
  }
}

/** Downloads by report id, each with its state. A deleted or expired report refreshes the lists. */
export function useDownloads() {
  const client = useQueryClient()
  const purpose = usePurpose()
  const [states, setStates] = useState<ReadonlyMap<string, DownloadState>>(new Map())
  const [failed, setFailed] = useState<readonly Report[]>([])
  const [queue] = useState(() => new DownloadQueue())
  const cancels = useRef(new Map<string, AbortController>())
  const { ask, ensure } = purpose

  const start = useCallback(
    async (id: string, listed?: Report, form: FileForm = 'file'): Promise<void> => {
      if (cancels.current.has(id)) return
      const cancel = new AbortController()
      cancels.current.set(id, cancel)
      const setDownloadState = (state: DownloadState) => setStates((now) => new Map(now).set(id, state))
      setDownloadState(noBytes)
      queue.add(async () => {
        try {
          setDownloadState(
            await download({
              id,
              listed,
              form,
              signal: cancel.signal,
              put: setDownloadState,
              purpose: { ask, ensure },
            }),
          )
          await refresh(client, ['panel', 'reportDays'])
        } catch (thrown) {
          setDownloadState(isCancelled(thrown, cancel.signal) ? undefined : toError(thrown))
          if (cancel.signal.aborted) return
          if (listed) setFailed((now) => [...now.filter((report) => report.id !== id), listed])
          if (isApiError(thrown) && thrown.status === 410) await refresh(client, ['reports'])
        } finally {
          cancels.current.delete(id)
        }
      })
    },
    [client, queue, ask, ensure],
  )
  const cancel = useCallback((id: string) => {
    cancels.current.get(id)?.abort()
    setStates((now) => new Map(now).set(id, undefined))
  }, [])
  useUnloadWarning(
    [...states.values()].some((state) => isActive(state) && (state.isOfPage || state.phase === 'waiting')),
  )
  return useMemo(
    () => ({ stateOf: (id: string) => states.get(id), start, cancel, failed, purpose }),
    [states, start, cancel, failed, purpose],
  )
}

/** The file as the service sends it, or a CSV converted for spreadsheets. */
type FileForm = 'file' | 'spreadsheet'

export type Downloads = ReturnType<typeof useDownloads>

const refresh = (client: QueryClient, queryKey: readonly string[]) => client.invalidateQueries({ queryKey })
const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
/** Cancelled by the user in the page or in the browser's save dialog. */
const isCancelled = (thrown: unknown, signal: AbortSignal): boolean =>
  signal.aborted || (thrown instanceof DOMException && thrown.name === 'AbortError')

interface DownloadRequest {
  readonly id: string
  readonly listed: Report | undefined
  readonly form: FileForm
  readonly signal: AbortSignal
  readonly put: (state: DownloadState) => void
  readonly purpose: Pick<PurposeQuestion, 'ask' | 'ensure'>
}

async function download(request: DownloadRequest): Promise<DownloadState> {
  const { signal, put, listed, form } = request
  signal.throwIfAborted()
  put({ ...noBytes, phase: 'asking' })
  const file = await requestOffer(request)
  if (file === undefined) return undefined
  requireListedSize(file, listed)
  const active: ActiveDownload = {
    ...noBytes,
    phase: 'running',
    total: file.total ?? listed?.size_bytes,
  }
  const { pickFile, saveReport } = await import('./save-file')
  // A converted file has no known size or hash to check, so the browser downloads it.
  const handle = form === 'spreadsheet' ? undefined : await pickFile(file.name)
  if (handle) {
    const pageDownload = { ...active, isOfPage: true }
    const progress = progressOf(pageDownload)
    const onChecking = () => put({ ...pageDownload, phase: 'checking', bytes: pageDownload.total ?? 0 })
    const onBytes = throttle((bytes) => put(progress(bytes)))
    const saved = await saveReport(handle, { file, signal, onBytes, onChecking })
    return { phase: 'done', ...saved }
  }
  followLink(form === 'spreadsheet' ? spreadsheetPath(file.path) : file.path)
  if (file.id === undefined) return undefined
  put(active)
  const progress = progressOf(active)
  const { watchDownload } = await import('./watch-download')
  const bytes = await watchDownload(file.id, signal, (now) => put(progress(now)))
  return { phase: 'done', bytes, isChecked: false }
}

/** Limits re-rendering: the progress updates at most this often, in milliseconds. */
const RENDER_INTERVAL_MS = 250

function throttle(onProgress: (bytes: number) => void): (bytes: number) => void {
  let last = 0
  return (bytes) => {
    const now = performance.now()
    if (now - last < RENDER_INTERVAL_MS) return
    last = now
    onProgress(bytes)
  }
}

/** Undefined if the user did not give a purpose. */
async function requestOffer({ id, listed, signal, purpose }: DownloadRequest): Promise<FileOffer | undefined> {
  const isPersonal = listed !== undefined && isPersonalReport(listed.source)
  if (isPersonal && !(await purpose.ensure({ signal }))) return undefined
  try {
    return await requestFile(id, signal)
  } catch (error) {
    if (!needsPurpose(error)) throw error
    return (await purpose.ask()) ? requestFile(id, signal) : undefined
  }
}

function requireListedSize({ total }: FileOffer, listed: Report | undefined): void {
  if (total === undefined || listed?.size_bytes === undefined || listed.size_bytes === total) return
  throw new ApiError('Not the size that was listed', {
    status: 502,
    code: 'report_broken',
    detail: { reason: 'changed' },
  })
}
