import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { engines, startTestService, type TestService } from '@/lib/testing/service'

import {
  createAccount,
  createKeyForAccount,
  deactivateKey,
  findAccountNamed,
  listAccounts,
  listKeys,
  setPlan,
} from './accounts'

describe.each(engines)('the operator’s account commands on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  it('create an account with the limits of its plan and its own ones', async () => {
    const { dependencies } = service.service
    const account = await createAccount(dependencies, { slug: 'acme', plan: 'standard', limits: { lookups: 20 } })
    expect(account).toMatchObject({ slug: 'acme', name: 'acme', plan: 'standard', state: 'active', apiAccess: false })
    expect(account.limits).toMatchObject({ lookups: 20, rdf: 100 })
    expect(await findAccountNamed(dependencies, 'acme')).toEqual(account)
    expect(await listAccounts(dependencies)).toContainEqual(account)
    expect(account).not.toHaveProperty('sealed_api_key')
  })

  it('refuse a name that is taken and an invalid limit', async () => {
    const { dependencies } = service.service
    await createAccount(dependencies, { slug: 'taken', plan: 'pro' })
    await expect(createAccount(dependencies, { slug: 'taken', plan: 'pro' })).rejects.toMatchObject({
      name: 'SlugTaken',
    })
    await expect(createAccount(dependencies, { slug: 'bad', plan: 'pro', limits: { lookups: -1 } })).rejects.toThrow()
    const unknown: Record<string, number> = { lookup: 5 }
    await expect(createAccount(dependencies, { slug: 'bad', plan: 'pro', limits: unknown })).rejects.toThrow()
    expect(await findAccountNamed(dependencies, 'bad')).toBeUndefined()
  })

  it('change plan, state and limits independently', async () => {
    const { dependencies } = service.service
    await createAccount(dependencies, { slug: 'change', plan: 'pro', limits: { rdf: 7 } })
    const first = await setPlan(dependencies, 'change', { limits: { lookups: null } })
    expect(first).toMatchObject({ plan: 'pro', state: 'active', limits: { lookups: null, rdf: 7, pdfs: 500 } })
    const second = await setPlan(dependencies, 'change', {
      plan: 'enterprise',
      state: 'trial',
      limits: { rdf: undefined },
    })
    expect(second).toMatchObject({ plan: 'enterprise', state: 'trial', limits: { lookups: null, rdf: 20_000 } })
    expect(await findAccountNamed(dependencies, 'change')).toEqual(second)
    expect(await setPlan(dependencies, 'nobody', { plan: 'pro' })).toBeUndefined()
  })

  it('lose none of several concurrent changes', async () => {
    const { dependencies } = service.service
    const { id } = await createAccount(dependencies, { slug: 'at-once', plan: 'pro' })
    await Promise.all([
      setPlan(dependencies, 'at-once', { plan: 'enterprise' }),
      setPlan(dependencies, 'at-once', { state: 'trial' }),
      ...(['lookups', 'rdf', 'pdfs', 'reports', 'monitors', 'filters'] as const).map((key) =>
        setPlan(dependencies, 'at-once', { limits: { [key]: 7 } }),
      ),
    ])
    expect(await findAccountNamed(dependencies, 'at-once')).toMatchObject({
      id,
      plan: 'enterprise',
      state: 'trial',
      limits: { lookups: 7, rdf: 7, pdfs: 7, reports: 7, monitors: 7, filters: 7, wpv_checks: 50_000 },
    })
  })

  it('create, list and deactivate keys by id and by prefix', async () => {
    const { dependencies } = service.service
    const { id } = await createAccount(dependencies, { slug: 'keys', plan: 'pro' })
    const other = await createAccount(dependencies, { slug: 'keys-of-another', plan: 'pro' })
    const { key, secret } = await createKeyForAccount(dependencies, id, { name: 'first' })
    expect(secret.startsWith(key.prefix)).toBe(true)
    expect(await deactivateKey(dependencies, other.id, key.id)).toBeUndefined()
    expect((await listKeys(dependencies, id))[0]?.deactivated_at).toBeNull()
    const deactivated = await deactivateKey(dependencies, id, key.prefix)
    expect(deactivated?.deactivated_at).toBe(service.clock.now().toISOString())
    service.clock.advance(1_000)
    expect(await deactivateKey(dependencies, id, key.id)).toEqual(deactivated)
    expect(await listKeys(dependencies, id)).toEqual([deactivated])
  })

  it('create at most ten active keys, also concurrently', async () => {
    const { dependencies } = service.service
    const { id } = await createAccount(dependencies, { slug: 'many-keys', plan: 'pro' })
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => createKeyForAccount(dependencies, id, { name: `key ${index}` })),
    )
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(refused).toEqual(Array.from({ length: 2 }, () => 'HttpError: An account has at most 10 active keys'))
    expect(await listKeys(dependencies, id)).toHaveLength(10)
  })
})
