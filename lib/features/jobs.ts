import type { PanelJob } from '@/lib/panel/job'

import { archiveLookJob, archiveStoreJobs } from './archive/job'
import { auditAnchorJob } from './audit/anchor-job'
import { bulkRunsJob } from './bulk-tags/bulk-run-job'
import { forgetOldBulkTags } from './bulk-tags/bulk-tag-job'
import { bzpAlertsJob } from './bzp/job'
import { filterSightingsJob } from './certificates/sightings'
import { deliveriesJob, forgetDeliveriesJob } from './deliveries/job'
import { eventReaderJob } from './events/event-reader'
import { importUndoJob } from './imports/undo-job'
import { periodPacksJob } from './packs/freeze'
import { untoldDownloadsJob } from './report-downloads/unlogged-job'
import { reportSchedulesJob } from './report-schedules/job'
import { reportReaderJob } from './reports/report-index-reader'
import { forgetJob } from './retention/job'
import { ruleMessagesJob, rulesJob } from './rules/job'
import { riskReadingsJob } from './rules/risk/risk-job'
import { whiteListRunsJob } from './white-list/run-job'
import { whiteListSchedulesJob } from './white-list/schedule-job'

export const panelJobs: readonly PanelJob[] = [
  eventReaderJob,
  filterSightingsJob,
  reportReaderJob,
  untoldDownloadsJob,
  bulkRunsJob,
  forgetOldBulkTags,
  importUndoJob,
  bzpAlertsJob,
  rulesJob,
  ruleMessagesJob,
  riskReadingsJob,
  reportSchedulesJob,
  whiteListSchedulesJob,
  whiteListRunsJob,
  deliveriesJob,
  forgetDeliveriesJob,
  periodPacksJob,
  archiveLookJob,
  ...archiveStoreJobs,
  auditAnchorJob,
  forgetJob,
]
