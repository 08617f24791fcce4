import type { PanelJob } from '@/lib/panel/job'

import { anchorLogs, anchorPlaceOf } from './audit-anchors'

/** The log alone. */
const nowhere = anchorPlaceOf(undefined)

/** What was written after the last anchor is what somebody could cut off unnoticed. */
export const auditAnchorsJob: PanelJob = {
  name: 'audit.anchors',
  everyMs: 15 * 60_000,
  run: ({ storage, clock, log, anchors = nowhere }) => anchorLogs({ storage, place: anchors, log, now: clock() }),
}
