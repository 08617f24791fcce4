import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiKey } from '@/lib/contract/keys'
import { anyText } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { listKeys } from './accounts'

type CreateAnswer = { key: ApiKey; secret: string }
type ListAnswer = { items: ApiKey[]; max_active: number; api_access: boolean }

describe.each(engines)('keys on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const list = (accountId: string) => service.requestAs<ListAnswer>(service.principalOf(accountId), 'GET', '/v1/keys')
  const create = (accountId: string, name: unknown = 'ERP') =>
    service.requestAs<CreateAnswer>(service.principalOf(accountId), 'POST', '/v1/keys', { name })
  const deactivate = (accountId: string, id: string) =>
    service.requestAs<ApiKey>(service.principalOf(accountId), 'POST', `/v1/keys/${id}/deactivate`)

  it('are shown in full once, and only their hash is stored', async () => {
    const { accountId } = await service.createAccount()
    const { status, body } = await create(accountId, '  ERP  ')
    expect(status).toBe(201)
    expect(body.secret).toMatch(/^brd_[0-9A-Za-z]{4}_[0-9A-Za-z]{36}$/)
    expect(body.key).toEqual({
      id: anyText,
      name: 'ERP',
      prefix: body.secret.slice(0, 8),
      last_four: body.secret.slice(-4),
      created_at: service.clock.now().toISOString(),
      last_used_at: null,
      last_operation: null,
      deactivated_at: null,
      expires_at: null,
      scope: [],
      addresses: [],
      replaced_by: null,
    })
    const stored = JSON.stringify(await listKeys(service.service.dependencies, accountId))
    expect(stored).not.toContain(body.secret)
    expect(stored).not.toContain(body.secret.slice(9))
    expect((await service.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(200)
  })

  it('are listed newest first with their last use', async () => {
    const { accountId, apiKey } = await service.createAccount()
    service.clock.advance(1_000)
    await create(accountId, 'newer')
    await service.request(apiKey, 'GET', '/v1/usage/summary')
    const { body } = await list(accountId)
    expect(body.items.map(({ name, last_used_at, last_operation }) => [name, last_used_at, last_operation])).toEqual([
      ['newer', null, null],
      ['test', service.clock.now().toISOString(), 'usage.summary'],
    ])
    expect(body).toMatchObject({ max_active: 10, api_access: true })
    expect(JSON.stringify(body)).not.toContain('sha256')
  })

  it('are limited to ten active ones, also with parallel requests', async () => {
    const { accountId } = await service.createAccount()
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

  it('are deactivated immediately, once and permanently', async () => {
    const { accountId } = await service.createAccount()
    const { body } = await create(accountId)
    const first = await deactivate(accountId, body.key.id)
    expect(first.body.deactivated_at).toBe(service.clock.now().toISOString())
    expect((await service.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(401)
    service.clock.advance(60_000)
    const second = await deactivate(accountId, body.key.id)
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
  })

  it('of another account are answered like unknown keys', async () => {
    const { accountId } = await service.createAccount()
    const other = await service.createAccount()
    const { body } = await create(other.accountId)
    const foreign = await deactivate(accountId, body.key.id)
    const none = await deactivate(accountId, '0b8e6f1e-97a5-4a55-9a05-2a2ac3a6f5aa')
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(none.body)
    expect((await service.request(body.secret, 'GET', '/v1/usage/summary')).status).toBe(200)
    expect((await deactivate(accountId, 'not-an-id')).status).toBe(422)
  })

  it('cannot be created on Standard, but existing ones are listed', async () => {
    const { accountId } = await service.createAccount({ plan: 'standard' })
    const refused = await create(accountId)
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ detail: { code: 'payment_required', pool: 'plan' } })
    const { body } = await list(accountId)
    expect(body.api_access).toBe(false)
    expect(body.items).toHaveLength(1)
  })

  describe('a rotation', () => {
    type RotateAnswer = { key: ApiKey; secret: string; replaced: ApiKey }
    const rotate = (accountId: string, id: string, body: unknown = {}) =>
      service.requestAs<RotateAnswer>(service.principalOf(accountId), 'POST', `/v1/keys/${id}/rotate`, body)
    const statusOf = async (secret: string) => (await service.request(secret, 'GET', '/v1/usage/summary')).status
    const restrictions = { name: 'ERP', scope: ['read_only'], addresses: ['127.0.0.0/8', '::1'] }
    const later = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString()
    const HOUR = 3_600_000

    async function createRestrictedKey(more: Record<string, unknown> = {}) {
      const { accountId } = await service.createAccount()
      const body = { ...restrictions, ...more }
      const created = await service.requestAs<CreateAnswer>(service.principalOf(accountId), 'POST', '/v1/keys', body)
      return { accountId, ...created.body }
    }

    it('keeps both keys valid for a day and copies the settings', async () => {
      const { accountId, key, secret } = await createRestrictedKey()
      const { status, body } = await rotate(accountId, key.id)
      expect(status).toBe(201)
      expect(body.secret).toMatch(/^brd_/)
      expect(body.secret).not.toBe(secret)
      expect(body.key).toMatchObject({ ...restrictions, expires_at: null, replaced_by: null, last_used_at: null })
      expect(body.replaced).toEqual({ ...key, expires_at: later(24 * HOUR), replaced_by: body.key.id })
      service.clock.advance(24 * HOUR - 1)
      expect([await statusOf(secret), await statusOf(body.secret)]).toEqual([200, 200])
      service.clock.advance(1)
      expect([await statusOf(secret), await statusOf(body.secret)]).toEqual([401, 200])
      const { body: listed } = await list(accountId)
      expect(JSON.stringify(listed)).not.toContain(body.secret)
    })

    it.each([
      [0, 0],
      [15, 15],
      [60, 60],
      [360, 360],
      [1440, 1440],
    ] as const)('with an overlap of %i minutes ends the old key after that time', async (overlap_minutes, minutes) => {
      const { accountId, key, secret } = await createRestrictedKey()
      const { body } = await rotate(accountId, key.id, { overlap_minutes })
      expect(body.replaced.expires_at).toBe(later(minutes * 60_000))
      expect(await statusOf(secret)).toBe(minutes === 0 ? 401 : 200)
      expect(await statusOf(body.secret)).toBe(200)
    })

    it('never extends a key beyond its own expiry, which the new key inherits unless another is requested', async () => {
      const expires_at = later(2 * HOUR)
      const { accountId, key } = await createRestrictedKey({ expires_at })
      const { body } = await rotate(accountId, key.id)
      expect([body.replaced.expires_at, body.key.expires_at]).toEqual([expires_at, expires_at])
      const secondRotation = await rotate(accountId, body.key.id, { overlap_minutes: 60, expires_at: null })
      expect([secondRotation.body.replaced.expires_at, secondRotation.body.key.expires_at]).toEqual([later(HOUR), null])
    })

    it('is refused for a key that is deactivated, expired or already replaced', async () => {
      const refusal = async (accountId: string, id: string) => {
        const { status, body } = await rotate(accountId, id)
        return [status, (body as unknown as { detail: { code: string } }).detail.code]
      }
      const replaced = await createRestrictedKey()
      await rotate(replaced.accountId, replaced.key.id)
      expect(await refusal(replaced.accountId, replaced.key.id)).toEqual([409, 'conflict'])
      const deactivated = await createRestrictedKey()
      await deactivate(deactivated.accountId, deactivated.key.id)
      expect(await refusal(deactivated.accountId, deactivated.key.id)).toEqual([409, 'conflict'])
      const expired = await createRestrictedKey({ expires_at: later(1) })
      service.clock.advance(1)
      expect(await refusal(expired.accountId, expired.key.id)).toEqual([409, 'conflict'])
      const foreign = await createRestrictedKey()
      expect(await refusal(deactivated.accountId, foreign.key.id)).toEqual([404, 'not_found'])
    })

    it.each([{ overlap_minutes: 5 }, { overlap_minutes: '60' }, { expires_at: '2020-01-01T00:00:00.000Z' }])(
      'rejects %j',
      async (body) => {
        const { accountId, key } = await createRestrictedKey()
        expect((await rotate(accountId, key.id, body)).status).toBe(422)
      },
    )

    it('needs no free place among the ten, and cannot create keys without limit', async () => {
      const { accountId } = await service.createAccount()
      for (let count = 1; count < 10; count += 1) await create(accountId)
      expect((await create(accountId)).status).toBe(409)
      const { body } = await list(accountId)
      for (const { id } of body.items) expect((await rotate(accountId, id)).status).toBe(201)
      const { body: after } = await list(accountId)
      const current = after.items.find(({ replaced_by }) => replaced_by === null)?.id ?? ''
      const refused = await rotate(accountId, current)
      expect([refused.status, refused.body]).toMatchObject([409, { detail: { code: 'key_limit', current: 10 } }])
      expect((await rotate(accountId, current, { overlap_minutes: 0 })).status).toBe(201)
      expect((await create(accountId)).status).toBe(409)
    })

    it('happens once, also with concurrent requests', async () => {
      const { accountId, key } = await createRestrictedKey()
      const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(accountId, key.id)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    })
  })

  it('do not count towards the ten once they have expired', async () => {
    const { accountId } = await service.createAccount()
    const expires_at = new Date(service.clock.now().getTime() + 1_000).toISOString()
    for (let count = 1; count < 10; count += 1) {
      await service.requestAs(service.principalOf(accountId), 'POST', '/v1/keys', { name: 'short', expires_at })
    }
    expect((await create(accountId)).status).toBe(409)
    service.clock.advance(1_000)
    expect((await create(accountId)).status).toBe(201)
  })

  it.each([[''], ['   '], ['x'.repeat(81)], ['nul \u0000'], ['half \ud800'], [7], [null]])(
    'cannot have the name %j',
    async (name) => {
      const { accountId } = await service.createAccount()
      const { status, body } = await create(accountId, name)
      expect(status).toBe(422)
      expect(body).toMatchObject({ detail: [{ loc: ['body', 'name'] }] })
    },
  )
})
