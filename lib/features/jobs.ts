import { bulkTagsJob } from '@/lib/features/bulk-tags/run-job'
import { rulesRiskJob } from '@/lib/features/rules/risk/job'
import type { PanelJob } from '@/lib/panel/job'

import { archiveJob, archiveStoreJobs } from './archive/job'
import { auditAnchorsJob } from './audit/anchor-job'
import { bulkTagsForgetJob } from './bulk-tags/forget-job'
import { bzpJob } from './bzp/job'
import { certificatesJob } from './certificates/job'
import { deliveriesJob, deliveriesForgetJob } from './deliveries/job'
import { eventsJob } from './events/job'
import { importsUndoJob } from './imports/undo-job'
import { packsJob } from './packs/job'
import { reportDownloadsJob } from './report-downloads/job'
import { reportSchedulesJob } from './report-schedules/job'
import { reportsJob } from './reports/job'
import { retentionJob } from './retention/job'
import { rulesMessagesJob, rulesJob } from './rules/job'
import { whiteListRunsJob } from './white-list/run-job'
import { whiteListSchedulesJob } from './white-list/schedule-job'

export const panelJobs: readonly PanelJob[] = [
  eventsJob,
  certificatesJob,
  reportsJob,
  reportDownloadsJob,
  bulkTagsJob,
  bulkTagsForgetJob,
  importsUndoJob,
  bzpJob,
  rulesJob,
  rulesMessagesJob,
  rulesRiskJob,
  reportSchedulesJob,
  whiteListSchedulesJob,
  whiteListRunsJob,
  deliveriesJob,
  deliveriesForgetJob,
  packsJob,
  archiveJob,
  ...archiveStoreJobs,
  auditAnchorsJob,
  retentionJob,
]
