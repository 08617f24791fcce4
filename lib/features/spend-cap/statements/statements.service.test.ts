import { expect, it } from 'vitest'

import { ruleRows } from '@/lib/features/rules/statements/rules'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as capChanges from './cap-changes'
import * as spenders from './spenders'

describeStatements([capChanges, spenders], (store, statements) => {
  it('insert and list cap changes, and record the known cap', async () => {
    const [a, b] = [await store.account(), await store.account()]
    expect([
      await statements.lastCapNumber(store.db, a),
      await statements.findFirstCapChange(store.db, a),
      await statements.readKnownCap(store.db, a),
    ]).toEqual([0, undefined, undefined])
    const insertChange = (account_id: string, to_pln: number) => {
      const { number: _, ...change } = store.row('cap_changes', {
        account_id,
        to_pln,
        at: minute(1),
        source: 'panel',
      })
      return statements.insertCapChange(store.tx, change)
    }
    for (const to of [5, 7, 6]) await insertChange(a, to)
    await insertChange(b, 1)
    expect([
      (await statements.listCapChanges(store.db, a, 9)).map((row) => row.to_pln),
      (await statements.listCapChanges(store.db, a, 1)).length,
      await statements.lastCapNumber(store.db, a),
      (await statements.findFirstCapChange(store.db, a))?.to_pln,
    ]).toEqual([[6, 7, 5], 1, 3, 5])
    await statements.recordCap(store.tx, { accountId: a, capPln: 5, at: minute(1) })
    await statements.setIntent(store.db, a, 'i')
    expect(await statements.readKnownCap(store.db, a)).toEqual({
      account_id: a,
      cap_pln: 5,
      first_seen_at: minute(1),
      seen_at: minute(1),
      intent: 'i',
    })
    await statements.recordCap(store.tx, { accountId: a, capPln: null, at: minute(2) })
    expect(await statements.readKnownCap(store.db, a)).toEqual({
      account_id: a,
      cap_pln: null,
      first_seen_at: minute(1),
      seen_at: minute(2),
      intent: null,
    })
  })

  it('list active rules, schedules and runs that spend units', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const keyOf = (name: string, account_id = a) => ({ id: `${name}-${account_id}`, account_id, name })
    const rule = (name: string, overrides: Partial<Row<'rules'>> = {}) =>
      ruleRows.insert(
        store.tx,
        store.row('rules', { ...keyOf(name), kind: 'risk', timing: 'none', language: 'pl', enabled: 1, ...overrides }),
      )
    await rule('b')
    await rule('a')
    await rule('c', { kind: 'events' })
    await rule('d', { enabled: 0 })
    await rule('e', keyOf('e', b))
    const schedule = (name: string, overrides: object = {}) => ({ ...keyOf(name), enabled: 1, ...overrides })
    await store.db
      .insertInto('white_list_schedules')
      .values(
        [
          schedule('a'),
          schedule('b', { enabled: 0 }),
          schedule('c', { stopped: 'x' }),
          schedule('d', keyOf('d', b)),
        ].map((row) => store.row('white_list_schedules', row as Partial<Row<'white_list_schedules'>>)),
      )
      .execute()
    await store.db
      .insertInto('report_schedules')
      .values(
        [schedule('b'), schedule('a'), schedule('c', { stopped: 'x' })].map((row) =>
          store.row('report_schedules', row as Partial<Row<'report_schedules'>>),
        ),
      )
      .execute()
    await store.db
      .insertInto('white_list_runs')
      .values(
        [
          { ...keyOf('b'), state: 'paused', created_at: minute(1) },
          { ...keyOf('a'), state: 'running', created_at: minute(2) },
          { ...keyOf('c'), state: 'done', created_at: minute(2) },
        ].map((row) => store.row('white_list_runs', row as Partial<Row<'white_list_runs'>>)),
      )
      .execute()
    await store.db
      .insertInto('bzp_watches')
      .values(store.row('bzp_watches', { account_id: a, budget_units: 4 }))
      .execute()
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('')
    const found = await statements.listSpending(store.db, a, 'risk')
    expect([names(found.rules), names(found.checks), names(found.runs), names(found.reports), found.watch]).toEqual([
      'ab',
      'a',
      'ba',
      'ab',
      { budget_units: 4 },
    ])
    expect((await statements.listSpending(store.db, b, 'risk')).watch).toBeUndefined()
  })
})
