import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { OperationAnswer } from '@/lib/client/client'
import { bzpJob } from '@/lib/features/bzp/job'
import { eventsJob } from '@/lib/features/events/job'
import { reportSchedulesJob } from '@/lib/features/report-schedules/job'
import { reportsJob } from '@/lib/features/reports/job'
import { whiteListRunsJob } from '@/lib/features/white-list/run-job'
import { alertOf, filterOf, jobDependenciesOf, openAlertsClient } from '@/lib/testing/bzp-alerts'
import { openWhiteList } from '@/lib/testing/delivery/white-list-client'
import { gate } from '@/lib/testing/gate'
import { freeNipOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import type { CallService, FetchService } from './context'
import type { PanelJob, PanelJobDependencies } from './job'

const NOW = '2026-11-20T11:00:00.000Z'

describe.each(engines)('an account whose service hangs, on %s', (engine) => {
  let testService: TestService
  let hanging: ReturnType<typeof gate>
  const jobRuns: Promise<unknown>[] = []
  beforeEach(async () => {
    testService = await startTestService({ engine, now: NOW })
    hanging = gate()
  })
  afterEach(async () => {
    hanging.open()
    await Promise.all(jobRuns.splice(0))
    await testService.stop()
  })

  /** The first of the two accounts gets an answer only once the gate opens, and then it is a refusal. */
  const twoAccounts = async () => {
    const [stuck, calm] = [
      await testService.createAccount({ slug: 'a-stuck' }),
      await testService.createAccount({ slug: 'b-calm' }),
    ]
    return { stuck: stuck.accountId, calm: calm.accountId }
  }
  const hang = async (): Promise<never> => {
    await hanging.opened
    throw new Error('answered too late')
  }
  const dependenciesFor = (
    stuck: string,
    { callService, fetch }: { callService?: CallService; fetch?: FetchService },
  ) => {
    // Safe: the call never settles, whatever it is called with.
    const hangingCall = (() => hang()) as CallService & FetchService
    return {
      isEmbedded: false,
      ...(callService && { callFor: ({ id }: { id: string }) => (id === stuck ? hangingCall : callService) }),
      ...(fetch && { fetchFor: ({ id }: { id: string }) => (id === stuck ? hangingCall : fetch) }),
    }
  }
  /** Starts a run of the job; it ends once the gate is open. */
  const begin = (job: PanelJob, more: Partial<PanelJobDependencies>) => {
    jobRuns.push(job.run(jobDependenciesOf(testService, more)))
  }
  // Safe: the jobs call only the operations of this service that are answered here.
  const callReturning = (answer: unknown) => (() => Promise.resolve(answer)) as CallService

  it('does not block events of other accounts', async () => {
    const { stuck, calm } = await twoAccounts()
    for (const accountId of [stuck, calm]) await openAlertsClient(testService, accountId)
    const created_at = testService.clock.now().toISOString()
    const items: OperationAnswer<'updates.list'>['items'] = [{ id: 1, title: 'Obwieszczenie', created_at }]
    begin(eventsJob, dependenciesFor(stuck, { callService: callReturning({ items, next_since: 1 }) }))
    const countEvents = async (id: string) =>
      (await testService.storage.db.selectFrom('panel_events').select('id').where('account_id', '=', id).execute())
        .length
    await expect.poll(() => countEvents(calm), { timeout: 30_000 }).toBe(1)
    expect(await countEvents(stuck)).toBe(0)
  })

  it('does not block the report index of other accounts', async () => {
    const { stuck, calm } = await twoAccounts()
    for (const accountId of [stuck, calm]) await openAlertsClient(testService, accountId)
    begin(reportsJob, dependenciesFor(stuck, { callService: callReturning([]) }))
    const readAt = async (id: string) =>
      (
        await testService.storage.db
          .selectFrom('report_readings')
          .select('read_at')
          .where('account_id', '=', id)
          .executeTakeFirst()
      )?.read_at
    await expect.poll(() => readAt(calm), { timeout: 30_000 }).toBe(NOW)
    expect(await readAt(stuck)).toBeUndefined()
  })

  it('does not block tender notices of other accounts', async () => {
    const { stuck, calm } = await twoAccounts()
    const notice = { id: 'n1', tender_id: 't1', title: 'Budowa mostu', published_at: '2026-11-20T10:59:00.000Z' }
    const preview = { days: 30, count: 1, examples: [notice], daily: [{ date: '2026-11-20', count: 1 }] }
    // Matches from before the alert was saved count as known.
    const callWithoutMatches = callReturning({ days: 30, count: 0, examples: [], daily: [] })
    for (const accountId of [stuck, calm]) {
      const client = await openAlertsClient(testService, accountId, {
        more: { isEmbedded: false, callService: callWithoutMatches },
      })
      await client.create(alertOf({ filter: filterOf({ keywords: ['budowa'] }) }))
    }
    testService.clock.advance(60_000)
    const fresh = { ...notice, published_at: testService.clock.now().toISOString() }
    begin(bzpJob, dependenciesFor(stuck, { callService: callReturning({ ...preview, examples: [fresh] }) }))
    const countMatches = async (id: string) =>
      (
        await testService.storage.db
          .selectFrom('bzp_matches')
          .select('tender_id')
          .where('account_id', '=', id)
          .execute()
      ).length
    await expect.poll(() => countMatches(calm), { timeout: 30_000 }).toBe(1)
    expect(await countMatches(stuck)).toBe(0)
  })

  it('does not block white-list runs of other accounts', async () => {
    const { stuck, calm } = await twoAccounts()
    const answer = { results: [{ subject: null }] }
    const fetch: FetchService = () => Promise.resolve(Response.json(answer, { headers: { 'x-units-charged': '1' } }))
    const clients = await Promise.all([stuck, calm].map((accountId) => openWhiteList(testService, { accountId })))
    const nip = freeNipOf(1)
    const runs: string[] = []
    for (const client of clients) runs.push((await client.create([nip])).id)
    begin(whiteListRunsJob, dependenciesFor(stuck, { fetch }))
    const state = async (id: string) =>
      (
        await testService.storage.db
          .selectFrom('white_list_runs')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.state
    await expect.poll(() => state(runs[1] ?? ''), { timeout: 30_000 }).toBe('done')
    expect(await state(runs[0] ?? '')).toBe('running')
  })

  it('does not block scheduled reports of other accounts', async () => {
    const { stuck, calm } = await twoAccounts()
    for (const id of [stuck, calm]) {
      const createdAt = '2026-11-18T11:00:00.000Z'
      await testService.storage.db
        .insertInto('report_schedules')
        .values({
          id: `schedule-${id}`,
          account_id: id,
          owner: '',
          name: 'KRZ co dzień',
          source: 'krz',
          format: 'csv',
          filter_id: null,
          filter_name: null,
          monitor_tag: null,
          rhythm: 'daily',
          period: 'day_before',
          weekday: 1,
          month_day: 1,
          hour: 7,
          working_days: 0,
          enabled: 1,
          stopped: null,
          stopped_at: null,
          starts_at: createdAt,
          planned_until: '2026-11-18',
          next_at: '',
          created_by: null,
          created_at: createdAt,
          updated_at: createdAt,
        })
        .execute()
    }
    begin(reportSchedulesJob, dependenciesFor(stuck, { callService: callReturning({ id: 'job-1' }) }))
    const states = async (id: string) =>
      (
        await testService.storage.db
          .selectFrom('report_schedule_runs')
          .select('state')
          .where('account_id', '=', id)
          .execute()
      ).map(({ state }) => state)
    await expect.poll(() => states(calm), { timeout: 30_000 }).toEqual(['ordered'])
    expect(await states(stuck)).toEqual(['waiting'])
  })
})
