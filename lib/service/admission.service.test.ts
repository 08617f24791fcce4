import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertCompany } from '@/lib/testing/companies'
import { anyText } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deactivateKey, setPlan } from './accounts/accounts'
import { makeKey } from './accounts/api-keys'

const SUMMARY = '/v1/usage/summary'
const refusalBody = (code: string, more: Record<string, unknown> = {}) => ({
  detail: { code, message: anyText, ...more },
})
const paymentRequired = (pool: string) =>
  refusalBody('payment_required', { pool, limit: null, used: null, requested: null, resets_at: null })

describe.each(engines)('admission on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  it('answers 401 identically for a missing, mistyped, unknown and deactivated key', async () => {
    const { accountId, apiKey } = await service.createAccount()
    await deactivateKey(service.service.dependencies, accountId, apiKey.slice(0, 8))
    const keys = [null, 'nonsense', `${apiKey.slice(0, -1)}!`, makeKey().secret, apiKey]
    const answers = await Promise.all(keys.map((key) => service.request(key, 'GET', SUMMARY)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(answers[0]?.body)
      expect([...answer.headers.keys()].sort()).toEqual([...(answers[0]?.headers.keys() ?? [])].sort())
    }
    expect(answers[0]?.body).toEqual(refusalBody('unauthorized'))
  })

  it('accepts the other keys of an account after one is deactivated', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const other = await service.requestAs<{ secret: string }>(service.principalOf(accountId), 'POST', '/v1/keys', {
      name: 'second',
    })
    await deactivateKey(service.service.dependencies, accountId, apiKey.slice(0, 8))
    expect((await service.request(apiKey, 'GET', SUMMARY)).status).toBe(401)
    expect((await service.request(other.body.secret, 'GET', SUMMARY)).status).toBe(200)
  })

  it('answers 401 to a panel caller of an unknown account', async () => {
    expect((await service.requestAs(service.principalOf('nobody'), 'GET', SUMMARY)).status).toBe(401)
  })

  it('lets an inactive account read its usage and nothing else', async () => {
    const { accountId, apiKey } = await service.createAccount({ state: 'inactive' })
    for (const path of [SUMMARY, '/v1/usage/api', '/v1/usage/daily', '/v1/usage/breakdown']) {
      expect((await service.request(apiKey, 'GET', path)).status).toBe(200)
    }
    const cap = await service.request(apiKey, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 1 })
    expect(cap.status).toBe(402)
    expect(cap.body).toEqual(paymentRequired('subscription'))
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).body).toEqual(paymentRequired('subscription'))
    // An inactive account can use none of its included units.
    expect((await service.request(apiKey, 'GET', '/v1/usage/api')).body).toMatchObject({
      included: 20_000,
      allowance: 0,
    })
    const panel = service.principalOf(accountId)
    expect((await service.requestAs(panel, 'GET', '/v1/keys')).body).toEqual(paymentRequired('subscription'))
    expect((await service.requestAs(panel, 'GET', SUMMARY)).status).toBe(200)
  })

  it('answers 402 to every call with a key of a Standard account, but serves its panel', async () => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'standard' })
    for (const path of [SUMMARY, '/v1/record?krs=18']) {
      const answer = await service.request(apiKey, 'GET', path)
      expect(answer.status).toBe(402)
      expect(answer.body).toEqual(paymentRequired('plan'))
    }
    expect((await service.requestAs(service.principalOf(accountId), 'GET', '/v1/record?krs=18')).status).toBe(200)
  })

  it('applies a change of plan or state to the next call', async () => {
    const slug = `moves-${engine}`
    const { apiKey } = await service.createAccount({ slug })
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
    await setPlan(service.service.dependencies, slug, { plan: 'standard' })
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).body).toEqual(paymentRequired('plan'))
    await setPlan(service.service.dependencies, slug, { plan: 'enterprise', state: 'inactive' })
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).body).toEqual(paymentRequired('subscription'))
    await setPlan(service.service.dependencies, slug, { state: 'active' })
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
  })

  it('records the use of a key at most once a minute', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const lastUsed = async () =>
      (
        await service.storage.db
          .selectFrom('api_keys')
          .select('last_used_at')
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
      ).last_used_at
    expect(await lastUsed()).toBeNull()
    await service.request(apiKey, 'GET', SUMMARY)
    const first = service.clock.now().toISOString()
    expect(await lastUsed()).toBe(first)
    service.clock.advance(59_999)
    await service.request(apiKey, 'GET', SUMMARY)
    expect(await lastUsed()).toBe(first)
    service.clock.advance(2)
    await service.request(apiKey, 'GET', SUMMARY)
    expect(await lastUsed()).toBe(service.clock.now().toISOString())
  })
})

describe.each(engines)('the order of the checks on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, config: { rateLimitPerSecond: 1_000, rateLimitPerMinute: 1 } })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  const BAD = '/v1/record?krs=18&nip=1'

  it('is key, rate, subscription, plan, input, ownership, pool', async () => {
    expect((await service.request('wrong', 'GET', BAD)).status).toBe(401)
    const inactive = await service.createAccount({ plan: 'standard', state: 'inactive' })
    expect((await service.request(inactive.apiKey, 'GET', BAD)).body).toEqual(paymentRequired('subscription'))
    expect((await service.request(inactive.apiKey, 'GET', BAD)).status).toBe(429)
    const standard = await service.createAccount({ plan: 'standard' })
    expect((await service.request(standard.apiKey, 'GET', BAD)).body).toEqual(paymentRequired('plan'))
    const empty = { limits: { lookups: 0 }, spendCapPln: 0 }
    expect((await service.request((await service.createAccount(empty)).apiKey, 'GET', BAD)).status).toBe(422)
    expect(
      (await service.request((await service.createAccount(empty)).apiKey, 'GET', '/v1/record?krs=99')).status,
    ).toBe(404)
    expect(
      (await service.request((await service.createAccount(empty)).apiKey, 'GET', '/v1/record?krs=18')).status,
    ).toBe(402)
  })
})

describe.each(engines)('rate limits on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, config: { rateLimitPerSecond: 100, rateLimitPerMinute: 5 } })
    await insertCompany(service.storage)
  })
  afterAll(() => service.stop())

  it('answer 429 with Retry-After and the bucket, per account and bucket', async () => {
    const { apiKey } = await service.createAccount()
    const other = await service.createAccount()
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.request(apiKey, 'GET', SUMMARY)))
    expect(
      answers
        .map(({ status }) => String(status))
        .sort()
        .join(' '),
    ).toBe('200 200 200 200 200 429 429 429')
    const limited = answers.find(({ status }) => status === 429)
    expect(limited?.body).toEqual(refusalBody('rate_limited', { bucket: 'account' }))
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(limited?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await service.request(apiKey, 'GET', '/v1/record?krs=18')).status).toBe(200)
    expect((await service.request(other.apiKey, 'GET', SUMMARY)).status).toBe(200)
  })

  it('count panel calls per user, and only for callers marked as rate-limited', async () => {
    const { accountId } = await service.createAccount()
    const unlimitedCaller = service.principalOf(accountId)
    const limitedCaller = { ...unlimitedCaller, rateLimited: true }
    const statuses = []
    for (let call = 0; call < 6; call += 1)
      statuses.push((await service.requestAs(limitedCaller, 'GET', SUMMARY)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect((await service.requestAs({ ...limitedCaller, userId: 'another' }, 'GET', SUMMARY)).status).toBe(200)
    expect((await service.requestAs(unlimitedCaller, 'GET', SUMMARY)).status).toBe(200)
  })

  it('also apply per second, and refusals of the second do not count towards the minute', async () => {
    const quick = await startTestService({ engine, config: { rateLimitPerSecond: 2, rateLimitPerMinute: 5 } })
    try {
      const { accountId } = await quick.createAccount()
      const panel = { ...quick.principalOf(accountId), rateLimited: true }
      const burst = await Promise.all(Array.from({ length: 20 }, () => quick.requestAs(panel, 'GET', SUMMARY)))
      expect(burst.filter(({ status }) => status === 200)).toHaveLength(2)
      const limited = burst.find(({ status }) => status === 429)
      expect(limited?.headers.get('retry-after')).toBe('1')
      await expect.poll(async () => (await quick.requestAs(panel, 'GET', SUMMARY)).status).toBe(200)
    } finally {
      await quick.stop()
    }
  })

  it('answer a call beyond both windows with the longer waiting time', async () => {
    const both = await startTestService({ engine, config: { rateLimitPerSecond: 3, rateLimitPerMinute: 3 } })
    try {
      const { accountId } = await both.createAccount()
      const panel = { ...both.principalOf(accountId), rateLimited: true }
      for (let call = 0; call < 3; call += 1) expect((await both.requestAs(panel, 'GET', SUMMARY)).status).toBe(200)
      const { headers } = await both.requestAs(panel, 'GET', SUMMARY)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50)
    } finally {
      await both.stop()
    }
  })

  it('return the point of the second when the minute refuses, and then check neither window', async () => {
    const both = await startTestService({ engine, config: { rateLimitPerSecond: 4, rateLimitPerMinute: 3 } })
    try {
      const { accountId } = await both.createAccount()
      const panel = { ...both.principalOf(accountId), rateLimited: true }
      const retryAfter: string[] = []
      for (let call = 0; call < 8; call += 1) {
        const { headers } = await both.requestAs(panel, 'GET', SUMMARY)
        retryAfter.push(headers.get('retry-after') ?? 'passed')
      }
      // A second without a limit per minute would let the fourth call pass and return 1 from the fifth on.
      expect(retryAfter.slice(0, 3)).toEqual(['passed', 'passed', 'passed'])
      expect(retryAfter.slice(3).filter((seconds) => Number(seconds) < 50)).toEqual([])
    } finally {
      await both.stop()
    }
  })
})
