import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as imports from './statements'

describeStatements([imports], (store, statements) => {
  const createImport = async (name: string, overrides: Partial<Row<'imports'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    const row = store.row('imports', {
      id: `${name}-${account_id}`,
      state: 'running',
      started_at: minute(1),
      ...overrides,
      account_id,
    })
    expect([await statements.insertImport(store.db, row), await statements.insertImport(store.db, row)]).toEqual([
      true,
      false,
    ])
    return row
  }
  const initialsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')

  it('store, list and finish imports, and close their undo', async () => {
    const a = await createImport('a')
    const { account_id } = a
    const b = await createImport('b', { account_id, started_at: minute(3), state: 'undoing' })
    const c = await createImport('c', { started_at: minute(2), state: 'undoing' })
    expect([
      (await statements.findImport(store.db, account_id, a.id))?.state,
      await statements.findImport(store.db, c.account_id, a.id),
      initialsOf(await statements.listImports(store.db, account_id, 9)),
      initialsOf(await statements.listImports(store.db, account_id, 1)),
    ]).toEqual(['running', undefined, 'ba', 'b'])
    expect(initialsOf(await statements.listUndoing(store.db))).toBe('cb')
    await statements.updateImport(store.db, a.id, { subjects: 7 })
    expect([
      await statements.endRunningImport(store.tx, a.id, minute(5)),
      await statements.endRunningImport(store.tx, a.id, minute(6)),
      await statements.findImport(store.db, account_id, a.id),
    ]).toMatchObject([true, false, { state: 'done', finished_at: minute(5), subjects: 7 }])
    expect([
      await statements.closeImportUndo(store.tx, a.id, minute(5)),
      await statements.closeImportUndo(store.tx, b.id, minute(5)),
      await statements.closeImportUndo(store.tx, b.id, minute(6)),
      (await statements.findImport(store.db, account_id, b.id))?.undone_at,
    ]).toEqual([false, true, false, minute(5)])
  })

  it('store, count, list and mark the monitors of imports', async () => {
    const a = await createImport('a')
    const b = await createImport('b', { account_id: a.account_id })
    const monitor = (
      monitor_id: string,
      effect: Row<'import_monitors'>['effect'],
      overrides: Partial<Row<'import_monitors'>> = {},
    ) =>
      store.row('import_monitors', {
        import_id: a.id,
        account_id: a.account_id,
        monitor_id,
        effect,
        state: 'kept',
        tags: '[]',
        at: minute(1),
        named: 1,
        ...overrides,
      })
    const rows = [
      monitor('2', 'added', { line: 1 }),
      monitor('1', 'added', { line: 5, named: 0 }),
      monitor('1', 'tagged', { line: 3, state: 'undone' }),
      monitor('3', 'removed', { label: 'a•b' }),
      monitor('4', 'removed', { identifier: '4•' }),
    ]
    await statements.insertImportMonitors(store.db, rows)
    await statements.insertImportMonitors(store.db, [
      { ...rows[0]!, state: 'undone' },
      monitor('1', 'added', { import_id: b.id, at: minute(2) }),
    ])
    const counts = (await statements.countImportMonitors(store.db, [a.id, b.id]))
      .map((row) => [row.import_id[0], row.effect, row.state, row.count, row.unnamed, row.persons].join(' '))
      .toSorted()
    expect([counts, await statements.countImportMonitors(store.db, [])]).toEqual([
      ['a added kept 2 1 0', 'a removed kept 2 0 2', 'a tagged undone 1 0 0', 'b added kept 1 0 0'],
      [],
    ])
    const list = async (filter: object) =>
      (await statements.listImportMonitors(store.db, { importId: a.id, limit: 9, ...filter }))
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
    await statements.updateImportMonitor(store.db, rows[1]!, { state: 'changed', label: 'L' })
    await statements.markMonitorsUndone(store.db, a.id, { at: minute(9), by: 'me' })
    const states = (await statements.listImportMonitors(store.db, { importId: a.id, limit: 9 })).map(
      (row) => `${row.state} ${row.undone_by}`,
    )
    expect(states).toEqual(['changed null', 'undone null', 'undone me', 'undone me', 'undone me'])
    const scope = { accountId: a.account_id, monitorId: '1', limit: 9 }
    expect(
      (await statements.listImportsOf(store.db, scope))
        .map((row) => `${row.id[0]} ${row.effect} ${row.row_state}`)
        .toSorted(),
    ).toEqual(['a added changed', 'a tagged undone', 'b added kept'])
    expect([
      (await statements.listImportsOf(store.db, { ...scope, limit: 1 }))[0]?.id,
      await statements.listImportsOf(store.db, { ...scope, accountId: await store.account() }),
    ]).toEqual([b.id, []])
  })

  it('store and list rejected rows, and count those that the service refused', async () => {
    const a = await createImport('a')
    const row = (place: number, line: number, overrides: Partial<Row<'import_rejections'>> = {}) =>
      store.row('import_rejections', {
        import_id: a.id,
        account_id: a.account_id,
        place,
        line,
        kind: 'list',
        ...overrides,
      } as Partial<Row<'import_rejections'>>)
    await statements.insertImportRejections(store.db, [
      row(1, 5),
      row(3, 2),
      row(2, 2, { kind: 'service' }),
      row(4, 9, { kind: 'service' }),
    ])
    await statements.insertImportRejections(store.db, [row(1, 0)])
    expect((await statements.listImportRejections(store.db, a.id)).map(({ place }) => place)).toEqual([2, 3, 1, 4])
    expect([
      await statements.countServiceRefusals(store.db, [a.id, 'x']),
      await statements.countServiceRefusals(store.db, []),
    ]).toEqual([new Map([[a.id, 2]]), new Map()])
  })
})
