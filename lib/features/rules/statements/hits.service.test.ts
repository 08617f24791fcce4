import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { asAccountTx } from '@/lib/testing/as-account-tx'
import { openRules } from '@/lib/testing/delivery/rules'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { insertRuleHits, lastHitNumber, listHits } from './hits'

describe.each(engines)('rule hits on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
  })
  afterAll(() => service.stop())

  async function createRule() {
    const { accountId } = await service.createAccount()
    const { id } = await (await openRules(service, accountId)).create({ name: 'A' })
    const find = (db: typeof service.storage.db, ...occurrences: string[]) => {
      const hits = occurrences.map((occurrence) => ({ rule_id: id, occurrence, subject_key: 'a', content: '{}' }))
      return insertRuleHits(db, { accountId, at: '2026-11-20T11:00:00.000Z' }, hits)
    }
    const numbers = async () =>
      (await listHits(service.storage.db, { ruleId: id, after: 0, upTo: 1000, limit: 100 })).map(({ number }) => number)
    return { accountId, find, numbers }
  }

  it('are numbered separately for each account', async () => {
    const [one, other] = [await createRule(), await createRule()]
    const { db } = service.storage
    await one.find(db, 'a', 'b')
    await other.find(db, 'a', 'b', 'c')
    await one.find(db, 'c')
    expect([await one.numbers(), await other.numbers()]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    expect([
      await lastHitNumber(asAccountTx(db), one.accountId),
      await lastHitNumber(asAccountTx(db), other.accountId),
    ]).toEqual([3, 3])
  })

  it.runIf(engine === 'postgres')(
    'can be inserted for one account while a transaction of another account is open',
    async () => {
      const [one, other] = [await createRule(), await createRule()]
      await service.storage.db.transaction().execute(async (db) => {
        await one.find(db, 'a')
        // Runs on another connection, where it would wait for the end of this transaction.
        await other.find(service.storage.db, 'a')
        expect(await other.numbers()).toEqual([1])
      })
      expect(await one.numbers()).toEqual([1])
    },
  )
})
