import { withRateLimit } from '@/lib/client/run-steps'
import { isApiError } from '@/lib/domain/api-error'
import type { BulkTagJob, BulkTagRun } from '@/lib/features/bulk-tags/contract'

import type { JobHandle } from './use-bulk-job'

const MAX_CONSECUTIVE_FAILURES = 3
/** Status codes that the next chunk would get as well, for example because the session has ended. */
const FINAL_STATUSES = [401, 402, 403, 404, 409, 410]

export interface TagOutcome {
  /** The last known state. */
  readonly job: BulkTagJob
  readonly isCancelled: boolean
  /** The error of the last failed chunk. */
  readonly error: unknown
}

type RunChunk = (id: string, number: number) => Promise<{ readonly job: BulkTagJob }>
export interface TagCalls {
  readonly run: RunChunk
  readonly cancel: (id: string) => Promise<{ readonly job: BulkTagJob }>
}

/**
 * Runs the unfinished chunks one after another. A failed chunk does not stop the others, because it can be
 * repeated separately. Cancelling takes effect between two chunks, after the current answer.
 */
export async function runChunks(
  { job: initialJob, chunks }: BulkTagRun,
  { signal, report }: JobHandle,
  calls: TagCalls,
): Promise<TagOutcome> {
  let job = initialJob
  let error: unknown
  let failures = 0
  let handled = initialJob.done
  report(handled)
  for (const { number, monitors } of chunks.filter(({ state }) => state !== 'done')) {
    if (signal.aborted || shouldStop(error, failures)) break
    try {
      ;({ job } = await withRateLimit(signal, () => calls.run(initialJob.id, number)))
      failures = 0
    } catch (reason) {
      if (signal.aborted) break
      error = reason
      failures += 1
    }
    handled += monitors
    report(handled)
  }
  if (!signal.aborted || job.state === 'done') return { job, isCancelled: false, error }
  return { job: (await calls.cancel(initialJob.id)).job, isCancelled: true, error: undefined }
}

const shouldStop = (error: unknown, failures: number): boolean =>
  failures >= MAX_CONSECUTIVE_FAILURES || (failures > 0 && isApiError(error) && FINAL_STATUSES.includes(error.status))
