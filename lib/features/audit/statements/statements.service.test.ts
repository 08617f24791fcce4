import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as audit from './audit'
import * as auditKey from './audit-key'
import * as auditTargets from './audit-targets'

describeStatements([audit, auditTargets], (store, statements) => {
  const insertEntry = (account_id: string, number: number, overrides: Partial<Row<'audit_entries'>> = {}) =>
    statements.insertEntry(
      store.tx,
      store.row('audit_entries', {
        account_id,
        number,
        at: minute(number),
        actor: 'a',
        action: 'x',
        hash: `h${number}`,
        ...overrides,
      }),
    )
  const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number).join('')

  it('insert, list, chain and delete entries', async () => {
    const [a, b] = [await store.account(), await store.account()]
    expect(await statements.readLastEntry(store.db, a)).toBeUndefined()
    await insertEntry(a, 1, { actor: 'b', target: 't' })
    await insertEntry(a, 2, { action: 'y', target: 't', after: 'x #abc y' })
    await insertEntry(a, 3, { target: 'u', before: '#abc' })
    await insertEntry(a, 4)
    await insertEntry(b, 1, { after: '#abc' })
    expect([
      (await statements.readLastEntry(store.db, a))?.number,
      numbers(await statements.listEntriesAfter(store.db, a, { number: 1, limit: 2 })),
    ]).toEqual([4, '23'])
    const list = async (query: Partial<audit.AuditQuery>) =>
      numbers(await statements.listAuditEntries(store.db, { accountId: a, limit: 9, ...query }))
    expect([
      await list({}),
      await list({ actor: 'b' }),
      await list({ action: 'x' }),
      await list({ target: 't' }),
      await list({ from: minute(2), until: minute(4) }),
      await list({ before: 3 }),
      await list({ limit: 1 }),
    ]).toEqual(['4321', '1', '431', '21', '32', '21', '4'])
    expect([
      await statements.distinctIn(store.db, a, 'actor'),
      await statements.distinctIn(store.db, a, 'action'),
    ]).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ])
    expect(numbers(await statements.listMonitorEntries(store.db, { accountId: a, monitorId: 't', limit: 1 }))).toBe('2')
    await statements.insertAuditPersons(store.tx, { accountId: a, number: 4 }, ['abc', 'def'])
    expect([
      numbers(await statements.listEntriesOfPerson(store.db, a, 'abc')),
      numbers(await statements.listEntriesOfPerson(store.db, a, 'def')),
    ]).toEqual(['234', '4'])
    const old = async (moment: number) => (await statements.lastOldEntry(store.db, a, minute(moment)))?.number
    expect([await old(1), await old(3), await old(9)]).toEqual([undefined, 2, 4])
    const chain = (kept_from: number) => store.row('audit_chains', { account_id: a, entries: 4, head: 'h', kept_from })
    await statements.putChain(store.tx, chain(1))
    await expect(statements.deleteEntriesUpTo(store.tx, a, 2)).rejects.toThrow()
    await statements.putChain(store.tx, chain(5))
    expect([
      (await statements.findChain(store.db, a))?.kept_from,
      await statements.findChain(store.db, b),
      (await statements.listChains(store.db)).filter((row) => row.account_id === a).length,
    ]).toEqual([5, undefined, 1])
    await statements.deleteEntriesUpTo(store.tx, a, 2)
    expect([
      await list({}),
      numbers(await statements.listEntriesOfPerson(store.db, a, 'abc')),
      numbers(await statements.listEntriesAfter(store.db, b, { number: 0, limit: 9 })),
    ]).toEqual(['43', '34', '1'])
    await statements.deleteEntriesUpTo(store.tx, a, 4)
    expect(await statements.listEntriesOfPerson(store.db, a, 'def')).toEqual([])
  })

  it('find the names of the targets of entries', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const user = await store.member(a, { email: `n-${a}@x` })
    const stranger = await store.member(b)
    for (let number = 1; number <= 60; number += 1) await insertEntry(a, number, { target: 'm1', after: `${number}` })
    await insertEntry(a, 61, { target: 'm2' })
    await insertEntry(a, 62, { target: 'other' })
    const event = (account_id: string, id: number, monitor_id: string, overrides: Partial<Row<'panel_events'>> = {}) =>
      store.row('panel_events', {
        account_id,
        id,
        monitor_id,
        source: 'krs',
        identifier_type: 'nip',
        identifier_value: '1',
        subject_name: 'A',
        ...overrides,
      })
    await store.db
      .insertInto('panel_events')
      .values([
        event(a, 1, 'm1'),
        event(a, 2, 'm1', { subject_name: 'B' }),
        event(a, 3, 'm2'),
        event(a, 4, 'm2', { identifier_value: '2' }),
        event(a, 5, `f-${a}`),
        event(b, 1, 'm3'),
      ])
      .execute()
    await store.db
      .insertInto('monitors')
      .values(store.row('monitors', { id: `f-${a}`, account_id: a, filter_id: 'f' }))
      .execute()
    const { entries, names } = await statements.namesOfTargets(store.db, a, [
      'm1',
      'm2',
      'm3',
      `f-${a}`,
      user,
      stranger,
    ])
    expect([entries.length, entries[0]?.target, entries[1]?.after, entries.at(-1)?.after]).toEqual([
      51,
      'm2',
      '60',
      '11',
    ])
    expect(names).toEqual(
      new Map([
        [user, `n-${a}@x`],
        ['m1', 'B'],
      ]),
    )
    expect(Object.keys(auditKey).length).toBeGreaterThan(0)
  })
})
