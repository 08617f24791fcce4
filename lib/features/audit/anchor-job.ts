import type { PanelJob } from '@/lib/panel/job'

import { anchorLogs, anchorTargetOf } from './audit-anchors'

/** Without a file anchors are written to the process log only. */
const noAnchorFile = anchorTargetOf(undefined)

/** Entries after the last anchor could be cut off unnoticed, so the job runs often. */
export const auditAnchorsJob: PanelJob = {
  name: 'audit.anchors',
  everyMs: 15 * 60_000,
  run: ({ storage, clock, log, anchors = noAnchorFile }) => anchorLogs({ storage, place: anchors, log, now: clock() }),
}
