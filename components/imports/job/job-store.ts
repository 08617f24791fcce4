import type { ImportJob, JobItem, JobProgress } from './job'

/** Where a job waits for its end. Chunks are given back one by one and forgotten as soon as they are done. */
export interface JobStore {
  /** False: the job lives as long as the page and no longer. */
  readonly isLasting: boolean
  readonly begin: (job: ImportJob, progress: JobProgress, chunks: AsyncIterable<readonly JobItem[]>) => Promise<void>
  readonly read: () => Promise<{ readonly job: ImportJob; readonly progress: JobProgress } | undefined>
  readonly chunk: (index: number) => Promise<readonly JobItem[]>
  readonly keep: (progress: JobProgress) => Promise<void>
  readonly forgetChunk: (index: number) => Promise<void>
  readonly clear: () => Promise<void>
}

/** For a browser without the means to seal or to keep: an insecure connection, a private window. */
export function memoryJobStore(): JobStore {
  let state: { job: ImportJob; progress: JobProgress } | undefined
  let kept = new Map<number, readonly JobItem[]>()
  return {
    isLasting: false,
    begin: async (job, progress, chunks) => {
      kept = new Map()
      for await (const items of chunks) kept.set(kept.size, items)
      state = { job, progress }
    },
    read: () => Promise.resolve(state),
    chunk: (index) => Promise.resolve(kept.get(index) ?? []),
    keep: (progress) => {
      if (state) state = { ...state, progress }
      return Promise.resolve()
    },
    forgetChunk: (index) => {
      kept.delete(index)
      return Promise.resolve()
    },
    clear: () => {
      state = undefined
      kept.clear()
      return Promise.resolve()
    },
  }
}
