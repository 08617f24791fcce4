import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as audit from './audit'
import * as auditKey from './audit-key'
import * as auditTargets from './audit-targets'

describeStatements([audit, auditTargets], (at, on) => {
  const put = (account_id: string, number: number, given: Partial<Row<'audit_entries'>> = {}) =>
    on.insertEntry(
      at.tx,
      at.row('audit_entries', {
        account_id,
        number,
        at: minute(number),
        actor: 'a',
        action: 'x',
        hash: `h${number}`,
        ...given,
      }),
    )
  const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number).join('')

  it('of entries', async () => {
    const [a, b] = [await at.account(), await at.account()]
    expect(await on.readLastEntry(at.db, a)).toBeUndefined()
    await put(a, 1, { actor: 'b', target: 't' })
    await put(a, 2, { action: 'y', target: 't', after: 'x #abc y' })
    await put(a, 3, { target: 'u', before: '#abc' })
    await put(a, 4)
    await put(b, 1, { after: '#abc' })
    expect([
      (await on.readLastEntry(at.db, a))?.number,
      numbers(await on.listEntriesAfter(at.db, a, { number: 1, limit: 2 })),
    ]).toEqual([4, '23'])
    const list = async (query: Partial<audit.AuditQuery>) =>
      numbers(await on.listAuditEntries(at.db, { accountId: a, limit: 9, ...query }))
    expect([
      await list({}),
      await list({ actor: 'b' }),
      await list({ action: 'x' }),
      await list({ target: 't' }),
      await list({ from: minute(2), until: minute(4) }),
      await list({ before: 3 }),
      await list({ limit: 1 }),
    ]).toEqual(['4321', '1', '431', '21', '32', '21', '4'])
    expect([await on.distinctIn(at.db, a, 'actor'), await on.distinctIn(at.db, a, 'action')]).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ])
    expect(numbers(await on.listMonitorEntries(at.db, { accountId: a, monitorId: 't', limit: 1 }))).toBe('2')
    await on.insertAuditPersons(at.tx, { accountId: a, number: 4 }, ['abc', 'def'])
    expect([
      numbers(await on.listEntriesOfPerson(at.db, a, 'abc')),
      numbers(await on.listEntriesOfPerson(at.db, a, 'def')),
    ]).toEqual(['234', '4'])
    const old = async (moment: number) => (await on.lastOldEntry(at.db, a, minute(moment)))?.number
    expect([await old(1), await old(3), await old(9)]).toEqual([undefined, 2, 4])
    const chain = (kept_from: number) => at.row('audit_chains', { account_id: a, entries: 4, head: 'h', kept_from })
    await on.putChain(at.tx, chain(1))
    await expect(on.deleteEntriesUpTo(at.tx, a, 2)).rejects.toThrow()
    await on.putChain(at.tx, chain(5))
    expect([
      (await on.findChain(at.db, a))?.kept_from,
      await on.findChain(at.db, b),
      (await on.listChains(at.db)).filter((row) => row.account_id === a).length,
    ]).toEqual([5, undefined, 1])
    await on.deleteEntriesUpTo(at.tx, a, 2)
    expect([
      await list({}),
      numbers(await on.listEntriesOfPerson(at.db, a, 'abc')),
      numbers(await on.listEntriesAfter(at.db, b, { number: 0, limit: 9 })),
    ]).toEqual(['43', '34', '1'])
    await on.deleteEntriesUpTo(at.tx, a, 4)
    expect(await on.listEntriesOfPerson(at.db, a, 'def')).toEqual([])
  })

  it('of names of what entries are about', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const user = await at.member(a, { email: `n-${a}@x` })
    const stranger = await at.member(b)
    for (let number = 1; number <= 60; number += 1) await put(a, number, { target: 'm1', after: `${number}` })
    await put(a, 61, { target: 'm2' })
    await put(a, 62, { target: 'other' })
    const event = (account_id: string, id: number, monitor_id: string, given: Partial<Row<'panel_events'>> = {}) =>
      at.row('panel_events', {
        account_id,
        id,
        monitor_id,
        source: 'krs',
        identifier_type: 'nip',
        identifier_value: '1',
        subject_name: 'A',
        ...given,
      })
    await at.db
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
    await at.db
      .insertInto('monitors')
      .values(at.row('monitors', { id: `f-${a}`, account_id: a, filter_id: 'f' }))
      .execute()
    const { entries, names } = await on.namesOfTargets(at.db, a, ['m1', 'm2', 'm3', `f-${a}`, user, stranger])
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
