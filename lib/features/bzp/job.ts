import { notifyRules } from '@/lib/features/rules/notify'
import type { PanelJob } from '@/lib/panel/job'

import { readNewNotices } from './notice-reader'
import { readRemoteNotices } from './remote-reader'

/** Finds new notices for saved alerts. With the embedded service, rules send their notifications in the same run. */
export const bzpJob: PanelJob = {
  name: 'bzp',
  everyMs: 10_000,
  run: async (dependencies, stopping) => {
    if (!dependencies.isEmbedded) return readRemoteNotices(dependencies, stopping)
    await readNewNotices(dependencies, stopping)
    return notifyRules(dependencies)
  },
}
