import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as packs from './statements'

describeStatements([packs], (store, statements) => {
  it('store closed packs once and drafts repeatedly, list and find them, and delete old drafts', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const packOf = (name: string, overrides: Partial<Row<'period_packs'>> = {}) => {
      const account_id = overrides.account_id ?? a
      const pack = store.row('period_packs', {
        id: `${name}-${a}`,
        kind: 'closed',
        period_start: '2026-10-01',
        frozen_at: minute(1),
        ...overrides,
        account_id,
      })
      const file = (kind: Row<'pack_files'>['kind']) =>
        store.row('pack_files', { pack_id: pack.id, kind, name, base64: 'x', bytes: 1 })
      return { pack, files: [file('zip'), file('pdf')] }
    }
    expect([
      await statements.insertClosedPack(store.tx, packOf('a')),
      await statements.insertClosedPack(store.tx, packOf('x')),
      await statements.insertClosedPack(store.tx, packOf('b', { account_id: b })),
    ]).toEqual([true, false, true])
    const draft = (name: string, moment: number, overrides: object = {}) =>
      statements.insertDraftPack(
        store.tx,
        packOf(name, { kind: `preliminary-${name}`, frozen_at: minute(moment), ...overrides }),
      )
    await draft('c', 2)
    await draft('d', 5)
    await draft('e', 1, { period_start: '2026-11-01' })
    const list = async () => (await statements.listPacks(store.db, a)).map(({ id }) => id[0]).join('')
    expect(await list()).toBe('eadc')
    expect([
      (await statements.listPackFiles(store.db, [`a-${a}`])).map((file) => file.kind),
      Object.keys((await statements.listPackFiles(store.db, [`a-${a}`]))[0]!).includes('base64'),
      await statements.listPackFiles(store.db, []),
    ]).toEqual([['pdf', 'zip'], false, []])
    const find = async (accountId: string) =>
      (await statements.findPackFile(store.db, { accountId, packId: `a-${a}`, kind: 'pdf' }))?.base64
    expect([await find(a), await find(b)]).toEqual(['x', undefined])
    await statements.deleteDraftPacksBefore(store.tx, a, minute(5))
    expect([await list(), (await statements.listPackFiles(store.db, [`c-${a}`, `d-${a}`])).length]).toEqual(['ad', 2])
  })

  it('store meter snapshots and the VAT rate per account', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const snapshot = (account_id: string, period_start: string, content: string) =>
      statements.saveSnapshot(store.db, store.row('meter_snapshots', { account_id, period_start, content }))
    for (const [account, day, content] of [
      [a, '2026-11-01', '1'],
      [a, '2026-10-01', '2'],
      [a, '2026-11-01', '3'],
      [b, '2026-11-01', '4'],
    ] as const)
      await snapshot(account, day, content)
    expect((await statements.listSnapshots(store.db, a)).map(({ content }) => content)).toEqual(['2', '3'])
    await statements.writeVatPercent(store.tx, a, 8)
    expect([await statements.readVatPercent(store.db, a), await statements.readVatPercent(store.db, b)]).toEqual([
      8,
      null,
    ])
    await statements.writeVatPercent(store.tx, a, null)
    expect(await statements.readVatPercent(store.db, a)).toBeNull()
  })
})
