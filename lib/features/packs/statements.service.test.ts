import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as packs from './statements'

describeStatements([packs], (at, on) => {
  it('of packs and their files', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const packOf = (name: string, given: Partial<Row<'period_packs'>> = {}) => {
      const account_id = given.account_id ?? a
      const pack = at.row('period_packs', {
        id: `${name}-${a}`,
        kind: 'closed',
        period_start: '2026-10-01',
        frozen_at: minute(1),
        ...given,
        account_id,
      })
      const file = (kind: Row<'pack_files'>['kind']) =>
        at.row('pack_files', { pack_id: pack.id, kind, name, base64: 'x', bytes: 1 })
      return { pack, files: [file('zip'), file('pdf')] }
    }
    expect([
      await on.insertClosedPack(at.tx, packOf('a')),
      await on.insertClosedPack(at.tx, packOf('x')),
      await on.insertClosedPack(at.tx, packOf('b', { account_id: b })),
    ]).toEqual([true, false, true])
    const draft = (name: string, moment: number, given: object = {}) =>
      on.insertDraftPack(at.tx, packOf(name, { kind: `preliminary-${name}`, frozen_at: minute(moment), ...given }))
    await draft('c', 2)
    await draft('d', 5)
    await draft('e', 1, { period_start: '2026-11-01' })
    const list = async () => (await on.listPacks(at.db, a)).map(({ id }) => id[0]).join('')
    expect(await list()).toBe('eadc')
    expect([
      (await on.listPackFiles(at.db, [`a-${a}`])).map((file) => file.kind),
      Object.keys((await on.listPackFiles(at.db, [`a-${a}`]))[0]!).includes('base64'),
      await on.listPackFiles(at.db, []),
    ]).toEqual([['pdf', 'zip'], false, []])
    const find = async (accountId: string) =>
      (await on.findPackFile(at.db, { accountId, packId: `a-${a}`, kind: 'pdf' }))?.base64
    expect([await find(a), await find(b)]).toEqual(['x', undefined])
    await on.deleteDraftPacksBefore(at.tx, a, minute(5))
    expect([await list(), (await on.listPackFiles(at.db, [`c-${a}`, `d-${a}`])).length]).toEqual(['ad', 2])
  })

  it('of meters and the tax', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const snapshot = (account_id: string, period_start: string, content: string) =>
      on.saveSnapshot(at.db, at.row('meter_snapshots', { account_id, period_start, content }))
    for (const [account, day, content] of [
      [a, '2026-11-01', '1'],
      [a, '2026-10-01', '2'],
      [a, '2026-11-01', '3'],
      [b, '2026-11-01', '4'],
    ] as const)
      await snapshot(account, day, content)
    expect((await on.listSnapshots(at.db, a)).map(({ content }) => content)).toEqual(['2', '3'])
    await on.writeVatPercent(at.tx, a, 8)
    expect([await on.readVatPercent(at.db, a), await on.readVatPercent(at.db, b)]).toEqual([8, null])
    await on.writeVatPercent(at.tx, a, null)
    expect(await on.readVatPercent(at.db, a)).toBeNull()
  })
})
