import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as runs from './runs'
import * as schedules from './schedules'

describeStatements([runs, schedules], (at, on) => {
  const schedule = async (given: Partial<Row<'report_schedules'>> = {}) => {
    const account_id = given.account_id ?? (await at.account())
    const row = at.row('report_schedules', { id: randomUUID(), name: randomUUID(), ...given, account_id })
    await on.reportScheduleRows.insert(at.tx, row)
    return { account_id, schedule_id: row.id }
  }
  type Place = Awaited<ReturnType<typeof schedule>>
  const runOf = (place: Place, day: number, given: Partial<Row<'report_schedule_runs'>> = {}) =>
    at.row('report_schedule_runs', {
      id: `${day}-${place.schedule_id}`,
      ...place,
      window_to: `2026-11-${day}`,
      state: 'waiting',
      due_at: minute(day),
      retry_at: minute(day),
      ...given,
    })
  const put = (place: Place, day: number, given: Partial<Row<'report_schedule_runs'>> = {}) =>
    on.insertReportRun(at.tx, runOf(place, day, given))
  const days = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join(' ')

  it('of schedules', () =>
    expectOwnedRows(at, on.reportScheduleRows, { table: 'report_schedules', ownership: 'owner', hasCreator: true }))

  it('of runs', async () => {
    const place = await schedule()
    const other = await schedule({ account_id: place.account_id })
    const again = { id: randomUUID(), due_at: minute(50) }
    expect([
      await put(place, 11),
      await put(place, 11, again),
      await put(place, 12, { state: 'superseded' }),
      await put(place, 12, again),
    ]).toEqual([true, false, true, true])
    expect([
      await put(place, 13, { state: 'cancelled', reason: 'switched_off' }),
      await put(place, 13, again),
      await put(place, 14, { state: 'cancelled' }),
      await put(place, 14, again),
    ]).toEqual([true, true, true, false])
    await put(other, 20)
    const upTo = async (day: string) => on.findReportRunUpTo(at.db, place.schedule_id, day)
    expect([await upTo('2026-11-12'), (await upTo('2026-11-11'))?.due_at, await upTo('2026-11-20')]).toMatchObject(
      [{ id: `12-${place.schedule_id}`, due_at: minute(50), state: 'waiting' }, minute(11), undefined].map(
        (each) => each,
      ),
    )
    const list = async (before?: string, limit = 9) =>
      days(await on.listReportRuns(at.db, place.schedule_id, { before, limit }))
    expect([
      await list(),
      await list('2026-11-13'),
      await list(undefined, 1),
      await on.countReportRuns(at.db, place.schedule_id),
    ]).toEqual(['14 13 12 11', '12 11', '14', 4])
    expect(
      days(await on.listLastReportRuns(at.db, place.account_id))
        .split(' ')
        .toSorted(),
    ).toEqual(['14', '20'])
    await on.cancelWaitingRuns(at.tx, place.schedule_id, minute(60))
    expect(await upTo('2026-11-11')).toMatchObject({ state: 'cancelled', reason: 'switched_off', ended_at: minute(60) })
    expect((await on.findReportRunUpTo(at.db, other.schedule_id, '2026-11-20'))?.state).toBe('waiting')
  })

  it('of runs that were ordered', async () => {
    const accountId = await at.account()
    const owner = await at.member(accountId, { email: `o-${accountId}@x` })
    const [own, team] = [
      await schedule({ account_id: accountId, owner, name: 'Own' }),
      await schedule({ account_id: accountId, name: 'Team' }),
    ]
    await put(own, 11, { job_id: 'j1' })
    await put(team, 12, { job_id: 'j2' })
    await put(team, 13)
    await put(await schedule(), 14, { job_id: 'j3' })
    const ordered = async (since: number) =>
      (await on.listOrderedRuns(at.db, accountId, minute(since))).map((row) => [row.job_id, row.name, row.email])
    expect([await ordered(11), await ordered(12)]).toEqual([
      [
        ['j2', 'Team', null],
        ['j1', 'Own', `o-${accountId}@x`],
      ],
      [['j2', 'Team', null]],
    ])
  })

  it('of runs that something is to be done about', async () => {
    const place = await schedule()
    const inactive = await schedule({ account_id: await at.account({ state: 'inactive' }) })
    await put(place, 12)
    await put(place, 11, { state: 'ordered', job_id: 'j' })
    await put(place, 13)
    await put(place, 10, { state: 'ready' })
    await put(inactive, 11)
    const ours = [place, inactive].map((each) => each.schedule_id)
    const open = async (now: number) =>
      days((await on.listOpenReportRuns(at.db, minute(now))).filter((row) => ours.includes(row.schedule_id)))
    expect([await open(12), await open(13)]).toEqual(['11 12', '11 12 13'])
    const id = (day: number) => `${day}-${place.schedule_id}`
    const claim = async (day: number, now: number) =>
      on.claimReportRun(at.db, { id: id(day), by: 'me', now: minute(now), until: minute(now + 5) })
    expect(await claim(12, 12)).toMatchObject({ attempts: 1, attempted_at: minute(12), claimed_by: 'me' })
    expect([await claim(12, 13), await claim(11, 20), await claim(13, 12)]).toEqual([undefined, undefined, undefined])
    expect(await claim(12, 17)).toMatchObject({ attempts: 2, attempted_at: minute(12) })
    const ended = { ended_at: minute(30) }
    expect([
      await on.supersedeReportRun(at.tx, { id: id(12), state: 'waiting', ...ended }),
      await on.supersedeReportRun(at.tx, { id: id(13), state: 'ordered', ...ended }),
      await on.supersedeReportRun(at.tx, { id: id(13), state: 'waiting', ...ended }),
    ]).toEqual([false, false, true])
    await on.cancelWaitingRuns(at.tx, place.schedule_id, minute(20))
    expect((await on.findReportRunUpTo(at.db, place.schedule_id, '2026-11-12'))?.state).toBe('waiting')
    const follow = (job_id: string | null) =>
      on.followReportRun(at.db, { id: id(11), state: 'ordered', job_id }, { state: 'ready', row_count: 4 })
    expect([await follow(null), await follow('k'), await follow('j'), await follow('j')]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(
      await on.followReportRun(
        at.db,
        { id: id(12), state: 'waiting', job_id: null },
        { state: 'ordered', job_id: 'n' },
      ),
    ).toBe(true)
    expect(await on.findReportRunUpTo(at.db, place.schedule_id, '2026-11-11')).toMatchObject({
      state: 'ready',
      row_count: 4,
    })
    await put(place, 25)
    await expectLease(at, on.reportRunLease, { table: 'report_schedule_runs', id: id(25) })
  })
})
