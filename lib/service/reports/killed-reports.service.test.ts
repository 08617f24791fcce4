import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ReportJob } from '@/lib/contract/reports'
import { publishMany } from '@/lib/testing/announcements'
import { type KilledRuns, openKilledRuns } from '@/lib/testing/killed-runs'
import { engines } from '@/lib/testing/service'

import { runOnce } from '../jobs'
import { newHolder } from '../process-mark'
import { reportJobs } from './report-jobs'

const NOW = '2026-11-20T11:00:00.000Z'
const A_DAY_LATER = '2026-11-21T11:00:00.000Z'
const ORDER = { source: 'krz', format: 'json', date_from: '2026-09-01', date_to: '2026-09-02' }
const [, customReports] = reportJobs

/** Starts a run of the job and a report, and stops there. */
const BEGIN_AND_HANG = `
import { newHolder } from '@/lib/service/process-mark'
import { claimJob } from '@/lib/storage/engine/job-locks'
import { openStorage } from '@/lib/storage/open'
import { claimReportJob } from '@/lib/service/reports/statements/report-jobs'

const { dataDir, databaseUrl, now, until } = JSON.parse(process.env.STORE ?? '')
const { db } = await openStorage({ dataDir, databaseUrl })
await claimJob(db, { name: 'custom-reports', holder: newHolder(), now, until })
await claimReportJob(db, { by: newHolder(), now, until })
setInterval(() => undefined, 1000)
`

describe.runIf(process.platform === 'linux').each(engines)('a report whose maker is killed on %s', (engine) => {
  let killedRuns: KilledRuns
  beforeAll(async () => {
    killedRuns = await openKilledRuns(engine, BEGIN_AND_HANG, NOW)
    await publishMany(killedRuns.service.storage, 'krz', 80)
  }, 60_000)
  afterAll(() => killedRuns.stop())

  it('is made in the next run of another process, but not before its maker has ended', async () => {
    const { service } = killedRuns
    const { apiKey } = await service.createAccount()
    const { body: job } = await service.request<ReportJob>(apiKey, 'POST', '/v1/reports', ORDER)
    const status = async () => (await service.request<ReportJob>(apiKey, 'GET', `/v1/reports/${job.id}`)).body.status
    const child = killedRuns.start({ now: NOW, until: A_DAY_LATER })
    await expect.poll(status, { timeout: 20_000 }).toBe('running')
    const runJob = () =>
      customReports
        ? runOnce(customReports, { holder: newHolder(), dependencies: service.service.dependencies })
        : Promise.reject(new Error('There is no such job'))
    expect([await runJob(), await status()]).toEqual([false, 'running'])
    await killedRuns.kill(child)
    // No time has passed: the claims would be valid for a day.
    expect([await runJob(), await status()]).toEqual([true, 'ready'])
  }, 60_000)
})
