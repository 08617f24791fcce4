import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openWhiteList, whiteListUnits } from '@/lib/testing/delivery/white-list-client'
import { freeNipOf } from '@/lib/testing/identifiers'
import { type KilledRuns, openKilledRuns } from '@/lib/testing/killed-runs'
import { rounds } from '@/lib/testing/rounds'
import { engines, TEST_AUDIT_KEY, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const KILLS = rounds({ long: 10, short: 3 })
const MAX_KILL_ROUNDS = 30
const NUMBERS = 3_000
const POOL = 2_900

/**
 * Runs the job repeatedly until the process is killed. Calls pass through HTTP, so that the kill may fall between
 * charge and commit.
 */
const JOB_SCRIPT = `
import { pino } from 'pino'
import { whiteListRunsJob } from '@/lib/features/white-list/run-job'
import { openStorage } from '@/lib/storage/open'
import { keepAuditKey } from '@/lib/features/audit/statements/audit-key'

const { now, url, apiKey, auditKey, ...store } = JSON.parse(process.env.STORE)
const storage = await openStorage(store)
keepAuditKey(storage.db, auditKey)
const fetchService = async (path, init = {}) => {
  const answer = await fetch(url + path, { ...init, headers: { ...init.headers, 'x-api-key': apiKey } })
  // The answer is charged but not recorded yet.
  await new Promise((resolve) => setTimeout(resolve, 15))
  return answer
}
const dependencies = { storage, clock: () => new Date(now), log: pino({ level: 'silent' }), isEmbedded: true, fetchFor: () => fetchService }
const say = (error) => /SQLITE_BUSY|is locked/.test(String(error?.code) + error) || console.error(error)
for (;;) {
  await whiteListRunsJob.run(dependencies).catch(say)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
`

describe.each(engines)('white-list runs in killed processes on %s', (engine) => {
  let service: TestService
  let killedRuns: KilledRuns
  beforeAll(async () => {
    killedRuns = await openKilledRuns(engine, JOB_SCRIPT, NOW)
    service = killedRuns.service
  })
  afterAll(async () => {
    await killedRuns.stop()
  })

  it('never pay twice for a number, and use up the pool to the last unit', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: POOL } })
    const client = await openWhiteList(service, { accountId })
    const { id } = await client.create(Array.from({ length: NUMBERS }, (_, index) => freeNipOf(index)))
    const start = () => killedRuns.start({ now: NOW, url: service.url, apiKey, auditKey: TEST_AUDIT_KEY })
    const row = () =>
      service.storage.db.selectFrom('white_list_runs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // A cheap query, because it is repeated all the time next to the working processes.
    const countAnswered = async () => {
      const { count } = await service.storage.db
        .selectFrom('white_list_numbers')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('run_id', '=', id)
        .where('state', '=', 'answered')
        .executeTakeFirstOrThrow()
      return count
    }
    let killedWithin = 0
    for (let round = 0; round < KILLS || (killedWithin === 0 && round < MAX_KILL_ROUNDS); round += 1) {
      const children = [start(), start()]
      const before = await countAnswered()
      await expect.poll(countAnswered, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + 99)
      // Killed while a chunk is on its way, and not just after one was recorded.
      await expect.poll(async () => (await row()).chunk_key, { timeout: 60_000, interval: 1 }).not.toBeNull()
      await Promise.all(children.map(killedRuns.kill))
      if ((await row()).chunk_key !== null) killedWithin += 1
      // Simulates the end of the five-minute claim of the killed process.
      await service.storage.db
        .updateTable('white_list_runs')
        .set({ claimed_by: null, claimed_until: null })
        .where('id', '=', id)
        .execute()
    }
    expect(killedWithin).toBeGreaterThan(0)
    const last = start()
    await expect.poll(async () => (await row()).state, { timeout: 60_000 }).toBe('paused')
    await killedRuns.kill(last)
    expect(await client.get(id)).toMatchObject({ reason: 'pool', answered: POOL, units: POOL, unsure: 0, errors: 0 })
    expect(await whiteListUnits(service, accountId)).toBe(POOL)
  }, 400_000)
})
