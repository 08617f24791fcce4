import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as imports from './statements'

describeStatements([imports], (at, on) => {
  const make = async (name: string, given: Partial<Row<'imports'>> = {}) => {
    const account_id = given.account_id ?? (await at.account())
    const row = at.row('imports', {
      id: `${name}-${account_id}`,
      state: 'running',
      started_at: minute(1),
      ...given,
      account_id,
    })
    expect([await on.insertImport(at.db, row), await on.insertImport(at.db, row)]).toEqual([true, false])
    return row
  }
  const first = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')

  it('of imports', async () => {
    const a = await make('a')
    const { account_id } = a
    const b = await make('b', { account_id, started_at: minute(3), state: 'undoing' })
    const c = await make('c', { started_at: minute(2), state: 'undoing' })
    expect([
      (await on.findImport(at.db, account_id, a.id))?.state,
      await on.findImport(at.db, c.account_id, a.id),
      first(await on.listImports(at.db, account_id, 9)),
      first(await on.listImports(at.db, account_id, 1)),
    ]).toEqual(['running', undefined, 'ba', 'b'])
    expect(first(await on.listUndoing(at.db))).toBe('cb')
    await on.updateImport(at.db, a.id, { subjects: 7 })
    expect([
      await on.endRunningImport(at.tx, a.id, minute(5)),
      await on.endRunningImport(at.tx, a.id, minute(6)),
      await on.findImport(at.db, account_id, a.id),
    ]).toMatchObject([true, false, { state: 'done', finished_at: minute(5), subjects: 7 }])
    expect([
      await on.closeImportUndo(at.tx, a.id, minute(5)),
      await on.closeImportUndo(at.tx, b.id, minute(5)),
      await on.closeImportUndo(at.tx, b.id, minute(6)),
      (await on.findImport(at.db, account_id, b.id))?.undone_at,
    ]).toEqual([false, true, false, minute(5)])
  })

  it('of the monitors of imports', async () => {
    const a = await make('a')
    const b = await make('b', { account_id: a.account_id })
    const monitor = (
      monitor_id: string,
      effect: Row<'import_monitors'>['effect'],
      given: Partial<Row<'import_monitors'>> = {},
    ) =>
      at.row('import_monitors', {
        import_id: a.id,
        account_id: a.account_id,
        monitor_id,
        effect,
        state: 'kept',
        tags: '[]',
        at: minute(1),
        named: 1,
        ...given,
      })
    const rows = [
      monitor('2', 'added', { line: 1 }),
      monitor('1', 'added', { line: 5, named: 0 }),
      monitor('1', 'tagged', { line: 3, state: 'undone' }),
      monitor('3', 'removed', { label: 'a•b' }),
      monitor('4', 'removed', { identifier: '4•' }),
    ]
    await on.insertImportMonitors(at.db, rows)
    await on.insertImportMonitors(at.db, [
      { ...rows[0]!, state: 'undone' },
      monitor('1', 'added', { import_id: b.id, at: minute(2) }),
    ])
    const counts = (await on.countImportMonitors(at.db, [a.id, b.id]))
      .map((row) => [row.import_id[0], row.effect, row.state, row.count, row.unnamed, row.persons].join(' '))
      .toSorted()
    expect([counts, await on.countImportMonitors(at.db, [])]).toEqual([
      ['a added kept 2 1 0', 'a removed kept 2 0 2', 'a tagged undone 1 0 0', 'b added kept 1 0 0'],
      [],
    ])
    const list = async (given: object) =>
      (await on.listImportMonitors(at.db, { importId: a.id, limit: 9, ...given }))
        .map((row) => `${row.monitor_id}${row.effect[0]}`)
        .join(' ')
    expect([
      await list({}),
      await list({ effect: 'added' }),
      await list({ state: 'undone' }),
      await list({ unnamed: true }),
      await list({ after: '1', limit: 2 }),
      await list({ byLine: true, effect: 'added' }),
    ]).toEqual(['1a 1t 2a 3r 4r', '1a 2a', '1t', '1a', '2a 3r', '2a 1a'])
    await on.updateImportMonitor(at.db, rows[1]!, { state: 'changed', label: 'L' })
    await on.markMonitorsUndone(at.db, a.id, { at: minute(9), by: 'me' })
    const states = (await on.listImportMonitors(at.db, { importId: a.id, limit: 9 })).map(
      (row) => `${row.state} ${row.undone_by}`,
    )
    expect(states).toEqual(['changed null', 'undone null', 'undone me', 'undone me', 'undone me'])
    const of = { accountId: a.account_id, monitorId: '1', limit: 9 }
    expect(
      (await on.listImportsOf(at.db, of)).map((row) => `${row.id[0]} ${row.effect} ${row.row_state}`).toSorted(),
    ).toEqual(['a added changed', 'a tagged undone', 'b added kept'])
    expect([
      (await on.listImportsOf(at.db, { ...of, limit: 1 }))[0]?.id,
      await on.listImportsOf(at.db, { ...of, accountId: await at.account() }),
    ]).toEqual([b.id, []])
  })

  it('of what was refused', async () => {
    const a = await make('a')
    const row = (place: number, line: number, given: Partial<Row<'import_rejections'>> = {}) =>
      at.row('import_rejections', {
        import_id: a.id,
        account_id: a.account_id,
        place,
        line,
        kind: 'list',
        ...given,
      } as Partial<Row<'import_rejections'>>)
    await on.insertImportRejections(at.db, [
      row(1, 5),
      row(3, 2),
      row(2, 2, { kind: 'service' }),
      row(4, 9, { kind: 'service' }),
    ])
    await on.insertImportRejections(at.db, [row(1, 0)])
    expect((await on.listImportRejections(at.db, a.id)).map(({ place }) => place)).toEqual([2, 3, 1, 4])
    expect([await on.countServiceRefusals(at.db, [a.id, 'x']), await on.countServiceRefusals(at.db, [])]).toEqual([
      new Map([[a.id, 2]]),
      new Map(),
    ])
  })
})
