import type { ImportJob, JobItem, JobProgress } from './job'

/** Stores an unfinished job. Chunks are read one by one and deleted once they are done. */
export interface JobStore {
  /** False if the job exists only while the page is open. */
  readonly isLasting: boolean
  readonly begin: (job: ImportJob, progress: JobProgress, chunks: AsyncIterable<readonly JobItem[]>) => Promise<void>
  readonly read: () => Promise<{ readonly job: ImportJob; readonly progress: JobProgress } | undefined>
  readonly chunk: (index: number) => Promise<readonly JobItem[]>
  readonly save: (progress: JobProgress) => Promise<void>
  readonly forgetChunk: (index: number) => Promise<void>
  readonly clear: () => Promise<void>
}

/** For browsers that cannot encrypt or store data: insecure connections and private windows. */
export function memoryJobStore(): JobStore {
  let state: { job: ImportJob; progress: JobProgress } | undefined
  let storedChunks = new Map<number, readonly JobItem[]>()
  return {
    isLasting: false,
    begin: async (job, progress, chunks) => {
      storedChunks = new Map()
      for await (const items of chunks) storedChunks.set(storedChunks.size, items)
      state = { job, progress }
    },
    read: () => Promise.resolve(state),
    chunk: (index) => Promise.resolve(storedChunks.get(index) ?? []),
    save: (progress) => {
      if (state) state = { ...state, progress }
      return Promise.resolve()
    },
    forgetChunk: (index) => {
      storedChunks.delete(index)
      return Promise.resolve()
    },
    clear: () => {
      state = undefined
      storedChunks.clear()
      return Promise.resolve()
    },
  }
}
