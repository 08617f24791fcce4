import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { asAccountTx } from '@/lib/testing/as-account-tx'
import { openRules } from '@/lib/testing/delivery/rules'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { insertRuleHits, lastHitNumber, listHits } from './hits'

describe.each(engines)('what rules found on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine, now: '2026-11-20T11:00:00.000Z' })
  })
  afterAll(() => at.stop())

  async function rule() {
    const { accountId } = await at.createAccount()
    const { id } = await (await openRules(at, accountId)).create({ name: 'A' })
    const find = (db: typeof at.storage.db, ...occurrences: string[]) => {
      const hits = occurrences.map((occurrence) => ({ rule_id: id, occurrence, subject_key: 'a', content: '{}' }))
      return insertRuleHits(db, { accountId, at: '2026-11-20T11:00:00.000Z' }, hits)
    }
    const numbers = async () =>
      (await listHits(at.storage.db, { ruleId: id, after: 0, upTo: 1000, limit: 100 })).map(({ number }) => number)
    return { accountId, find, numbers }
  }

  it('is numbered by account: nothing of one is seen in the numbers of another', async () => {
    const [one, other] = [await rule(), await rule()]
    const { db } = at.storage
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

  it.runIf(engine === 'postgres')('is written for one account while another one’s is still being written', async () => {
    const [one, other] = [await rule(), await rule()]
    await at.storage.db.transaction().execute(async (db) => {
      await one.find(db, 'a')
      // Runs on another connection, where it would wait for the end of this transaction.
      await other.find(at.storage.db, 'a')
      expect(await other.numbers()).toEqual([1])
    })
    expect(await one.numbers()).toEqual([1])
  })
})
