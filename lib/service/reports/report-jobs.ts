import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { deleteDailyReportsBefore, expiredDailyFiles } from '@/lib/service/reports/statements/daily-reports'
import {
  deleteReportJobsBefore,
  expiredJobFiles,
  expireReportJobs,
  forgetJobFile,
} from '@/lib/service/reports/statements/report-jobs'

import type { ServiceDependencies } from '../http/context'
import type { ServiceJob } from '../jobs'
import { finishedDays, generateDailyReports } from './daily-reports'
import { reportsFolder } from './report-file'
import { makeQueuedReports, REPORT_LEASE_MS } from './report-queue'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Expired files stay this long, so that downloads that began before can finish. */
const FILE_RETENTION_MS = HOUR_MS
/**
 * Decision 9 (download after expiry): how long an expired daily report answers 410 before it is deleted and answers
 * 404.
 */
const EXPIRED_ENTRY_RETENTION_MS = DAY_MS
/** How long a finished custom job stays in the list. */
const ENDED_JOB_RETENTION_MS = 90 * DAY_MS
/** No report takes a day to write: older temporary files belong to killed processes. */
const TEMPORARY_RETENTION_MS = DAY_MS

/** Deletes expired files and entries after a delay. It is safe to repeat. */
async function expireReports(dependencies: ServiceDependencies): Promise<void> {
  const { clock, config, storage } = dependencies
  const { db } = storage
  const folder = reportsFolder(config.dataDir)
  const before = (ms: number) => new Date(clock().getTime() - ms).toISOString()
  for (const { file } of await expiredDailyFiles(db, before(FILE_RETENTION_MS))) await remove(folder, file)
  await deleteDailyReportsBefore(db, before(EXPIRED_ENTRY_RETENTION_MS))
  await expireReportJobs(db, before(0))
  for (const { id, file } of await expiredJobFiles(db, before(FILE_RETENTION_MS))) {
    if (file !== null) await remove(folder, file)
    await forgetJobFile(db, id)
  }
  await deleteReportJobsBefore(db, before(ENDED_JOB_RETENTION_MS))
  for (const part of ['daily', 'custom']) await removeTemporary(join(/* turbopackIgnore: true */ folder, part))
}

const remove = (folder: string, file: string) => rm(join(folder, file), { force: true })

async function removeTemporary(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.tmp'))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    // File times come from the machine's clock, not from the clock of the service.
    if (found && Date.now() - found.mtimeMs > TEMPORARY_RETENTION_MS) await rm(path, { force: true })
  }
}

/** Delay after midnight before a day is closed, for announcements that are still being published. */
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
