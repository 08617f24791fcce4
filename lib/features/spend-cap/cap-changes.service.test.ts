import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { capChangesTable } from '@/lib/domain/files/usage-file'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { spendCapHandlers } from './handlers'

describe.each(sqliteOnly)('spend cap changes with the embedded service on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, recordsWrites: true })
  })
  afterAll(() => service.stop())

  const byKey = (key: string, pln: number | null) =>
    service.request(key, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: pln })
  const historyOf = async (accountId: string) =>
    (await spendCapHandlers['spendCap.history']({}, panelContext(service, accountId))).items

  it('are all listed, even if nobody read the history in between, with the name of the key', async () => {
    const { accountId, apiKey } = await service.createAccount({ spendCapPln: 333 })
    expect(await historyOf(accountId)).toEqual([])
    await byKey(apiKey, 500)
    service.clock.advance(1000)
    await byKey(apiKey, 334)
    await byKey(apiKey, 334)
    const history = await historyOf(accountId)
    expect(history.map(({ source, from_pln, to_pln }) => [source, from_pln, to_pln])).toEqual([
      ['key', 500, 334],
      ['key', 333, 500],
    ])
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(history[0]?.actor).toBe(entries.at(-1)?.actor)
    expect(history[1]?.at).toBe(entries[0]?.at)
    const table = capChangesTable(history)
    const actorColumn = table.columns.findIndex(({ name }) => name === 'kto')
    expect([...table.rows][0]?.[actorColumn]).toMatch(/^.+ \(brd_\w+…\)$/)
  })

  it('made in the panel are listed once, with their reason, and in the order in which they were made', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const set = (to: number, expected: number | null) =>
      spendCapHandlers['spendCap.set'](
        { body: { spend_cap_pln: to, expected_pln: expected, reason: 'Budżet' } },
        panelContext(service, accountId),
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
