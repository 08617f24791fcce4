import type { ServiceJob } from '../jobs'
import { finishedDays, generateDailyReports } from './daily-reports'
import { expireReports } from './report-expiry'
import { makeQueuedReports, REPORT_LEASE_MS } from './report-queue'

/** What is being published at midnight is given time to arrive before its day is closed. */
const SETTLING_MS = 60_000

const dailyReports: ServiceJob = {
  name: 'daily-reports',
  everyMs: 60_000,
  run: async (dependencies) => {
    const days = finishedDays(new Date(dependencies.clock().getTime() - SETTLING_MS))
    await generateDailyReports(dependencies, { days })
    await expireReports(dependencies)
  },
}

const customReports: ServiceJob = {
  name: 'custom-reports',
  everyMs: 2_000,
  leaseMs: REPORT_LEASE_MS,
  run: makeQueuedReports,
}

export const reportJobs: readonly ServiceJob[] = [dailyReports, customReports]
