import { tellRules } from '@/lib/features/rules/telling'
import type { PanelJob } from '@/lib/panel/job'

import { readNewNotices } from './notice-reader'
import { readRemoteNotices } from './remote-reader'

/** Finds what is new for saved alerts. What it found in the store itself it tells in the same turn. */
export const bzpJob: PanelJob = {
  name: 'bzp',
  everyMs: 10_000,
  run: async (dependencies, stopping) => {
    if (!dependencies.isEmbedded) return readRemoteNotices(dependencies, stopping)
    await readNewNotices(dependencies, stopping)
    return tellRules(dependencies)
  },
}
