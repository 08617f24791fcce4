import { finishedDays, generateDailyReports } from './daily-reports'
import type { Job } from './jobs'
import { expireReports } from './report-expiry'
import { makeQueuedReports } from './report-queue'

/** What is being published at midnight is given time to arrive before its day is closed. */
const SETTLING_MS = 60_000

const dailyReports: Job = {
  name: 'daily-reports',
  everyMs: 60_000,
  run: async (dependencies) => {
    const days = finishedDays(new Date(dependencies.clock().getTime() - SETTLING_MS))
    await generateDailyReports(dependencies, { days })
    await expireReports(dependencies)
  },
}

const customReports: Job = { name: 'custom-reports', everyMs: 2_000, run: makeQueuedReports }

export const reportJobs: readonly Job[] = [dailyReports, customReports]
