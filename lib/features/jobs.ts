import { archiveLookJob, archiveStoreJobs } from '@/lib/features/archive/job'
import { auditAnchorJob } from '@/lib/features/audit/anchor-job'
import { bulkRunsJob } from '@/lib/features/bulk-tags/bulk-run-job'
import { forgetOldBulkTags } from '@/lib/features/bulk-tags/bulk-tag-job'
import { bzpAlertsJob } from '@/lib/features/bzp/job'
import { filterSightingsJob } from '@/lib/features/certificates/sightings'
import { deliveriesJob, forgetDeliveriesJob } from '@/lib/features/deliveries/job'
import { eventReaderJob } from '@/lib/features/events/event-reader'
import { importUndoJob } from '@/lib/features/imports/undo-job'
import { periodPacksJob } from '@/lib/features/packs/freeze'
import { untoldDownloadsJob } from '@/lib/features/report-downloads/unlogged-job'
import { reportSchedulesJob } from '@/lib/features/report-schedules/job'
import { reportReaderJob } from '@/lib/features/reports/report-index-reader'
import { forgetJob } from '@/lib/features/retention/job'
import { ruleMessagesJob, rulesJob } from '@/lib/features/rules/job'
import { riskReadingsJob } from '@/lib/features/rules/risk/risk-job'
import { whiteListRunsJob } from '@/lib/features/white-list/run-job'
import { whiteListSchedulesJob } from '@/lib/features/white-list/schedule-job'
import type { PanelJob } from '@/lib/panel/job'

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
