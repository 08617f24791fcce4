import type { ReadOptions } from '@/lib/client/read-table/read-source'
import type { SourceResult } from '@/lib/client/read-table/source-table'

export type ListSource = string | File

export interface ListRequest {
  readonly source: ListSource
  readonly options: ReadOptions
}

/** Reads a list in a worker, so that a large workbook does not block the page. */
export function readList(request: ListRequest): Promise<SourceResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./list.worker.ts', import.meta.url), { type: 'module' })
    const end = (result: SourceResult) => {
      worker.terminate()
      resolve(result)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<SourceResult>) => end(data))
    worker.addEventListener('error', () => end({ ok: false, fault: 'unreadable' }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, itself
    worker.postMessage(request)
  })
}
