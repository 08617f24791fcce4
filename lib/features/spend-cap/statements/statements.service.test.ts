import { expect, it } from 'vitest'

import { ruleRows } from '@/lib/features/rules/statements/rules'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as capChanges from './cap-changes'
import * as spenders from './spenders'

describeStatements([capChanges, spenders], (at, on) => {
  it('of the cap', async () => {
    const [a, b] = [await at.account(), await at.account()]
    expect([
      await on.lastCapNumber(at.db, a),
      await on.findFirstCapChange(at.db, a),
      await on.readKnownCap(at.db, a),
    ]).toEqual([0, undefined, undefined])
    const put = (account_id: string, to_pln: number) => {
      const { number: _, ...change } = at.row('cap_changes', {
        account_id,
        to_pln,
        at: minute(1),
        source: 'panel',
      })
      return on.insertCapChange(at.tx, change)
    }
    for (const to of [5, 7, 6]) await put(a, to)
    await put(b, 1)
    expect([
      (await on.listCapChanges(at.db, a, 9)).map((row) => row.to_pln),
      (await on.listCapChanges(at.db, a, 1)).length,
      await on.lastCapNumber(at.db, a),
      (await on.findFirstCapChange(at.db, a))?.to_pln,
    ]).toEqual([[6, 7, 5], 1, 3, 5])
    await on.recordCap(at.tx, { accountId: a, capPln: 5, at: minute(1) })
    await on.setIntent(at.db, a, 'i')
    expect(await on.readKnownCap(at.db, a)).toEqual({
      account_id: a,
      cap_pln: 5,
      first_seen_at: minute(1),
      seen_at: minute(1),
      intent: 'i',
    })
    await on.recordCap(at.tx, { accountId: a, capPln: null, at: minute(2) })
    expect(await on.readKnownCap(at.db, a)).toEqual({
      account_id: a,
      cap_pln: null,
      first_seen_at: minute(1),
      seen_at: minute(2),
      intent: null,
    })
  })

  it('of what spends by itself', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const of = (name: string, account_id = a) => ({ id: `${name}-${account_id}`, account_id, name })
    const rule = (name: string, given: Partial<Row<'rules'>> = {}) =>
      ruleRows.insert(
        at.tx,
        at.row('rules', { ...of(name), kind: 'risk', timing: 'none', language: 'pl', enabled: 1, ...given }),
      )
    await rule('b')
    await rule('a')
    await rule('c', { kind: 'events' })
    await rule('d', { enabled: 0 })
    await rule('e', of('e', b))
    const schedule = (name: string, given: object = {}) => ({ ...of(name), enabled: 1, ...given })
    await at.db
      .insertInto('white_list_schedules')
      .values(
        [schedule('a'), schedule('b', { enabled: 0 }), schedule('c', { stopped: 'x' }), schedule('d', of('d', b))].map(
          (row) => at.row('white_list_schedules', row as Partial<Row<'white_list_schedules'>>),
        ),
      )
      .execute()
    await at.db
      .insertInto('report_schedules')
      .values(
        [schedule('b'), schedule('a'), schedule('c', { stopped: 'x' })].map((row) =>
          at.row('report_schedules', row as Partial<Row<'report_schedules'>>),
        ),
      )
      .execute()
    await at.db
      .insertInto('white_list_runs')
      .values(
        [
          { ...of('b'), state: 'paused', created_at: minute(1) },
          { ...of('a'), state: 'running', created_at: minute(2) },
          { ...of('c'), state: 'done', created_at: minute(2) },
        ].map((row) => at.row('white_list_runs', row as Partial<Row<'white_list_runs'>>)),
      )
      .execute()
    await at.db
      .insertInto('bzp_watches')
      .values(at.row('bzp_watches', { account_id: a, budget_units: 4 }))
      .execute()
    const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('')
    const found = await on.listSpending(at.db, a, 'risk')
    expect([names(found.rules), names(found.checks), names(found.runs), names(found.reports), found.watch]).toEqual([
      'ab',
      'a',
      'ba',
      'ab',
      { budget_units: 4 },
    ])
    expect((await on.listSpending(at.db, b, 'risk')).watch).toBeUndefined()
  })
})
