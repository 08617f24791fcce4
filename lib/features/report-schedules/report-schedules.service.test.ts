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
import { jobsOf, openAlertsClient } from '@/lib/testing/bzp-alerts'
import { callServiceAs } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { type ReportScheduleBody, reportScheduleBody } from './contract'
import { reportScheduleHandlers } from './handlers'
import { reportSchedulesJob } from './job'
import { claimReportRun, findReportRunUpTo, supersedeReportRun } from './statements/runs'

const NOW = '2026-11-20T11:00:00.000Z'
const bodyOf = (given: Partial<ReportScheduleBody> = {}): ReportScheduleBody =>
  reportScheduleBody.parse({
    name: 'KRZ co dzień',
    source: 'krz',
    format: 'csv',
    rhythm: 'daily',
    period: 'day_before',
    hour: 7,
    is_team: true,
    ...given,
  })

describe.each(engines)('report schedules on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, now: NOW })
    // From then on the service stores days.
    await at.storage.db
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
  beforeEach(() => at.clock.set(NOW))
  afterAll(() => at.stop())

  const turn = (ask?: CallService) => reportSchedulesJob.run(jobsOf(at, ask && { askFor: () => ask }))
  const made = () => makeQueuedReports(at.service.dependencies)

  async function office({ role = 'owner', limits }: { role?: Role; limits?: { reports: number } } = {}) {
    const { accountId } = await at.createAccount(limits ? { limits } : {})
    const desk = await openAlertsClient(at, accountId, { role })
    return { accountId, ...deskOf(accountId, desk) }
  }

  function deskOf(accountId: string, { user, context }: Awaited<ReturnType<typeof openAlertsClient>>) {
    const ask = callServiceAs(at, accountId)
    return {
      user,
      context,
      ask,
      create: (given: Partial<ReportScheduleBody> = {}) =>
        reportScheduleHandlers['reportSchedules.create']({ body: bodyOf(given) }, context()),
      update: (id: string, given: Partial<ReportScheduleBody> & { updated_at?: string }) =>
        reportScheduleHandlers['reportSchedules.update'](
          { params: { id }, body: { ...bodyOf(given), updated_at: given.updated_at } },
          context(),
        ),
      remove: (id: string) => reportScheduleHandlers['reportSchedules.delete']({ params: { id } }, context()),
      list: async () => (await reportScheduleHandlers['reportSchedules.list']({}, context())).items,
      runs: async (id: string, query: { limit: number; cursor?: string } = { limit: 50 }) =>
        (await reportScheduleHandlers['reportSchedules.runs']({ params: { id }, query }, context())).items,
      orders: async () => (await reportOrderHandlers['reportOrders.list']({}, context())).items,
      jobs: async () => (await ask('reports.list', { query: { limit: 100 } })).items,
      actions: async () =>
        (await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 100 })).map(({ action }) => action),
    }
  }
  const refusal = async (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      (error: unknown) => error,
    )
  const days = (runs: { date_from: string; date_to: string; state: string }[]) =>
    runs.map(({ date_from, date_to, state }) => `${date_from} ${date_to} ${state}`)

  it('order a report when its time comes, once, and say what became of it', async () => {
    const { create, list, runs, jobs, orders, actions } = await office()
    const { id, next } = await create()
    expect(next).toEqual({ at: '2026-11-21T06:00:00.000Z', date_from: '2026-11-20', date_to: '2026-11-20' })
    await turn()
    expect(await jobs()).toEqual([])
    at.clock.set('2026-11-21T06:00:00.000Z')
    await Promise.all([turn(), turn(), turn()])
    await turn()
    const [job, ...others] = await jobs()
    expect(others).toEqual([])
    expect(job).toMatchObject({ source: 'krz', format: 'csv', date_from: '2026-11-20', date_to: '2026-11-20' })
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 ordered'])
    await made()
    await turn()
    const [run] = await runs(id)
    expect(run).toMatchObject({ state: 'ready', job_id: job?.id, row_count: 0, reason: null })
    expect((await list())[0]).toMatchObject({ last_run: run, next: { date_from: '2026-11-21' } })
    expect(await orders()).toEqual([{ job_id: job?.id, ordered_by: null, schedule: { id, name: 'KRZ co dzień' } }])
    expect(await actions()).toEqual(['reportSchedules.create', 'reportSchedules.order'])
    expect(await jobs()).toMatchObject([{ id: job?.id, status: 'ready' }])
    expect((await runs(id)).map(({ state }) => state)).toEqual(['ready'])
  })

  it('leave no day out and order none twice over the changes of the clock', async () => {
    for (const [start, hour] of [
      ['2026-03-27T12:00:00.000Z', 2],
      ['2026-10-23T12:00:00.000Z', 2],
    ] as const) {
      at.clock.set(start)
      const { create, runs, jobs, remove } = await office()
      const { id } = await create({ hour })
      for (let half = 0; half < 4 * 48; half += 1) {
        at.clock.advance(1_800_000)
        await turn()
      }
      const ranges = (await runs(id)).map(({ date_from, date_to }) => [date_from, date_to]).toReversed()
      expect(ranges).toHaveLength(4)
      for (const [from, to] of ranges) expect(from).toBe(to)
      expect(new Set(ranges.map(([from]) => from)).size).toBe(4)
      expect(await jobs()).toHaveLength(4)
      await remove(id)
    }
  })

  it('make up all that was missed in one report, in several where it is too long for one', async () => {
    at.clock.set('2026-02-02T11:00:00.000Z')
    const { create, runs, jobs } = await office()
    const { id } = await create({ working_days: true })
    at.clock.set('2026-02-09T12:00:00.000Z')
    await turn()
    expect(days(await runs(id))).toEqual(['2026-02-02 2026-02-08 ordered'])
    at.clock.set('2026-06-30T12:00:00.000Z')
    await turn()
    expect(days(await runs(id))).toEqual([
      '2026-05-12 2026-06-29 ordered',
      '2026-02-09 2026-05-11 ordered',
      '2026-02-02 2026-02-08 ordered',
    ])
    expect(await jobs()).toHaveLength(3)
  })

  it('wait while the quota is used up, say so, and have the days in the next report', async () => {
    const { create, runs, list, accountId } = await office({ limits: { reports: 0 } })
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'quota', job_id: null })
    for (let hour = 0; hour < 24; hour += 1) {
      at.clock.advance(3_599_000)
      await turn()
    }
    const [refused, ...others] = await runs(id)
    expect(refused).toMatchObject({ state: 'refused', reason: 'quota', date_from: '2026-11-20' })
    expect(others.filter(({ state }) => state === 'failed' || state === 'refused')).toEqual([])
    await at.storage.db
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ reports: 5 }) })
      .where('id', '=', accountId)
      .execute()
    at.clock.set('2026-11-22T06:00:00.000Z')
    await turn()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-21 ordered', '2026-11-20 2026-11-20 superseded'])
    expect((await list())[0]?.stopped).toBeNull()
  })

  it('have all days of a hundred that could not be ordered in the reports after them', async () => {
    at.clock.set('2026-02-02T11:00:00.000Z')
    const { create, runs, jobs, accountId } = await office({ limits: { reports: 0 } })
    const { id } = await create()
    const first = Date.parse('2026-02-03T12:00:00.000Z')
    for (let day = 0; day < 100; day += 1) {
      at.clock.set(new Date(first + day * 86_400_000).toISOString())
      await turn()
    }
    await at.storage.db
      .updateTable('accounts')
      .set({ limits: JSON.stringify({ reports: 5 }) })
      .where('id', '=', accountId)
      .execute()
    at.clock.set(new Date(first + 100 * 86_400_000).toISOString())
    await turn()
    const ordered = (await runs(id, { limit: 200 })).filter(({ state }) => state === 'ordered')
    expect(days(ordered)).toEqual(['2026-05-05 2026-05-13 ordered', '2026-02-02 2026-05-04 ordered'])
    expect(await jobs()).toHaveLength(2)
  })

  it('that are switched off and on at another hour order the day that they were switched off on', async () => {
    const { create, update, runs } = await office({ limits: { reports: 0 } })
    const { id } = await create()
    at.clock.set('2026-11-21T06:30:00.000Z')
    await turn()
    await update(id, { enabled: false })
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 cancelled'])
    await update(id, { enabled: true, hour: 9 })
    at.clock.set('2026-11-21T08:00:00.000Z')
    await turn()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 waiting'])
  })

  it('stop where the filter is gone, and go on with all that was missed once somebody chose another', async () => {
    const { create, runs, list, update, ask, actions } = await office()
    const filter = async (name: string) =>
      (await ask('filters.create', { body: { name, content: { krs: ['0000000018'] } } })).id ?? ''
    const filter_id = await filter('Dostawcy')
    const { id } = await create({ filter_id })
    await ask('filters.delete', { params: { filter_id } })
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    expect((await list())[0]).toMatchObject({
      stopped: { reason: 'filter_gone' },
      filter_name: 'Dostawcy',
      next: null,
      last_run: { state: 'refused', reason: 'filter_gone' },
    })
    expect((await actions()).at(-1)).toBe('reportSchedules.stop')
    at.clock.set('2026-11-24T12:00:00.000Z')
    await turn()
    expect(await runs(id)).toHaveLength(1)
    await update(id, { filter_id: await filter('Inni') })
    await turn()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-23 ordered', '2026-11-20 2026-11-20 superseded'])
  })

  it('stop where no monitor has the tag', async () => {
    const { create, list, ask } = await office()
    const { id: monitor_id } = await ask('monitors.create', {
      body: { identifier_type: 'krs', identifier_value: '0000000018', tags: ['ryzyko'] },
    })
    await create({ monitor_tag: 'ryzyko' })
    await ask('monitors.delete', { params: { id: monitor_id } })
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    expect((await list())[0]).toMatchObject({ stopped: { reason: 'tag_gone' } })
  })

  it('say of an order that the service has no more only that, where nobody cancelled it here', async () => {
    const { create, runs, jobs, ask } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    await ask('reports.delete', { params: { job_id: (await jobs())[0]?.id ?? '' } })
    await turn()
    expect((await runs(id))[0]).toMatchObject({ state: 'gone', reason: 'gone', date_from: '2026-11-20' })
    expect(await jobs()).toEqual([])
    at.clock.set('2026-11-22T06:00:00.000Z')
    await turn()
    expect(days(await runs(id))[0]).toBe('2026-11-21 2026-11-21 ordered')
  })

  it('do not order again what somebody cancelled', async () => {
    const { accountId, create, runs, jobs, ask } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    const target = (await jobs())[0]?.id ?? ''
    await ask('reports.delete', { params: { job_id: target } })
    // The audit event that a user's call in the panel writes.
    const event = { accountId, actor: 'somebody@example.test', action: 'reports.delete', target } as const
    await recordAuditAlone(at.storage, { ...event, now: at.clock.now() })
    await turn()
    await turn()
    expect(days(await runs(id))).toEqual(['2026-11-20 2026-11-20 cancelled'])
    expect(await jobs()).toEqual([])
    at.clock.set('2026-11-22T06:00:00.000Z')
    await turn()
    expect(days(await runs(id))[0]).toBe('2026-11-21 2026-11-21 ordered')
  })

  it('order a report that failed once more, and then say so', async () => {
    const { create, runs, jobs } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    const fail = () =>
      at.storage.db
        .updateTable('report_jobs')
        .set({ status: 'failed', error: 'The report could not be made; order it again' })
        .where('status', '=', 'queued')
        .execute()
    await turn()
    await fail()
    await turn()
    await turn()
    expect(await jobs()).toHaveLength(2)
    await fail()
    await turn()
    expect((await runs(id))[0]).toMatchObject({ state: 'failed', reason: 'job_failed' })
    await turn()
    expect(await jobs()).toHaveLength(2)
  })

  it('find an order again whose answer was lost', async () => {
    const { create, runs, jobs, ask } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    const losing: CallService = async (name, input) => {
      await ask(name, input)
      throw new ApiError('lost', { kind: 'network', status: 0, code: 'network' })
    }
    await turn(losing)
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'unreachable' })
    at.clock.advance(600_000)
    await turn(ask)
    expect(await jobs()).toHaveLength(1)
    expect((await runs(id))[0]).toMatchObject({ state: 'ordered', job_id: (await jobs())[0]?.id })
  })

  it('have no day in two reports when a process died with its order, and two others find it at the time of the next', async () => {
    const { create, runs, jobs, ask } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    // The service accepts the order, and the process dies before recording it.
    const dying: CallService = async (name, input) => {
      const answer = await ask(name, input)
      if (name === 'reports.create') throw new Error('killed')
      return answer
    }
    await turn(dying)
    expect(await jobs()).toHaveLength(1)
    at.clock.set('2026-11-22T06:00:00.000Z')
    await Promise.all([turn(), turn()])
    await Promise.all([turn(), turn()])
    expect(days(await runs(id))).toEqual(['2026-11-21 2026-11-21 ordered', '2026-11-20 2026-11-20 ordered'])
    const ordered = (await jobs()).map(({ date_from, date_to }) => `${date_from} ${date_to}`)
    expect(ordered.toSorted()).toEqual(['2026-11-20 2026-11-20', '2026-11-21 2026-11-21'])
  })

  it('leave a run to whoever claims it while the next one is planned', async () => {
    const { create } = await office()
    const { id } = await create()
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn(() => Promise.reject(new ApiError('away', { kind: 'network', status: 0, code: 'network' })))
    const { db } = at.storage
    const run = await findReportRunUpTo(db, id, '2026-11-21')
    if (run === undefined) throw new Error('There is no run')
    const now = '2026-11-21T06:05:00.000Z'
    expect(await claimReportRun(db, { id: run.id, by: 'somebody', now, until: now })).toBeDefined()
    expect(await supersedeReportRun(asAccountTx(db), { ...run, ended_at: now })).toBe(false)
    expect(await findReportRunUpTo(db, id, '2026-11-21')).toMatchObject({ state: 'waiting', claimed_by: 'somebody' })
  })

  it('say from when on the service holds what was asked for', async () => {
    at.clock.set('2026-01-05T11:00:00.000Z')
    const { create, runs } = await office()
    const { id } = await create({ rhythm: 'monthly', period: 'month_before', month_day: 10 })
    const weekly = await create({ name: 'tydzień', rhythm: 'weekly', period: 'last_7_days', weekday: 2 })
    at.clock.set('2026-01-10T12:00:00.000Z')
    await turn()
    expect((await runs(id))[0]).toMatchObject({ state: 'waiting', reason: 'nothing_held' })
    expect((await runs(weekly.id))[0]).toMatchObject({
      state: 'ordered',
      date_from: '2025-12-30',
      held_from: '2026-01-01',
    })
  })

  it('of one person end with their rights, and go when they leave; those of the team stay', async () => {
    const { accountId, create, list } = await office()
    const desk = deskOf(accountId, await openAlertsClient(at, accountId, { role: 'compliance' }))
    await create({ name: 'nasz' })
    await desk.create({ name: 'mój', is_team: false })
    expect((await list()).map(({ name }) => name)).toEqual(['nasz'])
    await updateMember(asAccountTx(at.storage.db), { account_id: accountId, user_id: desk.user.id }, { role: 'viewer' })
    at.clock.set('2026-11-21T06:00:00.000Z')
    await turn()
    expect((await desk.list()).map(({ name, stopped }) => [name, stopped?.reason])).toEqual([
      ['mój', 'role'],
      ['nasz', undefined],
    ])
    const doer = { actor: 'owner@example.test', now: at.clock.now(), sendsMail: false } as const
    await removeMember(at.storage, { accountId, userId: desk.user.id }, { ...doer, action: 'members.remove' })
    expect((await desk.list()).map(({ name }) => name)).toEqual(['nasz'])
  })

  it('are refused with a word at its place, and kept apart from other accounts', async () => {
    const { create, update, list } = await office()
    const stranger = await office()
    const { id, updated_at } = await create()
    expect(await refusal(create())).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 'f', filter_id: id }))).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 't', monitor_tag: 'nie ma' }))).toMatchObject({ status: 422 })
    expect(await refusal(create({ name: 'PESEL 44051401359' }))).toMatchObject({ status: 422 })
    expect(reportScheduleBody.safeParse({ ...bodyOf(), period: 'month_before' }).success).toBe(false)
    for (const ask of [() => stranger.update(id, {}), () => stranger.remove(id), () => stranger.runs(id)]) {
      expect(await refusal(ask())).toMatchObject({ status: 404 })
    }
    expect(await stranger.list()).toEqual([])
    await update(id, { name: 'inny', updated_at })
    expect(await refusal(update(id, { name: 'trzeci', updated_at }))).toMatchObject({ code: 'schedule_changed' })
    expect((await list()).map(({ name }) => name)).toEqual(['inny'])
  })

  it('that somebody switched off order nothing, and make nothing up', async () => {
    const { create, update, runs, list } = await office()
    const { id } = await create()
    await update(id, { enabled: false })
    expect((await list())[0]?.next).toBeNull()
    at.clock.set('2026-11-25T06:00:00.000Z')
    await turn()
    expect(await runs(id)).toEqual([])
    await update(id, { enabled: true })
    await turn()
    at.clock.set('2026-11-26T06:00:00.000Z')
    await turn()
    expect(days(await runs(id))).toEqual(['2026-11-25 2026-11-25 ordered'])
  })
})
