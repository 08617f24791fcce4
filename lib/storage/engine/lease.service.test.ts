import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { leaseOf, whileRenewing } from './lease'
import { wroteRow } from './outcome'

const NOW = '2026-11-20T10:00:00.000Z'
const LATER = '2026-11-20T10:01:00.000Z'
const lease = leaseOf('risk_watches', 'account_id')

describe.each(engines)('a lease on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const makeRow = async () => {
    const { accountId: id } = await service.createAccount()
    const counts = { used_units: 0, failures: 0, day_companies: 0, day_units: 0, day_unknown: 0 }
    const row = { account_id: id, month: '2026-11', day: '2026-11-20', problem: null, retry_at: null }
    await service.storage.db
      .insertInto('risk_watches')
      .values({ ...row, ...counts, claimed_by: null, claimed_until: null })
      .execute()
    return id
  }
  const claim = (id: string, by: string, now = NOW) =>
    wroteRow(lease.claim(service.storage.db, { id, by, now, until: new Date(Date.parse(now) + 60_000).toISOString() }))

  it('is held by one claimant until it is settled or has expired', async () => {
    const id = await makeRow()
    const claims = await Promise.all(['a', 'b', 'c', 'd'].map((by) => claim(id, by)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    const first = ['a', 'b', 'c', 'd'][claims.indexOf(true)] ?? ''
    expect(await claim(id, 'e')).toBe(false)
    expect(await lease.settle(service.storage.db, { id, by: first }, { failures: 3 })).toBe(true)
    expect(await claim(id, 'e')).toBe(true)
    expect(await claim(id, 'f', LATER)).toBe(true)
  })

  it('changes nothing for a holder who has lost it', async () => {
    const id = await makeRow()
    const { db } = service.storage
    await claim(id, 'a')
    await claim(id, 'b', LATER)
    expect(await lease.renew(db, { id, by: 'a', until: LATER })).toBe(false)
    expect(await lease.settle(db, { id, by: 'a' }, { failures: 9 })).toBe(false)
    const row = await db.selectFrom('risk_watches').selectAll().where('account_id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ failures: 0, claimed_by: 'b' })
  })
})

it('is renewed while the work runs, and the work is notified when the lease is lost', async () => {
  let renewals = 0
  const renew = () => {
    renewals += 1
    return renewals === 1 ? Promise.reject(new Error('away')) : Promise.resolve(renewals < 3)
  }
  await whileRenewing(
    renew,
    5,
    (lost) => new Promise<void>((resolve) => lost.addEventListener('abort', () => resolve())),
  )
  const renewalsAtEnd = renewals
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([renewalsAtEnd, renewals]).toEqual([3, 3])
})
