import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ApiError } from '@/lib/domain/api-error'
import type { Role } from '@/lib/domain/roles'
import { recordAuditAlone } from '@/lib/features/audit/audit'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { removeMember } from '@/lib/features/members/members'
import { updateMember } from '@/lib/features/members/statements/members'
import { reportOrderHandlers } from '@/lib/features/reports/handlers'
import type { CallService } from '@/lib/panel/context'
import { makeQueuedReports } from '@/lib/service/reports/report-queue'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobDependenciesOf, openAlertsClient } from '@/lib/testing/bzp-alerts'
import { callServiceAs } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type ReportScheduleBody, reportScheduleBody } from './contract'
import { reportScheduleHandlers } from './handlers'
import { reportSchedulesJob } from './job'
import { claimReportRun, findReportRunUpTo, supersedeReportRun } from './statements/runs'

const NOW = '2026-11-20T11:00:00.000Z'
const bodyOf = (overrides: Partial<ReportScheduleBody> = {}): ReportScheduleBody =>
  reportScheduleBody.parse({
    name: 'KRZ co dzień',
    source: 'krz',
    format: 'csv',
    rhythm: 'daily',
    period: 'day_before',
    hour: 7,
    is_team: true,
    ...overrides,
  })

describe.each(engines)('report schedules on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    // The service stores announcements from this day on.
    await service.storage.db
      .insertInto('announcements')
      .values({
        id: 'a-first',
        source: 'krz',
        day: '2026-01-01',
        published_at: '2026-01-01T10:00:00.000Z',
        nip: null,
        krs: null,
        pesel: null,
        subject_id: null,
        signature: null,
        name: 'X',
        title: 'X',
        row: '{}',
      })
      .execute()
  })
  beforeEach(() => service.clock.set(NOW))
  afterAll(() => service.stop())

  const runJob = (callService?: CallService) =>
    reportSchedulesJob.run(jobDependenciesOf(service, callService && { callFor: () => callService }))
  const makeReports = () => makeQueuedReports(service.service.dependencies)

  async function newAccount({ role = 'owner', limits }: { role?: Role; limits?: { reports: number } } = {}) {
    const { accountId } = await service.createAccount(limits ? { limits } : {})
    const client = await openAlertsClient(service, accountId, { role })
    return { accountId, ...clientOf(accountId, client) }
  }

  function clientOf(accountId: string, { user, context }: Awaited<ReturnType<typeof openAlertsClient>>) {
    const callService = callServiceAs(service, accountId)
    return {
      user,
      context,
      callService,
      create: (overrides: Partial<ReportScheduleBody> = {}) =>
        reportScheduleHandlers['reportSchedules.create']({ body: bodyOf(overrides) }, context()),
      update: (id: string, overrides: Partial<ReportScheduleBody> & { updated_at?: string }) =>
        reportScheduleHandlers['reportSchedules.update'](
          { params: { id }, body: { ...bodyOf(overrides), updated_at: overrides.updated_at } },
          context(),
        ),
      remove: (id: string) => reportScheduleHandlers['reportSchedules.delete']({ params: { id } }, context()),
      list: async () => (await reportScheduleHandlers['reportSchedules.list']({}, context())).items,
      runs: async (id: string, query: { limit: number; cursor?: string } = { limit: 50 }) =>
        (await reportScheduleHandlers['reportSchedules.runs']({ params: { id }, query }, context())).items,
      orders: async () => (await reportOrderHandlers['reportOrders.list']({}, context())).items,
      jobs: async () => (await callService('reports.list', { query: { limit: 100 } })).items,
      actions: async () =>
        (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(({ action }) => action),
    }
  }
  const refusal = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    )
  const days = (runs: { date_from: string; date_to: string; state: string }[]) =>
    runs.map(({ date_from, date_to, state }) => `${date_from} ${date_to} ${state}`)

  it('order a report once when it is due, and record its result', async () => {
    const { create, list, runs, jobs, orders, actions } = await newAccount()
    const { id, next } = await create()
    expect(next).toEqual({ at: '2026-11-21T06:00:00.000Z', date_from: '2026-11-20', date_to: '2026-11-20' })
    await runJob()
    expect(await jobs()).toEqual([])
    service.clock.set('2026-11-21T06:00:00.000Z')
    await Promise.all([runJob(), runJob(), runJob()])
    await runJob()
    const [job, ...others] = await jobs()
    expect(others).toEqual([])
    expect(job).toMatchObject({ source: 'krz', format: 'csv', date_from: '2026-11-20', date_to: '2026-11-20' })
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 ordered'])
    await makeReports()
    await runJob()
    const [run] = await runs(id)
    expect(run).toMatchObject({ state: 'ready', job_id: job?.id, row_count: 0, reason: null })
    expect((await list())[0]).toMatchObject({ last_run: run, next: { date_from: '2026-11-21' } })
    expect(await orders()).toEqual([{ job_id: job?.id, ordered_by: null, schedule: { id, name: 'KRZ co dzień' } }])
    expect(await actions()).toEqual(['reportSchedules.create', 'reportSchedules.order'])
    expect(await jobs()).toMatchObject([{ id: job?.id, status: 'ready' }])
    expect((await runs(id)).map(({ state }) => state)).toEqual(['ready'])
  })

  it('order each day exactly once across clock changes', async () => {
    for (const [start, hour] of [
      ['2026-03-27T12:00:00.000Z', 2],
      ['2026-10-23T12:00:00.000Z', 2],
    ] as const) {
      service.clock.set(start)
      const { create, runs, jobs, remove } = await newAccount()
      const { id } = await create({ hour })
      for (let half = 0; half < 4 * 48; half += 1) {
        service.clock.advance(1_800_000)
        await runJob()
      }
      const ranges = (await runs(id)).map(({ date_from, date_to }) => [date_from, date_to]).toReversed()
      expect(ranges).toHaveLength(4)
      for (const [from, to] of ranges) expect(from).toBe(to)
      expect(new Set(ranges.map(([from]) => from)).size).toBe(4)
      expect(await jobs()).toHaveLength(4)
      await remove(id)
    }
  })

  it('order missed days in one report, or in several if the period is too long for one', async () => {
    service.clock.set('2026-02-02T11:00:00.000Z')
    const { create, runs, jobs } = await newAccount()
    const { id } = await create({ working_days: true })
    service.clock.set('2026-02-09T12:00:00.000Z')
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-02-02 2026-02-08 ordered'])
    service.clock.set('2026-06-30T12:00:00.000Z')
    await runJob()
    expect(days(await runs(id))).toEqual([
      '2026-05-12 2026-06-29 ordered',
      '2026-02-09 2026-05-11 ordered',
      '2026-02-02 2026-02-08 ordered',
    ])
    expect(await jobs()).toHaveLength(3)
  })

  it('wait while the quota is used up, show the reason, and include the days in the next report', async () => {
    const { create, runs, list, accountId } = await newAccount({ limits: { reports: 0 } })
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'quota', job_id: null })
    for (let hour = 0; hour < 24; hour += 1) {
      service.clock.advance(3_599_000)
      await runJob()
    }
    const [refused, ...others] = await runs(id)
    expect(refused).toMatchObject({ state: 'refused', reason: 'quota', date_from: '2026-11-20' })
    expect(others.filter(({ state }) => state === 'failed' || state === 'refused')).toEqual([])
    await service.storage.db
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ reports: 5 }) })
      .where('id', '=', accountId)
      .execute()
    service.clock.set('2026-11-22T06:00:00.000Z')
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-21 ordered', '2026-11-20 2026-11-20 superseded'])
    expect((await list())[0]?.stopped).toBeNull()
  })

  it('include all days of a hundred failed orders in the following reports', async () => {
    service.clock.set('2026-02-02T11:00:00.000Z')
    const { create, runs, jobs, accountId } = await newAccount({ limits: { reports: 0 } })
    const { id } = await create()
    const first = Date.parse('2026-02-03T12:00:00.000Z')
    for (let day = 0; day < 100; day += 1) {
      service.clock.set(new Date(first + day * 86_400_000).toISOString())
      await runJob()
    }
    await service.storage.db
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ reports: 5 }) })
      .where('id', '=', accountId)
      .execute()
    service.clock.set(new Date(first + 100 * 86_400_000).toISOString())
    await runJob()
    const ordered = (await runs(id, { limit: 200 })).filter(({ state }) => state === 'ordered')
    expect(days(ordered)).toEqual(['2026-05-05 2026-05-13 ordered', '2026-02-02 2026-05-04 ordered'])
    expect(await jobs()).toHaveLength(2)
  })

  it('plan the cancelled day again when they are switched off and on with another hour', async () => {
    const { create, update, runs } = await newAccount({ limits: { reports: 0 } })
    const { id } = await create()
    service.clock.set('2026-11-21T06:30:00.000Z')
    await runJob()
    await update(id, { enabled: false })
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 cancelled'])
    await update(id, { enabled: true, hour: 9 })
    service.clock.set('2026-11-21T08:00:00.000Z')
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 waiting'])
  })

  it('stop when the filter is deleted, and order all missed days once another is chosen', async () => {
    const { create, runs, list, update, callService, actions } = await newAccount()
    const filter = async (name: string) =>
      (await callService('filters.create', { body: { name, content: { krs: ['0000000018'] } } })).id ?? ''
    const filter_id = await filter('Dostawcy')
    const { id } = await create({ filter_id })
    await callService('filters.delete', { params: { filter_id } })
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    expect((await list())[0]).toMatchObject({
      stopped: { reason: 'filter_gone' },
      filter_name: 'Dostawcy',
      next: null,
      last_run: { state: 'refused', reason: 'filter_gone' },
    })
    expect((await actions()).at(-1)).toBe('reportSchedules.stop')
    service.clock.set('2026-11-24T12:00:00.000Z')
    await runJob()
    expect(await runs(id)).toHaveLength(1)
    await update(id, { filter_id: await filter('Inni') })
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-23 ordered', '2026-11-20 2026-11-20 superseded'])
  })

  it('stop when no monitor has the tag', async () => {
    const { create, list, callService } = await newAccount()
    const { id: monitor_id } = await callService('monitors.create', {
      body: { identifier_type: 'krs', identifier_value: '0000000018', tags: ['ryzyko'] },
    })
    await create({ monitor_tag: 'ryzyko' })
    await callService('monitors.delete', { params: { id: monitor_id } })
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    expect((await list())[0]).toMatchObject({ stopped: { reason: 'tag_gone' } })
  })

  it('record an order that the service no longer has as gone, if no user of the panel cancelled it', async () => {
    const { create, runs, jobs, callService } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    await callService('reports.delete', { params: { job_id: (await jobs())[0]?.id ?? '' } })
    await runJob()
    expect((await runs(id))[0]).toMatchObject({ state: 'gone', reason: 'gone', date_from: '2026-11-20' })
    expect(await jobs()).toEqual([])
    service.clock.set('2026-11-22T06:00:00.000Z')
    await runJob()
    expect(days(await runs(id))[0]).toBe('2026-11-21 2026-11-21 ordered')
  })

  it('do not repeat an order that a user cancelled', async () => {
    const { accountId, create, runs, jobs, callService } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    const target = (await jobs())[0]?.id ?? ''
    await callService('reports.delete', { params: { job_id: target } })
    // The audit event that a user's call in the panel writes.
    const event = { accountId, actor: 'somebody@example.test', action: 'reports.delete', target } as const
    await recordAuditAlone(service.storage, { ...event, now: service.clock.now() })
    await runJob()
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 cancelled'])
    expect(await jobs()).toEqual([])
    service.clock.set('2026-11-22T06:00:00.000Z')
    await runJob()
    expect(days(await runs(id))[0]).toBe('2026-11-21 2026-11-21 ordered')
  })

  it('repeat a failed order once, and then record the failure', async () => {
    const { create, runs, jobs } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    const fail = () =>
      service.storage.db
        .updateTable('report_jobs')
        .set({ status: 'failed', error: 'The report could not be created; order it again' })
        .where('status', '=', 'queued')
        .execute()
    await runJob()
    await fail()
    await runJob()
    await runJob()
    expect(await jobs()).toHaveLength(2)
    await fail()
    await runJob()
    expect((await runs(id))[0]).toMatchObject({ state: 'failed', reason: 'job_failed' })
    await runJob()
    expect(await jobs()).toHaveLength(2)
  })

  it('find an accepted order again when its answer was lost', async () => {
    const { create, runs, jobs, callService } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    const losing: CallService = async (name, input) => {
      await callService(name, input)
      throw new ApiError('lost', { kind: 'network', status: 0, code: 'network' })
    }
    await runJob(losing)
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'unreachable' })
    service.clock.advance(600_000)
    await runJob(callService)
    expect(await jobs()).toHaveLength(1)
    expect((await runs(id))[0]).toMatchObject({ state: 'ordered', job_id: (await jobs())[0]?.id })
  })

  it('order each day once when a process died with its order and two others run when the next is due', async () => {
    const { create, runs, jobs, callService } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    // The service accepts the order, and the process dies before recording it.
    const dying: CallService = async (name, input) => {
      const answer = await callService(name, input)
      if (name === 'reports.create') throw new Error('killed')
      return answer
    }
    await runJob(dying)
    expect(await jobs()).toHaveLength(1)
    service.clock.set('2026-11-22T06:00:00.000Z')
    await Promise.all([runJob(), runJob()])
    await Promise.all([runJob(), runJob()])
    expect(days(await runs(id))).toEqual(['2026-11-21 2026-11-21 ordered', '2026-11-20 2026-11-20 ordered'])
    const ordered = (await jobs()).map(({ date_from, date_to }) => `${date_from} ${date_to}`)
    expect(ordered.toSorted()).toEqual(['2026-11-20 2026-11-20', '2026-11-21 2026-11-21'])
  })

  it('do not supersede a run that another process has claimed', async () => {
    const { create } = await newAccount()
    const { id } = await create()
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob(() => Promise.reject(new ApiError('away', { kind: 'network', status: 0, code: 'network' })))
    const { db } = service.storage
    const run = await findReportRunUpTo(db, id, '2026-11-21')
    if (run === undefined) throw new Error('There is no run')
    const now = '2026-11-21T06:05:00.000Z'
    expect(await claimReportRun(db, { id: run.id, by: 'somebody', now, until: now })).toBeDefined()
    expect(await supersedeReportRun(asAccountTx(db), { ...run, ended_at: now })).toBe(false)
    expect(await findReportRunUpTo(db, id, '2026-11-21')).toMatchObject({ state: 'waiting', claimed_by: 'somebody' })
  })

  it('show from when the service has data, and order from that day', async () => {
    service.clock.set('2026-01-05T11:00:00.000Z')
    const { create, runs } = await newAccount()
    const { id } = await create({ rhythm: 'monthly', period: 'month_before', month_day: 10 })
    const weekly = await create({ name: 'tydzień', rhythm: 'weekly', period: 'last_7_days', weekday: 2 })
    service.clock.set('2026-01-10T12:00:00.000Z')
    await runJob()
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'nothing_held' })
    expect((await runs(weekly.id))[0]).toMatchObject({
      state: 'ordered',
      date_from: '2025-12-30',
      held_from: '2026-01-01',
    })
  })

  it('of one person stop when the role no longer allows them and end with the membership; those of the team stay', async () => {
    const { accountId, create, list } = await newAccount()
    const client = clientOf(accountId, await openAlertsClient(service, accountId, { role: 'compliance' }))
    await create({ name: 'nasz' })
    await client.create({ name: 'mój', is_team: false })
    expect((await list()).map(({ name }) => name)).toEqual(['nasz'])
    await updateMember(
      asAccountTx(service.storage.db),
      { account_id: accountId, user_id: client.user.id },
      { role: 'viewer' },
    )
    service.clock.set('2026-11-21T06:00:00.000Z')
    await runJob()
    expect((await client.list()).map(({ name, stopped }) => [name, stopped?.reason])).toEqual([
      ['mój', 'role'],
      ['nasz', undefined],
    ])
    const remover = { actor: 'owner@example.test', now: service.clock.now(), sendsMail: false } as const
    await removeMember(service.storage, { accountId, userId: client.user.id }, { ...remover, action: 'members.remove' })
    expect((await client.list()).map(({ name }) => name)).toEqual(['nasz'])
  })

  it('reject invalid input and outdated versions, and are not accessible to another account', async () => {
    const { create, update, list } = await newAccount()
    const stranger = await newAccount()
    const { id, updated_at } = await create()
    expect(await refusal(create())).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 'f', filter_id: id }))).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 't', monitor_tag: 'nie ma' }))).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 'PESEL 44051401359' }))).toMatchObject({ status: 422 })
    expect(reportScheduleBody.safeParse({ ...bodyOf(), period: 'month_before' }).success).toBe(false)
    for (const call of [() => stranger.update(id, {}), () => stranger.remove(id), () => stranger.runs(id)]) {
      expect(await refusal(call())).toMatchObject({ status: 404 })
    }
    expect(await stranger.list()).toEqual([])
    await update(id, { name: 'inny', updated_at })
    expect(await refusal(update(id, { name: 'trzeci', updated_at }))).toMatchObject({ code: 'schedule_changed' })
    expect((await list()).map(({ name }) => name)).toEqual(['inny'])
  })

  it('order nothing while they are switched off, and do not make up for that time', async () => {
    const { create, update, runs, list } = await newAccount()
    const { id } = await create()
    await update(id, { enabled: false })
    expect((await list())[0]?.next).toBeNull()
    service.clock.set('2026-11-25T06:00:00.000Z')
    await runJob()
    expect(await runs(id)).toEqual([])
    await update(id, { enabled: true })
    await runJob()
    service.clock.set('2026-11-26T06:00:00.000Z')
    await runJob()
    expect(days(await runs(id))).toEqual(['2026-11-25 2026-11-25 ordered'])
  })
})
