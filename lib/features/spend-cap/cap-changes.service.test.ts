import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { capChangesTable } from '@/lib/domain/files/usage-file'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

import { spendCapHandlers } from './handlers'

describe.each(sqliteAlone)('changes of the cap of the embedded service on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, recordsWrites: true })
  })
  afterAll(() => at.stop())

  const byKey = (key: string, pln: number | null) =>
    at.request(key, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: pln })
  const historyOf = async (accountId: string) =>
    (await spendCapHandlers['spendCap.history']({}, panelContext(at, accountId))).items

  it('are all there, though nobody looked between them, with the name of the key', async () => {
    const { accountId, apiKey } = await at.createAccount({ spendCapPln: 333 })
    expect(await historyOf(accountId)).toEqual([])
    await byKey(apiKey, 500)
    at.clock.advance(1000)
    await byKey(apiKey, 334)
    await byKey(apiKey, 334)
    const history = await historyOf(accountId)
    expect(history.map(({ source, from_pln, to_pln }) => [source, from_pln, to_pln])).toEqual([
      ['key', 500, 334],
      ['key', 333, 500],
    ])
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 10 })
    expect(history[0]?.actor).toBe(entries.at(-1)?.actor)
    expect(history[1]?.at).toBe(entries[0]?.at)
    const table = capChangesTable(history)
    const who = table.columns.findIndex(({ name }) => name === 'kto')
    expect([...table.rows][0]?.[who]).toMatch(/^.+ \(brd_\w+…\)$/)
  })

  it('are there once where the panel made them, with its reason, and in the order in which they were made', async () => {
    const { accountId, apiKey } = await at.createAccount()
    const set = (to: number, expected: number | null) =>
      spendCapHandlers['spendCap.set'](
        { body: { spend_cap_pln: to, expected_pln: expected, reason: 'Budżet' } },
        panelContext(at, accountId),
      )
    await set(300, null)
    await byKey(apiKey, 400)
    await set(200, 400)
    const history = await historyOf(accountId)
    expect(
      history.map(({ source, actor, from_pln, to_pln, reason }) => [source, from_pln, to_pln, reason, actor]),
    ).toEqual([
      ['panel', 400, 200, 'Budżet', 'owner@example.test'],
      ['key', 300, 400, null, expect.stringMatching(/^key:brd_/)],
      ['panel', null, 300, 'Budżet', 'owner@example.test'],
    ])
  })
})
