import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import { updateAccountSettings } from '@/lib/features/account-settings/statements'
import { recordAuditAlone } from '@/lib/features/audit/audit'
import { setMemberRole } from '@/lib/features/members/members'
import { insertMember } from '@/lib/features/members/statements/members'
import { sessionHandlers } from '@/lib/features/profile/handlers'
import { reportScheduleBody } from '@/lib/features/report-schedules/contract'
import { reportScheduleHandlers } from '@/lib/features/report-schedules/handlers'
import { reportSchedulesJob } from '@/lib/features/report-schedules/job'
import { retentionJob } from '@/lib/features/retention/job'
import { whiteListScheduleBody } from '@/lib/features/white-list/contract/schedules'
import { whiteListScheduleHandlers } from '@/lib/features/white-list/schedule-handlers'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { alertOf, jobDependenciesOf, openAlertsClient, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { openChannelsClient, runSendJob } from '@/lib/testing/delivery/channels'
import { insertPanelEvents, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { openWhiteList } from '@/lib/testing/delivery/white-list-client'
import { freeNipOf } from '@/lib/testing/identifiers'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { rounds } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import type { CallService } from './context'

const counts = { deadlocks: 0 }
/**
 * A service that counts deadlocks, which are otherwise retried silently. Test files share modules, so this one loads
 * the store again with its own counter.
 */
async function startCountingService(): Promise<TestService> {
  vi.resetModules()
  vi.doMock(import('@/lib/storage/engine/repeat'), async (original) => {
    const { repeatLost } = await original()
    return {
      repeatLost: (run) =>
        repeatLost(() =>
          run().catch((error: unknown) => {
            if (isDeadlock(error)) counts.deadlocks += 1
            throw error
          }),
        ),
    }
  })
  const { startTestService } = await import('@/lib/testing/service')
  return startTestService({ engine: 'postgres', now: NOW })
}
function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '40P01'
}

const NOW = '2026-11-20T11:00:00.000Z'
const LATER = '2026-11-23T06:00:00.000Z'
const DAY_MS = 86_400_000

// SQLite has one writer at a time, so there is no lock order.
describe.runIf(engines.includes('postgres'))('a job and a user call that change the same row', () => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine: 'postgres', now: NOW })
  })
  afterAll(() => testService.stop())

  type Row = { readonly accountId: string; readonly table: string; readonly id: string; readonly column?: string }

  /**
   * Locks as a person's call does: first the account, then the row. A job that holds the row while it waits for the
   * account would deadlock with it; `nowait` reports that at once.
   */
  async function runDuringUserCall(
    { accountId, table, id, column = 'id' }: Row,
    job: () => Promise<unknown>,
  ): Promise<void> {
    let running: Promise<unknown> = Promise.resolve()
    await testService.storage.db.transaction().execute(async (db) => {
      await lockAccount(db, accountId)
      running = job()
      await expect.poll(countWaiting).toBe(1)
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} for update nowait`.execute(db)
    })
    await running
  }
  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(testService.storage.db)
    return rows[0]?.waiting ?? 0
  }

  it('both complete: a white-list chunk and its cancellation', async () => {
    const { accountId, create, runJob, list } = await openWhiteList(testService)
    const { id } = await create([freeNipOf(1)])
    await testService.storage.db
      .updateTable('white_list_numbers')
      .set({ state: 'answered' })
      .where('run_id', '=', id)
      .execute()
    await runDuringUserCall({ accountId, table: 'white_list_runs', id }, () => runJob())
    expect((await list()).items[0]?.state).toBe('done')
  })

  it('both complete: a scheduled white-list run and a change of its schedule', async () => {
    testService.clock.set(NOW)
    const { accountId, schedule, startDue, schedules } = await openWhiteList(testService)
    const { id } = await schedule({ rhythm: 'weekly', weekday: 1, hour: 7 })
    testService.clock.set(LATER)
    await runDuringUserCall({ accountId, table: 'white_list_schedules', id }, () => startDue())
    expect((await schedules())[0]?.last).toMatchObject({ outcome: 'no_numbers' })
  })

  it.each([
    ['that is accepted', () => Promise.resolve({ id: 'job-1' }), 'ordered'],
    [
      'that is refused permanently',
      () => Promise.reject(new ApiError('gone', { status: 404, code: 'not_found' })),
      'refused',
    ],
  ])('both complete: a report order %s and a change of its schedule', async (_, answer, state) => {
    testService.clock.set(NOW)
    const { accountId } = await testService.createAccount()
    const { context } = await openAlertsClient(testService, accountId)
    const body = reportScheduleBody.parse({
      name: 'KRZ',
      source: 'krz',
      format: 'csv',
      rhythm: 'daily',
      period: 'day_before',
      hour: 7,
      is_team: true,
    })
    const { id } = await reportScheduleHandlers['reportSchedules.create']({ body }, context())
    testService.clock.set('2026-11-21T06:00:00.000Z')
    // Safe: the job only orders and asks for the state of the order.
    const callService = answer as unknown as CallService
    const job = () => reportSchedulesJob.run(jobDependenciesOf(testService, { callFor: () => callService }))
    const row =
      state === 'ordered' ? { table: 'report_schedule_runs', column: 'schedule_id' } : { table: 'report_schedules' }
    await runDuringUserCall({ accountId, id, ...row }, job)
    const runs = await testService.storage.db
      .selectFrom('report_schedule_runs')
      .selectAll()
      .where('schedule_id', '=', id)
      .execute()
    expect(runs.map((run) => run.state)).toEqual([state])
  })
})

const ROUNDS = rounds({ long: 500, short: 20 })

describe.runIf(engines.includes('postgres'))('repeated concurrent jobs and user calls on the same rows', () => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startCountingService()
  })
  afterAll(async () => {
    await testService.stop()
    vi.doUnmock('@/lib/storage/engine/repeat')
    vi.resetModules()
  })

  /** Runs the tasks of each round at once. A task may be refused, but no two may deadlock. */
  async function race(round: (number: number) => Promise<readonly (() => Promise<unknown>)[]>): Promise<void> {
    counts.deadlocks = 0
    testService.clock.set(NOW)
    const failures: unknown[] = []
    for (let number = 0; number < ROUNDS; number += 1) {
      const tasks = await round(number)
      for (const outcome of await Promise.allSettled(tasks.map((work) => work())))
        if (outcome.status === 'rejected' && outcome.reason instanceof DatabaseError) failures.push(outcome.reason)
    }
    expect({ deadlocks: counts.deadlocks, failures }).toEqual({ deadlocks: 0, failures: [] })
  }

  it('have their deadlocks counted', async () => {
    counts.deadlocks = 0
    const ids = [(await testService.createAccount()).accountId, (await testService.createAccount()).accountId]
    let waiting = 0
    const cross = (order: readonly string[]) =>
      testService.storage.db.transaction().execute(async (db) => {
        for (const id of order) {
          await lockAccount(db, id)
          waiting += 1
          await expect.poll(() => waiting).toBeGreaterThan(1)
        }
      })
    await Promise.all([cross(ids), cross(ids.toReversed())])
    expect(counts.deadlocks).toBe(1)
  })

  it('do not deadlock: a white-list chunk and its cancellation', { timeout: 300_000 }, async () => {
    const { create, runJob, cancel, resume } = await openWhiteList(testService)
    await race(async (number) => {
      const { id } = await create([freeNipOf(number)])
      return [() => runJob(), () => cancel(id), () => resume(id)]
    })
  })

  it('do not deadlock: a scheduled white-list run and a change of its schedule', { timeout: 300_000 }, async () => {
    const { context, schedule, startDue } = await openWhiteList(testService)
    const { id } = await schedule()
    const { 'whiteListSchedules.pause': pause, 'whiteListSchedules.update': update } = whiteListScheduleHandlers
    const body = whiteListScheduleBody.parse({
      name: 'Dostawcy',
      tag: 'dostawcy',
      rhythm: 'daily',
      weekday: 1,
      hour: 7,
      budget_units: 100,
      after_midnight: true,
      enabled: true,
    })
    await race(async () => {
      await update({ params: { id }, body }, context())
      testService.clock.advance(DAY_MS)
      return [
        () => startDue(),
        () => pause({ params: { id } }, context()),
        () => update({ params: { id }, body }, context()),
      ]
    })
  })

  it('do not deadlock: a report order and a change of its schedule', { timeout: 300_000 }, async () => {
    const { accountId } = await testService.createAccount()
    const { context } = await openAlertsClient(testService, accountId)
    const fields = { source: 'krz', format: 'csv', rhythm: 'daily', period: 'day_before', hour: 7, is_team: true }
    const body = reportScheduleBody.parse({ name: 'KRZ', ...fields })
    testService.clock.set(NOW)
    const { id } = await reportScheduleHandlers['reportSchedules.create']({ body }, context())
    const refused = new ApiError('gone', { status: 404, code: 'not_found' })
    // Safe: the job only orders.
    const callService = ((): Promise<unknown> =>
      testService.clock.now().getTime() % 2 === 0
        ? Promise.resolve({ id: 'job-1' })
        : Promise.reject(refused)) as CallService
    await race(async (number) => {
      testService.clock.advance(DAY_MS + (number % 2))
      const update = () => reportScheduleHandlers['reportSchedules.update']({ params: { id }, body }, context())
      return [() => reportSchedulesJob.run(jobDependenciesOf(testService, { callFor: () => callService })), update]
    })
  })

  it('do not deadlock: notifications of a rule and a change of the rule', { timeout: 300_000 }, async () => {
    const { accountId } = await testService.createAccount()
    const owner = await openRules(testService, accountId)
    const { id } = await owner.create({ is_team: true })
    await race(async (number) => {
      await insertPanelEvents(testService, accountId, { title: `Nowe ${number}` })
      testService.clock.advance(60_000)
      return [() => runRuleJobs(testService), () => owner.update(id, { is_team: true, name: `Nazwa ${number}` })]
    })
  })

  it('do not deadlock: tender matches and notifications, and a change of the rule', { timeout: 300_000 }, async () => {
    const { accountId } = await testService.createAccount()
    testService.clock.set(NOW)
    const owner = await openAlertsClient(testService, accountId)
    const { id } = await owner.create({ delivery: 'hourly' })
    await race(async (number) => {
      testService.clock.advance(3_600_000)
      await insertSampleNotices(testService, [
        noticeOf(number, { published_at: testService.clock.now().toISOString() }),
      ])
      return [
        () => runTenderJobs(testService),
        () => owner.update(id, alertOf({ name: `Budowy ${number}`, delivery: 'hourly' })),
      ]
    })
    expect((await owner.titles()).length).toBeGreaterThan(0)
    expect((await owner.sends(id)).length).toBeGreaterThan(0)
  })

  it('do not deadlock: a delivery and a change of its channel', { timeout: 300_000 }, async () => {
    const { accountId } = await testService.createAccount()
    const client = await openChannelsClient(testService, accountId)
    // No server listens there.
    const url = 'http://127.0.0.1:9/'
    await race(async (number) => {
      const { channel } = await client.create({ url, name: `System ${number}` })
      await client.queue(channel.id, ['a', 'b'])
      testService.clock.advance(60_000)
      const rotate = () => client.rotate(channel.id, { keep_hours: 0, force: true })
      return [() => runSendJob(testService), rotate, () => client.remove(channel.id)]
    })
  })

  it(
    'do not deadlock: users of two accounts who end their other sessions, and changes of their roles',
    { timeout: 300_000 },
    async () => {
      const [one, other] = [await testService.createAccount(), await testService.createAccount()]
      const role = 'owner' as const
      const memberFields = { role, created_at: NOW, disabled_at: null, last_seen_at: null }
      const people = [
        await makeMember(testService.storage, { accountId: one.accountId }),
        await makeMember(testService.storage, { accountId: other.accountId }),
      ] as const
      for (const [index, { id: user_id }] of people.entries()) {
        const account_id = index === 0 ? other.accountId : one.accountId
        await insertMember(asAccountTx(testService.storage.db), { account_id, user_id, ...memberFields })
      }
      const author = { actor: 'cli', now: new Date(NOW), sendsMail: false }
      await race((number) =>
        Promise.resolve([
          ...people.map(
            (user) => () =>
              sessionHandlers['sessions.endOthers'](
                {},
                panelContext(testService, one.accountId, { user: { ...user, role } }),
              ),
          ),
          ...[one, other].map(({ accountId }) => () => {
            const change = { ...author, role: number % 2 === 0 ? ('viewer' as const) : role }
            return setMemberRole(testService.storage, { accountId, userId: people[0].id }, change)
          }),
        ]),
      )
    },
  )

  it('do not deadlock: new audit entries and the deletion of old ones', { timeout: 300_000 }, async () => {
    const { accountId } = await testService.createAccount()
    await updateAccountSettings(asAccountTx(testService.storage.db), accountId, { audit_months: 6, event_months: 1 })
    const addEntry = (now: Date) =>
      recordAuditAlone(testService.storage, { accountId, actor: 'a', action: 'filters.update', now })
    await race(async () => {
      await addEntry(testService.clock.now())
      testService.clock.advance(7 * 31 * DAY_MS)
      return [
        () => retentionJob.run(jobDependenciesOf(testService)),
        () => addEntry(testService.clock.now()),
        () => addEntry(testService.clock.now()),
      ]
    })
  })
})
