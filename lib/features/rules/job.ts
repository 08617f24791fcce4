import type { PanelJob } from '@/lib/panel/job'

import { findRuleMatches } from './find-matches'
import { notifyRules } from './notify'

/** Finds matches of rules; immediate ones are sent in the same run. */
export const rulesJob: PanelJob = {
  name: 'rules',
  everyMs: 10_000,
  run: async (dependencies, stopping) => {
    await findRuleMatches(dependencies, stopping)
    await notifyRules(dependencies)
  },
}

/** Sends matches and digests; a separate job, so that a hanging service call cannot delay messages. */
export const rulesMessagesJob: PanelJob = { name: 'rules.messages', everyMs: 15_000, run: notifyRules }
