import type { PanelJob } from '../job'
import { readNewNotices } from './notice-reader'
import { readRemoteNotices } from './remote-reader'
import { tellFound } from './sending'

/** Finds what is new for saved alerts. What it found in the store itself it tells in the same turn. */
export const bzpAlertsJob: PanelJob = {
  name: 'bzp-alerts',
  everyMs: 10_000,
  run: async (dependencies, stopping) => {
    if (!dependencies.isEmbedded) return readRemoteNotices(dependencies, stopping)
    await readNewNotices(dependencies, stopping)
    return tellFound(dependencies)
  },
}

/** Tells of what was found, and sends digests; on its own, so that a service that hangs holds up none. */
export const bzpMessagesJob: PanelJob = { name: 'bzp-messages', everyMs: 15_000, run: tellFound }
