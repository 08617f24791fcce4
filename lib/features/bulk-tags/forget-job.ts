import type { PanelJob } from '@/lib/panel/job'

import { ago, LISTED_MS, UNDO_MS } from './bulk-tag-job'
import { deleteOldJobs } from './statements/bulk-tags'

const DAY_MS = 24 * 3_600_000

/** Deletes lists of monitors that are no longer needed for an undo, and old jobs. */
export const bulkTagsForgetJob: PanelJob = {
  name: 'bulk-tags.forget',
  everyMs: DAY_MS / 4,
  run: ({ storage, clock }) =>
    deleteOldJobs(storage.db, { undoable: ago(clock(), UNDO_MS), listed: ago(clock(), LISTED_MS) }),
}
