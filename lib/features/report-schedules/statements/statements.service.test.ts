import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as runs from './runs'
import * as schedules from './schedules'

describeStatements([runs, schedules], (store, statements) => {
  const schedule = async (overrides: Partial<Row<'report_schedules'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    const row = store.row('report_schedules', { id: randomUUID(), name: randomUUID(), ...overrides, account_id })
    await statements.reportScheduleRows.insert(store.tx, row)
    return { account_id, schedule_id: row.id }
  }
  type ScheduleIds = Awaited<ReturnType<typeof schedule>>
  const runOf = (ids: ScheduleIds, day: number, overrides: Partial<Row<'report_schedule_runs'>> = {}) =>
    store.row('report_schedule_runs', {
      id: `${day}-${ids.schedule_id}`,
      ...ids,
      window_to: `2026-11-${day}`,
      state: 'waiting',
      due_at: minute(day),
      retry_at: minute(day),
      ...overrides,
    })
  const putRun = (ids: ScheduleIds, day: number, overrides: Partial<Row<'report_schedule_runs'>> = {}) =>
    statements.insertReportRun(store.tx, runOf(ids, day, overrides))
  const days = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join(' ')

  it('read and change schedules only for their owner or the team', () =>
    expectOwnedRows(store, statements.reportScheduleRows, {
      table: 'report_schedules',
      ownership: 'owner',
      hasCreator: true,
    }))

  it('store one active run per day, list and count runs, and cancel waiting ones', async () => {
    const ids = await schedule()
    const other = await schedule({ account_id: ids.account_id })
    const secondRun = { id: randomUUID(), due_at: minute(50) }
    expect([
      await putRun(ids, 11),
      await putRun(ids, 11, secondRun),
      await putRun(ids, 12, { state: 'superseded' }),
      await putRun(ids, 12, secondRun),
    ]).toEqual([true, false, true, true])
    expect([
      await putRun(ids, 13, { state: 'cancelled', reason: 'switched_off' }),
      await putRun(ids, 13, secondRun),
      await putRun(ids, 14, { state: 'cancelled' }),
      await putRun(ids, 14, secondRun),
    ]).toEqual([true, true, true, false])
    await putRun(other, 20)
    const findRunUpTo = async (day: string) => statements.findReportRunUpTo(store.db, ids.schedule_id, day)
    expect([
      await findRunUpTo('2026-11-12'),
      (await findRunUpTo('2026-11-11'))?.due_at,
      await findRunUpTo('2026-11-20'),
    ]).toMatchObject([{ id: `12-${ids.schedule_id}`, due_at: minute(50), state: 'waiting' }, minute(11), undefined])
    const list = async (before?: string, limit = 9) =>
      days(await statements.listReportRuns(store.db, ids.schedule_id, { before, limit }))
    expect([
      await list(),
      await list('2026-11-13'),
      await list(undefined, 1),
      await statements.countReportRuns(store.db, ids.schedule_id),
    ]).toEqual(['14 13 12 11', '12 11', '14', 4])
    expect(
      days(await statements.listLastReportRuns(store.db, ids.account_id))
        .split(' ')
        .toSorted(),
    ).toEqual(['14', '20'])
    await statements.cancelWaitingRuns(store.tx, ids.schedule_id, minute(60))
    expect(await findRunUpTo('2026-11-11')).toMatchObject({
      state: 'cancelled',
      reason: 'switched_off',
      ended_at: minute(60),
    })
    expect((await statements.findReportRunUpTo(store.db, other.schedule_id, '2026-11-20'))?.state).toBe('waiting')
  })

  it('list the ordered runs with schedule and owner', async () => {
    const accountId = await store.account()
    const owner = await store.member(accountId, { email: `o-${accountId}@x` })
    const [ownSchedule, team] = [
      await schedule({ account_id: accountId, owner, name: 'Own' }),
      await schedule({ account_id: accountId, name: 'Team' }),
    ]
    await putRun(ownSchedule, 11, { job_id: 'j1' })
    await putRun(team, 12, { job_id: 'j2' })
    await putRun(team, 13)
    await putRun(await schedule(), 14, { job_id: 'j3' })
    const ordered = async (since: number) =>
      (await statements.listOrderedRuns(store.db, accountId, minute(since))).map((row) => [
        row.job_id,
        row.name,
        row.email,
      ])
    expect([await ordered(11), await ordered(12)]).toEqual([
      [
        ['j2', 'Team', null],
        ['j1', 'Own', `o-${accountId}@x`],
      ],
      [['j2', 'Team', null]],
    ])
  })

  it('list open runs, and claim, supersede and follow them', async () => {
    const ids = await schedule()
    const inactive = await schedule({ account_id: await store.account({ state: 'inactive' }) })
    await putRun(ids, 12)
    await putRun(ids, 11, { state: 'ordered', job_id: 'j' })
    await putRun(ids, 13)
    await putRun(ids, 10, { state: 'ready' })
    await putRun(inactive, 11)
    const ours = [ids, inactive].map((each) => each.schedule_id)
    const open = async (now: number) =>
      days((await statements.listOpenReportRuns(store.db, minute(now))).filter((row) => ours.includes(row.schedule_id)))
    expect([await open(12), await open(13)]).toEqual(['11 12', '11 12 13'])
    const id = (day: number) => `${day}-${ids.schedule_id}`
    const claim = async (day: number, now: number) =>
      statements.claimReportRun(store.db, { id: id(day), by: 'me', now: minute(now), until: minute(now + 5) })
    expect(await claim(12, 12)).toMatchObject({ attempts: 1, attempted_at: minute(12), claimed_by: 'me' })
    expect([await claim(12, 13), await claim(11, 20), await claim(13, 12)]).toEqual([undefined, undefined, undefined])
    expect(await claim(12, 17)).toMatchObject({ attempts: 2, attempted_at: minute(12) })
    const ended = { ended_at: minute(30) }
    expect([
      await statements.supersedeReportRun(store.tx, { id: id(12), state: 'waiting', ...ended }),
      await statements.supersedeReportRun(store.tx, { id: id(13), state: 'ordered', ...ended }),
      await statements.supersedeReportRun(store.tx, { id: id(13), state: 'waiting', ...ended }),
    ]).toEqual([false, false, true])
    await statements.cancelWaitingRuns(store.tx, ids.schedule_id, minute(20))
    expect((await statements.findReportRunUpTo(store.db, ids.schedule_id, '2026-11-12'))?.state).toBe('waiting')
    const follow = (job_id: string | null) =>
      statements.followReportRun(store.db, { id: id(11), state: 'ordered', job_id }, { state: 'ready', row_count: 4 })
    expect([await follow(null), await follow('k'), await follow('j'), await follow('j')]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(
      await statements.followReportRun(
        store.db,
        { id: id(12), state: 'waiting', job_id: null },
        { state: 'ordered', job_id: 'n' },
      ),
    ).toBe(true)
    expect(await statements.findReportRunUpTo(store.db, ids.schedule_id, '2026-11-11')).toMatchObject({
      state: 'ready',
      row_count: 4,
    })
    await putRun(ids, 25)
    await expectLease(store, statements.reportRunLease, { table: 'report_schedule_runs', id: id(25) })
  })
})
