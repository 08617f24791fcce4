import type { PanelJob } from '@/lib/panel/job'

import { lookAfterArchives } from './look'
import { storeDue } from './store-due'

/** Finds new reports, tells of what fails, writes manifests and removes what was kept long enough. */
export const archiveJob: PanelJob = { name: 'archive', everyMs: 15_000, run: lookAfterArchives }

/** In one process or in several: each report is in one of them, and so is each account of a process. */
const HANDS = 4
export const archiveStoreJobs: readonly PanelJob[] = Array.from({ length: HANDS }, (_, index) => ({
  name: `archive.store-${index + 1}`,
  everyMs: 5000,
  run: storeDue,
}))
