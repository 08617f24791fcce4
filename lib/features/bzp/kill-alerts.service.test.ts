import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { filterOf, openAlertsClient } from '@/lib/testing/bzp-alerts'
import { type KilledRuns, openKilledRuns } from '@/lib/testing/killed-runs'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { rounds } from '@/lib/testing/rounds'
import { engines, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const KILLS = rounds({ long: 20, short: 3 })
const PER_ROUND = 40

/** Runs the jobs repeatedly until the process is killed. */
const JOB_SCRIPT = `
import { pino } from 'pino'
import { bzpJob } from '@/lib/features/bzp/job'
import { noMail } from '@/lib/panel/mail/mailer'
import { rulesMessagesJob } from '@/lib/features/rules/job'
import { openStorage } from '@/lib/storage/open'

const { now, ...store } = JSON.parse(process.env.STORE)
const storage = await openStorage(store)
const log = pino({ level: 'silent' })
const dependencies = { storage, clock: () => new Date(now), log, dataDir: '', mail: noMail, isEmbedded: true }
for (;;) {
  // A process that waits too long for SQLite's file lock retries, as a job does.
  await bzpJob.run(dependencies).catch(() => undefined)
  await rulesMessagesJob.run(dependencies).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
`

describe.each(engines)('tender alerts whose processes are killed, on %s', (engine) => {
  let service: TestService
  let killedRuns: KilledRuns
  beforeAll(async () => {
    killedRuns = await openKilledRuns(engine, JOB_SCRIPT, NOW)
    service = killedRuns.service
  })
  afterAll(async () => {
    await killedRuns.stop()
  })

  /** Each start is later than the one before, so that claims of a killed process have expired. */
  const start = (minutes = 0) => killedRuns.start({ now: new Date(Date.parse(NOW) + minutes * 61_000).toISOString() })

  it('lose no published notice and notify of none twice', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const alert = await owner.create({ filter: filterOf({ keywords: ['zabity'] }), delivery: 'at_once' })
    const children = [start(), start()]
    let published = 0
    const countMatches = async () => (await owner.alerts())[0]?.match_count ?? 0
    for (let round = 0; round < KILLS; round += 1) {
      const notices = Array.from({ length: PER_ROUND }, () => noticeOf((published += 1), { title: 'Zabity' }))
      for (const notice of notices) await insertSampleNotices(service, [notice])
      // The process is killed in the middle of its work, at any step.
      await expect.poll(countMatches, { timeout: 30_000, interval: 3 }).toBeGreaterThan(published - PER_ROUND / 2)
      await killedRuns.kill(children[round % 2]!)
      children[round % 2] = start(round + 1)
    }
    await expect.poll(countMatches, { timeout: 30_000 }).toBe(published)
    const { items } = await owner.matches({ limit: 500 })
    expect(new Set(items.map(({ number }) => number)).size).toBe(items.length)
    expect(items.every(({ earlier }) => earlier.length === 0)).toBe(true)
    const notifiedSubjects = async () => {
      const rows = await service.storage.db
        .selectFrom('rule_notices')
        .innerJoin('rule_hits', (join) =>
          join
            .onRef('rule_hits.rule_id', '=', 'rule_notices.rule_id')
            .onRef('rule_hits.number', '>', 'rule_notices.hits_after')
            .onRef('rule_hits.number', '<=', 'rule_notices.hits_up_to'),
        )
        .select('rule_hits.subject_key')
        .where('rule_notices.rule_id', '=', alert.id)
        .execute()
      return rows.map(({ subject_key: key }) => key)
    }
    await expect.poll(async () => (await notifiedSubjects()).length, { timeout: 30_000 }).toBe(published)
    expect(new Set(await notifiedSubjects()).size).toBe(published)
  })
})
