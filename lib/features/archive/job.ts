import type { PanelJob } from '@/lib/panel/job'

import { runArchives } from './run-archives'
import { storeDue } from './store-due'

export const archiveJob: PanelJob = { name: 'archive', everyMs: 15_000, run: runArchives }

/** Workers per process. Each report is handled by one worker of all processes, and each account by one of a process. */
const WORKERS = 4
export const archiveStoreJobs: readonly PanelJob[] = Array.from({ length: WORKERS }, (_, index) => ({
  name: `archive.store-${index + 1}`,
  everyMs: 5000,
  run: storeDue,
}))
