import type { PanelJob } from '@/lib/panel/job'

import { findForRules } from './finding'
import { tellRules } from './telling'

/** Finds what rules look for; what was found is told in the same turn. */
export const rulesJob: PanelJob = {
  name: 'rules',
  everyMs: 10_000,
  run: async (dependencies, stopping) => {
    await findForRules(dependencies, stopping)
    await tellRules(dependencies)
  },
}

/** Tells of what was found, and sends digests; on its own, so that a service that hangs holds up none. */
export const rulesMessagesJob: PanelJob = { name: 'rules.messages', everyMs: 15_000, run: tellRules }
