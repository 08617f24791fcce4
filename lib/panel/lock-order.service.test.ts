import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { reportScheduleBody } from '@/lib/contract/panel/report-schedules'
import { ApiError } from '@/lib/domain/api-error'
import { lockAccount } from '@/lib/storage/engine/account-lock'
import { jobsOf, openDesk } from '@/lib/testing/bzp-alerts'
import { openWhiteList } from '@/lib/testing/delivery/white-list-office'
import { freeNipOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import type { AskService } from './context'
import { reportSchedulesJob } from './reports/job'
import { reportScheduleHandlers } from './reports/schedule-handlers'

const NOW = '2026-11-20T11:00:00.000Z'
const LATER = '2026-11-23T06:00:00.000Z'

// SQLite has one writer at a time: there is no order.
describe.runIf(engines.includes('postgres'))('a job and a person who change the same row', () => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine: 'postgres', now: NOW })
  })
  afterAll(() => at.stop())

  type Row = { readonly accountId: string; readonly table: string; readonly id: string; readonly column?: string }

  /**
   * As a person's call has it: the account is held, then the row is wanted. A job that holds the row while it waits for the account
   * would never end with it; `nowait` says so at once.
   */
  async function meet({ accountId, table, id, column = 'id' }: Row, job: () => Promise<unknown>): Promise<void> {
    let running: Promise<unknown> = Promise.resolve()
    await at.storage.db.transaction().execute(async (db) => {
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
      where datname = current_database() and wait_event_type = 'Lock'`.execute(at.storage.db)
    return rows[0]?.waiting ?? 0
  }

  it('end both: a chunk of the white list against its cancellation', async () => {
    const { accountId, create, turn, list } = await openWhiteList(at)
    const { id } = await create([freeNipOf(1)])
    await at.storage.db.updateTable('white_list_numbers').set({ state: 'answered' }).where('run_id', '=', id).execute()
    await meet({ accountId, table: 'white_list_runs', id }, () => turn())
    expect((await list()).items[0]?.state).toBe('done')
  })

  it('end both: a scheduled check of the white list against a change of its schedule', async () => {
    at.clock.set(NOW)
    const { accountId, schedule, startDue, schedules } = await openWhiteList(at)
    const { id } = await schedule({ rhythm: 'weekly', weekday: 1, hour: 7 })
    at.clock.set(LATER)
    await meet({ accountId, table: 'white_list_schedules', id }, () => startDue())
    expect((await schedules())[0]?.last).toMatchObject({ outcome: 'no_numbers' })
  })

  it.each([
    ['that is taken', () => Promise.resolve({ id: 'job-1' }), 'ordered'],
    [
      'that is refused for good',
      () => Promise.reject(new ApiError('gone', { status: 404, code: 'not_found' })),
      'refused',
    ],
  ])('end both: an order of a report %s against a change of its schedule', async (_, answer, state) => {
    at.clock.set(NOW)
    const { accountId } = await at.createAccount()
    const { context } = await openDesk(at, accountId)
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
    at.clock.set('2026-11-21T06:00:00.000Z')
    // Sound: it is asked for nothing but the order and what became of it.
    const ask = answer as unknown as AskService
    const job = () => reportSchedulesJob.run(jobsOf(at, { askFor: () => ask }))
    const row =
      state === 'ordered' ? { table: 'report_schedule_runs', column: 'schedule_id' } : { table: 'report_schedules' }
    await meet({ accountId, id, ...row }, job)
    const runs = await at.storage.db
      .selectFrom('report_schedule_runs')
      .selectAll()
      .where('schedule_id', '=', id)
      .execute()
    expect(runs.map((run) => run.state)).toEqual([state])
  })
})
