import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiKey } from '@/lib/contract/keys'
import { anyText } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { listKeys } from './accounts'

type Created = { key: ApiKey; secret: string }
type Listed = { items: ApiKey[]; max_active: number; api_access: boolean }

describe.each(engines)('keys on %s', (engine) => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine })
  })
  afterAll(() => on.stop())

  const list = (accountId: string) => on.requestAs<Listed>(on.principalOf(accountId), 'GET', '/v1/keys')
  const create = (accountId: string, name: unknown = 'ERP') =>
    on.requestAs<Created>(on.principalOf(accountId), 'POST', '/v1/keys', { name })
  const deactivate = (accountId: string, id: string) =>
    on.requestAs<ApiKey>(on.principalOf(accountId), 'POST', `/v1/keys/${id}/deactivate`)

  it('shows a key whole once and stores only its hash', async () => {
    const { accountId } = await on.createAccount()
    const { status, body } = await create(accountId, '  ERP  ')
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/)
    expect(body.key).toEqual({
      id: anyText,
      name: 'ERP',
      prefix: body.secret.slice(0, 8),
      last_four: body.secret.slice(-4),
      created_at: on.clock.now().toISOString(),
      last_used_at: null,
      deactivated_at: null,
    })
    const stored = JSON.stringify(await listKeys(on.service.dependencies, accountId))
    expect(stored).not.toContain(body.secret)
    expect(stored).not.toContain(body.secret.slice(9))
    expect((await on.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(200)
  })

  it('lists newest first with the last use', async () => {
    const { accountId, apiKey } = await on.createAccount()
    on.clock.advance(1_000)
    await create(accountId, 'newer')
    await on.request(apiKey, 'GET', '/v1/usage/summary')
    const { body } = await list(accountId)
    expect(body.items.map(({ name, last_used_at }) => [name, last_used_at])).toEqual([
      ['newer', null],
      ['test', on.clock.now().toISOString()],
    ])
    expect(body).toMatchObject({ max_active: 10, api_access: true })
    expect(JSON.stringify(body)).not.toContain('sha256')
  })

  it('keeps to ten active keys, also when asked in parallel', async () => {
    const { accountId } = await on.createAccount()
    const answers = await Promise.all(Array.from({ length: 14 }, () => create(accountId)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused?.status).toBe(409)
    expect(refused?.body).toEqual({
      detail: { code: 'key_limit', message: anyText, limit: 10, current: 10, requested: 1 },
    })
    const { body } = await list(accountId)
    await deactivate(accountId, body.items[0]?.id ?? '')
    expect((await create(accountId)).status).toBe(201)
    expect((await create(accountId)).status).toBe(409)
  })

  it('deactivates at once, once and for good', async () => {
    const { accountId } = await on.createAccount()
    const { body } = await create(accountId)
    const first = await deactivate(accountId, body.key.id)
    expect(first.body.deactivated_at).toBe(on.clock.now().toISOString())
    expect((await on.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(401)
    on.clock.advance(60_000)
    const again = await deactivate(accountId, body.key.id)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
  })

  it('tells a key of another account from none in no way', async () => {
    const { accountId } = await on.createAccount()
    const other = await on.createAccount()
    const { body } = await create(other.accountId)
    const foreign = await deactivate(accountId, body.key.id)
    const none = await deactivate(accountId, '0b8e6f1e-97a5-4a55-9a05-2a2ac3a6f5aa')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(none.body)
    expect((await on.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(200)
    expect((await deactivate(accountId, 'not-an-id')).status).toBe(422)
  })

  it('makes none on Standard but lists what is there', async () => {
    const { accountId } = await on.createAccount({ plan: 'standard' })
    const refused = await create(accountId)
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ detail: { code: 'payment_required', pool: 'plan' } })
    const { body } = await list(accountId)
    expect(body.api_access).toBe(false)
    expect(body.items).toHaveLength(1)
  })

  it.each([[''], ['   '], ['x'.repeat(81)], ['nul \u0000'], ['half \ud800'], [7], [null]])(
    'refuses the name %j',
    async (name) => {
      const { accountId } = await on.createAccount()
      const { status, body } = await create(accountId, name)
      expect(status).toBe(422)
      expect(body).toMatchObject({ detail: [{ loc: ['body', 'name'] }] })
    },
  )
})
