import type { TagChange } from '@/lib/domain/tags'

import { chunksOf } from './chunk'
import { runSteps } from './run-steps'
import type { PlannedChange } from './tag-plan'
import type { JobHandle } from './use-bulk-job'

/** Ids of one call: small enough for progress to move and for a cancel to act soon. */
const CHUNK = 1000

export interface TagRun {
  /** What the service has really taken, whole chunks. */
  readonly done: readonly PlannedChange[]
  /** How many monitors the service says it changed. */
  readonly updated: number
  readonly isCancelled: boolean
  readonly error: unknown
}

/** Sends a change chunk by chunk. Only monitors that will change are named, so `updated` must equal their number. */
export async function sendTagChange(
  changes: readonly PlannedChange[],
  change: TagChange,
  { signal, report }: JobHandle,
): Promise<TagRun> {
  const { call } = await import('@/lib/client/browser')
  const done: PlannedChange[] = []
  let updated = 0
  const result = await runSteps({
    items: chunksOf(changes, CHUNK),
    signal,
    run: async (chunk) => {
      const body = { ids: chunk.map(({ id }) => id), add: [...(change.add ?? [])], remove: [...(change.remove ?? [])] }
      // Not aborted in mid-call: a chunk that was sent is waited for, so that undo knows of it.
      const answer = await call('monitors.bulkTag', { body })
      updated += answer.updated ?? chunk.length
      done.push(...chunk)
      report(done.length)
    },
  })
  return { done, updated, isCancelled: result.isCancelled, error: result.error }
}
