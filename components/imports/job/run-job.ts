import type { JobProgress } from './job'
import type { JobStore } from './job-store'
import { sendChunk, type StepOptions } from './send-chunk'

export interface RunJobOptions extends Omit<StepOptions, 'save'> {
  readonly store: JobStore
  readonly report: (progress: JobProgress) => void
}

export interface JobRun {
  readonly progress: JobProgress
  readonly isDone: boolean
  /** The error that stopped the run; undefined if it was cancelled. */
  readonly error: unknown
}

/**
 * Continues the stored job chunk by chunk. After any interruption it can be called again, by this page or
 * a later visit.
 */
export async function runJob({ store, report, ...options }: RunJobOptions): Promise<JobRun | undefined> {
  const stored = await store.read()
  if (stored === undefined) return undefined
  let { progress } = stored
  try {
    while (progress.done < stored.job.chunks && !options.signal.aborted) {
      const index = progress.done
      const items = await store.chunk(index)
      const save = (next: JobProgress) => {
        progress = next
        return store.save(next)
      }
      await save(await sendChunk(items, progress, { ...options, save }))
      await store.forgetChunk(index)
      report(progress)
    }
    return { progress, isDone: progress.done === stored.job.chunks, error: undefined }
  } catch (error) {
    return { progress, isDone: false, error: options.signal.aborted ? undefined : error }
  }
}
