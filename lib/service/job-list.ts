import { bzpJob } from './bzp-rollover'
import { feederJob } from './feeder'
import type { Job } from './jobs'
import { reportJobs } from './report-jobs'

/** Every periodic job of the service. */
export const jobs: readonly Job[] = [feederJob, ...reportJobs, bzpJob]
