import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as numbers from './numbers'
import * as results from './results'
import * as runs from './runs'
import * as schedules from './schedules'

describeStatements([numbers, results, runs, schedules], (store, statements) => {
  const make = async (name: string, overrides: Partial<Row<'white_list_runs'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    const run = store.row('white_list_runs', {
      id: `${name}-${randomUUID()}`,
      name,
      state: 'running',
      list_sha256: name,
      created_at: minute(1),
      ...overrides,
      account_id,
    })
    expect(await statements.insertWhiteListRun(store.tx, run)).toBe(true)
    return run
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')

  it('read and write the schedules of an account', () =>
    expectOwnedRows(store, statements.whiteListScheduleRows, { table: 'white_list_schedules', ownership: 'account' }))

  it('insert, find, page, lock and update runs', async () => {
    const a = await make('a')
    const { account_id } = a
    const b = await make('b', { account_id, created_at: minute(2), list_sha256: 'a' })
    const c = await make('c', { account_id, created_at: minute(1), schedule_id: 's' })
    const d = await make('d', { account_id, created_at: minute(3), schedule_id: 's' })
    const e = await make('e', { list_sha256: 'a' })
    expect(await statements.insertWhiteListRun(store.tx, { ...a, account_id: e.account_id })).toBe(false)
    expect([
      (await statements.findWhiteListRun(store.db, { accountId: account_id, id: a.id }))?.name,
      await statements.findWhiteListRun(store.db, { accountId: e.account_id, id: a.id }),
    ]).toEqual(['a', undefined])
    const page = async (limit: number, offset: number) =>
      names(await statements.listWhiteListRuns(store.db, account_id, { limit, offset }))
    expect([await page(9, 0), await page(2, 1), await statements.countWhiteListRuns(store.db, account_id)]).toEqual([
      'dbac',
      'ba',
      4,
    ])
    expect([
      names(await statements.listEarlierRuns(store.db, b, 9)),
      names(await statements.listEarlierRuns(store.db, d, 9)),
      names(await statements.listEarlierRuns(store.db, a, 9)),
    ]).toEqual(['a', 'c', ''])
    await statements.updateWhiteListRun(store.tx, a.id, { state: 'paused', units: 4 })
    expect(await store.within([account_id], (tx) => statements.lockWhiteListRun(tx, a.id))).toMatchObject({
      state: 'paused',
      units: 4,
    })
    await statements.detachScheduleFromRuns(store.tx, 's')
    expect([
      (await statements.lockWhiteListRun(store.tx, c.id))?.schedule_id,
      (await statements.lockWhiteListRun(store.tx, d.id))?.schedule_id,
    ]).toEqual([null, null])
  })

  it('list due runs, and update a run only for its claimant', async () => {
    const a = await make('a', { created_at: minute(3) })
    const b = await make('b', { created_at: minute(2), state: 'waiting', wait_until: minute(6) })
    const c = await make('c', { state: 'cancelled', chunk_key: 'k' })
    const d = await make('d', { state: 'cancelled' })
    const e = await make('e', { state: 'done' })
    const f = await make('f', { created_at: minute(4), claimed_by: 'x', claimed_until: minute(6) })
    const ours = async (now: number) =>
      names(
        (await statements.listDueRuns(store.db, minute(now))).filter(({ id }) =>
          [a, b, c, d, e, f].some((run) => run.id === id),
        ),
      )
    expect([await ours(5), await ours(6)]).toEqual(['ca', 'cbaf'])
    expect((await statements.listDueRuns(store.db, minute(5))).find(({ id }) => id === a.id)).toMatchObject({
      account_id: a.account_id,
      sealed_api_key: null,
    })
    await statements.updateClaimedRun(store.db, { id: f.id, by: 'y' }, { units: 1 })
    await statements.updateClaimedRun(store.db, { id: f.id, by: 'x' }, { units: 2, state: 'cancelled' })
    await statements.updateClaimedRun(store.db, { id: f.id, by: 'x' }, { units: 3 })
    expect(await statements.lockWhiteListRun(store.tx, f.id)).toMatchObject({ units: 2, state: 'cancelled' })
    await expectLease(store, statements.whiteListRunLease, { table: 'white_list_runs', id: a.id })
    for (const run of [a, f]) await statements.deleteWhiteListRun(store.tx, run.id)
    expect(await ours(9)).toBe('cb')
  })

  it('list, filter, count and update numbers and result rows', async () => {
    const run = await make('a')
    const other = await make('b', { account_id: run.account_id })
    const runKey = { run_id: run.id, account_id: run.account_id }
    const number = (position: number, overrides: Partial<Row<'white_list_numbers'>>) =>
      store.row('white_list_numbers', {
        ...runKey,
        position,
        kind: 'nip',
        value: `${9 - position}`,
        state: 'answered',
        folded: '',
        ...overrides,
      })
    const row = (position: number, overrides: Partial<Row<'white_list_rows'>> = {}) =>
      store.row('white_list_rows', { ...runKey, position, number: position, line: position + 1, ...overrides })
    await statements.insertWhiteListNumbers(store.tx, [
      number(1, { status: 'active', folded: 'zolw' }),
      number(2, { status: 'exempt', folded: 'alfa 50%' }),
      number(3, { state: 'waiting' }),
      number(4, { state: 'asked' }),
      number(5, { state: 'error' }),
      number(6, { state: 'unsure' }),
      number(7, { status: 'not_found' }),
      number(8, { status: 'unregistered' }),
    ])
    await statements.insertWhiteListNumbers(store.tx, [{ ...number(1, { state: 'waiting' }), run_id: other.id }])
    await statements.insertWhiteListRows(store.tx, [
      row(1, { account: 'PL1' }),
      row(2, { account: 'PL2' }),
      row(3),
      row(4),
      row(5),
      row(6),
      row(7, { account: 'PL7' }),
      row(8),
      row(9, { number: 1, account: 'PL9' }),
    ])
    const list = async (overrides: Partial<Parameters<typeof statements.listResultRows>[2]> = {}) =>
      (
        await statements.listResultRows(store.db, run.id, {
          order: 'line',
          isDescending: false,
          limit: 99,
          offset: 0,
          ...overrides,
        })
      )
        .map(({ position }) => position)
        .join('')
    expect([
      await list(),
      await list({ isDescending: true, limit: 3, offset: 1 }),
      await list({ order: 'number' }),
      await list({ order: 'status' }),
      await list({ order: 'status', isDescending: true }),
    ]).toEqual(['123456789', '876', '876543219', '192783456', '872193456'])
    expect([
      await list({ order: 'name', limit: 3, isDescending: true }),
      await list({ q: 'zol' }),
      await list({ q: '50%' }),
      await list({ q: '0_' }),
      await list({ group: 'waiting' }),
      await list({ group: 'error' }),
    ]).toEqual(['192', '19', '2', '', '34', '5'])
    expect([
      await statements.countResultRows(store.db, run.id, {}),
      await statements.countResultRows(store.db, run.id, { group: 'active', q: 'z' }),
    ]).toEqual([9, 2])
    const [first] = await statements.listResultRows(store.db, run.id, {
      order: 'line',
      isDescending: false,
      limit: 1,
      offset: 0,
    })
    expect(first).toMatchObject({
      line: 2,
      account: 'PL1',
      kind: 'nip',
      value: '8',
      status: 'active',
      state: 'answered',
    })
    const accounts = await statements.listRowsWithAccount(store.db, run.id, [1, 3, 7])
    expect(accounts.map((each) => `${each.position} ${each.number} ${each.account}`).toSorted()).toEqual([
      '1 1 PL1',
      '7 7 PL7',
      '9 1 PL9',
    ])
    await statements.setVerdicts(store.tx, { runId: run.id, positions: [1, 9] }, 'listed')
    await statements.setVerdicts(store.tx, { runId: run.id, positions: [2] }, 'not_listed')
    await statements.setVerdicts(store.tx, { runId: run.id, positions: [7] }, 'cannot_tell')
    // Not on the account's list, failed, unsure, not found and not registered; the others follow as in the file.
    expect(await list({ order: 'attention' })).toBe('256781349')
    expect(await statements.countGroups(store.db, run.id)).toEqual({
      active: 2,
      exempt: 1,
      unregistered: 1,
      not_found: 1,
      account_listed: 2,
      account_not_listed: 1,
      account_cannot_tell: 1,
      error: 1,
      unsure: 1,
      waiting: 2,
    })
    expect((await statements.countGroups(store.db, other.id)).waiting).toBe(0)
    const waiting = async (runId: string, limit = 9) =>
      (await statements.listNumbersIn(store.db, runId, { state: 'waiting', limit }))
        .map(({ position }) => position)
        .join('')
    await statements.updateNumbers(store.tx, { runId: run.id, positions: [5, 1] }, { state: 'waiting', fault: null })
    expect([await waiting(run.id), await waiting(run.id, 2)]).toEqual(['135', '13'])
    await statements.moveNumbers(store.tx, run.id, { from: ['waiting', 'asked'], to: { state: 'unsure' } })
    expect([await waiting(run.id), await waiting(other.id)]).toEqual(['', '1'])
    const states = await statements.countNumberStates(store.db, [run.id, other.id])
    expect([
      states.get(run.id),
      states.get(other.id)?.waiting,
      (await statements.countNumberStates(store.db, [])).size,
    ]).toEqual([{ waiting: 0, asked: 0, answered: 3, unsure: 5, error: 0 }, 1, 0])
    await statements.deleteWhiteListRun(store.tx, run.id)
    expect([await statements.countResultRows(store.db, run.id, {}), await waiting(other.id)]).toEqual([0, '1'])
  })
})
