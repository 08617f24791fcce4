import { auditAnchorJob } from './audit/anchor-job'
import { forgetOldBulkTags } from './bulk-tags/bulk-tag-job'
import { bzpAlertsJob, bzpMessagesJob } from './bzp/job'
import { filterSightingsJob } from './certificates/sightings-job'
import { eventReaderJob } from './events/event-reader-job'
import { forgetJob } from './forget-job'
import { importUndoJob } from './imports/undo-job'
import { type PanelJob } from './job'
import { mailOutboxJob, periodPacksJob, spendAlertsJob } from './spend/finance-jobs'

export const panelJobs: readonly PanelJob[] = [
  eventReaderJob,
  filterSightingsJob,
  forgetOldBulkTags,
  importUndoJob,
  bzpAlertsJob,
  bzpMessagesJob,
  spendAlertsJob,
  mailOutboxJob,
  periodPacksJob,
  auditAnchorJob,
  forgetJob,
]
