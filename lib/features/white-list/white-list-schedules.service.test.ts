import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { openWhiteList, whiteListUnits } from '@/lib/testing/delivery/white-list-client'
import { freeNipOf, krsOf, peselOf } from '@/lib/testing/identifiers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { whiteListScheduleHandlers } from './schedule-handlers'

/** A Friday, noon in Warsaw. */
const NOW = '2026-11-20T11:00:00.000Z'
const TAG = 'dostawcy'

describe.each(sqliteOnly)('white-list schedules on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  beforeEach(async () => {
    service.clock.set(NOW)
    await service.storage.db.updateTable('white_list_schedules').set({ enabled: 0, next_at: null }).execute()
  })
  afterAll(() => service.stop())

  const openAccount = async (options: Parameters<typeof openWhiteList>[1] = {}) => {
    const client = await openWhiteList(service, options)
    const watch = async (identifier_type: string, identifier_value: string, tags = [TAG]) => {
      const answer = await service.requestAs(service.principalOf(client.accountId), 'POST', '/v1/monitors', {
        identifier_type,
        identifier_value,
        tags,
      })
      expect(answer.status).toBe(201)
    }
    await watch('nip', freeNipOf(1))
    await watch('krs', krsOf(2))
    await watch('pesel', peselOf(1))
    await watch('nip', freeNipOf(3), ['inne'])
    const readSchedule = async () => (await client.schedules())[0]
    const saveAgain = async (budget_units: number) => {
      const before = await readSchedule()
      if (before === undefined) throw new Error('There is no schedule')
      const { name, tag, rhythm, weekday, hour, after_midnight, updated_at } = before
      const body = { name, tag, rhythm, weekday, hour, after_midnight, enabled: true, budget_units, updated_at }
      return whiteListScheduleHandlers['whiteListSchedules.update'](
        { params: { id: before.id }, body },
        client.context(),
      )
    }
    return { ...client, watch, readSchedule, saveAgain }
  }

  it('check the companies of a tag when due, each once, and show the next date', async () => {
    const { accountId, schedule, startDue, runJob, readSchedule, list, rows } = await openAccount()
    const created = await schedule({ rhythm: 'weekly', weekday: 1, hour: 7 })
    expect(created.next_at).toBe('2026-11-23T06:00:00.000Z')
    await startDue()
    expect((await list()).total).toBe(0)
    service.clock.set('2026-11-23T06:00:00.000Z')
    await Promise.all([startDue(), startDue()])
    await startDue()
    await runJob()
    const { items, total } = await list()
    expect([total, items[0]?.schedule_id, items[0]?.numbers, items[0]?.state, items[0]?.units]).toEqual([
      1,
      created.id,
      2,
      'done',
      2,
    ])
    expect((await rows(items[0]?.id ?? '')).items.map(({ kind, number }) => `${kind} ${number}`).toSorted()).toEqual(
      [`krs ${krsOf(2)}`, `nip ${freeNipOf(1)}`].toSorted(),
    )
    expect(await readSchedule()).toMatchObject({
      next_at: '2026-11-30T06:00:00.000Z',
      last: { outcome: 'started', run_id: items[0]?.id, numbers: 2 },
    })
    expect(await whiteListUnits(service, accountId)).toBe(2)
  })

  it('are refused or stopped if the tag exceeds the budget, and charge nothing beyond it', async () => {
    const { accountId, schedule, startDue, runJob, readSchedule, list, watch, saveAgain } = await openAccount()
    await expect(schedule({ budget_units: 1 })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'budget_units'], type: 'over_budget' }],
    })
    await schedule({ budget_units: 2 })
    await expect(schedule({ budget_units: 2 })).rejects.toMatchObject({
      detail: [{ loc: ['body', 'name'], type: 'name_taken' }],
    })
    await watch('nip', freeNipOf(5))
    service.clock.set('2026-11-21T06:00:00.000Z')
    await startDue()
    await runJob()
    expect(await readSchedule()).toMatchObject({
      next_at: null,
      stopped: { reason: 'over_budget' },
      last: { outcome: 'over_budget', run_id: null, numbers: 3 },
    })
    expect([(await list()).total, await whiteListUnits(service, accountId)]).toEqual([0, 0])
    service.clock.set('2026-11-25T06:00:00.000Z')
    await startDue()
    expect((await list()).total).toBe(0)
    await saveAgain(3)
    service.clock.set('2026-11-26T06:00:00.000Z')
    await startDue()
    await runJob()
    expect(await whiteListUnits(service, accountId)).toBe(3)
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    expect(entries.map(({ action }) => action).filter((action) => action.startsWith('whiteList'))).toEqual([
      'whiteListSchedules.create',
      'whiteListSchedules.stop',
      'whiteListSchedules.update',
      'whiteListRuns.create',
      'whiteListRuns.finish',
    ])
  })

  it('stop when their payer has left the account, and continue once another user saves them', async () => {
    const { accountId, user, schedule, startDue, readSchedule, list, saveAgain } = await openAccount()
    await schedule()
    await service.storage.db.deleteFrom('members').where('user_id', '=', user.id).execute()
    service.clock.set('2026-11-21T06:00:00.000Z')
    await startDue()
    expect(await readSchedule()).toMatchObject({ stopped: { reason: 'payer' }, last: { outcome: 'payer' } })
    expect([(await list()).total, await whiteListUnits(service, accountId)]).toEqual([0, 0])
    // Saved by a user who may spend.
    const other = await openWhiteList(service, { accountId })
    const [before] = await other.schedules()
    expect(before?.stopped).not.toBeNull()
    const { id, name, tag, rhythm, weekday, hour, budget_units, after_midnight } = before ?? (await saveAgain(1))
    await whiteListScheduleHandlers['whiteListSchedules.update'](
      {
        params: { id },
        body: { name, tag, rhythm, weekday, hour, budget_units, after_midnight, enabled: true, updated_at: undefined },
      },
      other.context(),
    )
    service.clock.set('2026-11-22T06:00:00.000Z')
    await startDue()
    expect((await list()).total).toBe(1)
  })

  it('make up for missed days with one run, and skip a run while the last one is unfinished', async () => {
    const { schedule, startDue, runJob, readSchedule, list } = await openAccount({
      account: { limits: { wpv_checks: 1 } },
    })
    await schedule()
    service.clock.set('2026-11-24T05:00:00.000Z')
    await startDue()
    await runJob()
    expect(await readSchedule()).toMatchObject({ next_at: '2026-11-24T06:00:00.000Z', last: { outcome: 'started' } })
    expect((await list()).items[0]?.state).toBe('waiting')
    service.clock.set('2026-11-24T06:00:00.000Z')
    await startDue()
    expect(await readSchedule()).toMatchObject({ last: { outcome: 'still_running' } })
    expect((await list()).total).toBe(1)
  })

  it('are not accessible to other accounts, can be paused and deleted, and keep their runs', async () => {
    const { schedule, startDue, list, context, schedules } = await openAccount()
    const stranger = await openWhiteList(service)
    const { id } = await schedule()
    const { 'whiteListSchedules.pause': pause, 'whiteListSchedules.delete': remove } = whiteListScheduleHandlers
    await expect(pause({ params: { id } }, stranger.context())).rejects.toMatchObject({ code: 'not_found' })
    await expect(remove({ params: { id } }, stranger.context())).rejects.toMatchObject({ code: 'not_found' })
    service.clock.set('2026-11-21T06:00:00.000Z')
    await startDue()
    expect(await pause({ params: { id } }, context())).toMatchObject({ enabled: false, next_at: null })
    service.clock.set('2026-11-23T06:00:00.000Z')
    await startDue()
    await remove({ params: { id } }, context())
    expect(await schedules()).toEqual([])
    const { items, total } = await list()
    expect([total, items[0]?.schedule_id]).toEqual([1, null])
  })
})
