import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { scopesThatMayRefuse } from '@/lib/contract/key-scope'
import type { ApiKey } from '@/lib/contract/keys'
import { operationNames, operationOf, type OperationName } from '@/lib/contract/table'
import type { KeyScope } from '@/lib/domain/key-scopes'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { goodCalls, type PublicName, type SampleWorld } from '@/lib/testing/calls/contract-calls'
import { peselOf } from '@/lib/testing/identifiers'
import { anyText } from '@/lib/testing/matchers'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from '../metering/verify-usage'

type CreateAnswer = { key: ApiKey; secret: string }
type Refusal = { detail: { code: string; scope?: KeyScope } }
const SUMMARY = '/v1/usage/summary'
const isPublic = (name: OperationName): name is PublicName => operationOf(name).audience === 'public'
const publicNames = operationNames.filter(isPublic)
const FROM = 'x-test-address'
const addressOf = ({ headers }: { headers: Record<string, string | string[] | undefined> }) =>
  headers[FROM] === undefined ? '127.0.0.1' : String(headers[FROM])

describe.each(sqliteOnly)('restrictions of a key on %s', (engine) => {
  let service: TestService
  let world: SampleWorld
  let enterpriseAccount: { accountId: string; apiKey: string }
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample', addressOf })
    world = await findSampleWorld(service)
    enterpriseAccount = await service.createAccount({ plan: 'enterprise' })
  })
  afterAll(() => service.stop())

  const create = (body: Record<string, unknown>, { accountId } = enterpriseAccount) =>
    service.requestAs<CreateAnswer>(service.principalOf(accountId), 'POST', '/v1/keys', { name: 'ERP', ...body })
  const createRestricted = async (body: Record<string, unknown>) => {
    const account = await service.createAccount({ plan: 'enterprise' })
    return { ...account, ...(await create(body, account)).body }
  }

  describe.each(['read_only', 'no_cap_changes'] as const)('%s', (scope) => {
    let secret: string
    let unrestrictedKey: string
    beforeAll(async () => {
      const account = await createRestricted({ scope: [scope] })
      secret = account.secret
      unrestrictedKey = account.apiKey
    })
    it.each(publicNames)('%s is allowed or refused correctly', async (name) => {
      const input: RawInput = await Promise.resolve(goodCalls[name]({ on: service, apiKey: unrestrictedKey, world }))
      const { status, body } = await service.request<Refusal>(secret, ...callOf(name, input))
      if (!scopesThatMayRefuse(operationOf(name)).includes(scope)) return expect(status).toBe(operationOf(name).status)
      expect([status, body.detail]).toEqual([403, { code: 'outside_scope', message: anyText, scope }])
    })
  })

  describe('no_personal_numbers', () => {
    const pesel = peselOf(7)
    let secret: string
    let unrestrictedKey: string
    beforeAll(async () => {
      const account = await createRestricted({ scope: ['no_personal_numbers'] })
      secret = account.secret
      unrestrictedKey = account.apiKey
      const person = { identifier_type: 'pesel', identifier_value: pesel, label: `Jan ${pesel}` }
      expect((await service.request(unrestrictedKey, 'POST', '/v1/monitors', person)).status).toBe(201)
      const filter = { name: `Osoby ${pesel}`, content: { pesel: [pesel] } }
      expect((await service.request(unrestrictedKey, 'POST', '/v1/filters', filter)).status).toBe(201)
    })

    it.each(publicNames)('%s shows no personal number or is refused', async (name) => {
      const row = operationOf(name)
      const input: RawInput = await Promise.resolve(goodCalls[name]({ on: service, apiKey: unrestrictedKey, world }))
      const { status, body } = await service.request<Refusal>(secret, ...callOf(name, input))
      if (row.produces === 'file' && row.execution !== 'streams') {
        return expect([status, body.detail.code, body.detail.scope]).toEqual([
          403,
          'outside_scope',
          'no_personal_numbers',
        ])
      }
      expect(status).toBe(row.status)
      expect(typeof body === 'string' ? body : JSON.stringify(body)).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/)
    })

    it('masks the personal number that another key sees', async () => {
      for (const path of ['/v1/monitors', '/v1/filters']) {
        expect(JSON.stringify((await service.request(unrestrictedKey, 'GET', path)).body)).toContain(pesel)
        const masked = await service.request(secret, 'GET', path)
        expect(masked.status).toBe(200)
        expect(JSON.stringify(masked.body)).not.toContain(pesel)
      }
    })

    it('masks a stream line by line, and every line stays valid JSON', async () => {
      const range = 'date_from=2026-11-09&date_to=2026-11-19'
      for (const source of ['krz', 'msig']) {
        const path = `/v1/stream?source=${source}&limit=450&${range}`
        const unmasked = await service.request<string>(unrestrictedKey, 'GET', path)
        const masked = await service.request<string>(secret, 'GET', path)
        const lines = masked.body.trimEnd().split('\n')
        expect(lines).toHaveLength(unmasked.body.trimEnd().split('\n').length)
        expect(lines.length).toBeGreaterThan(200)
        for (const line of lines) {
          expect(line).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/)
          const row = JSON.parse(line) as { debtor_birth_date?: unknown }
          expect(row.debtor_birth_date ?? null).toBeNull()
        }
        if (source === 'krz') expect(unmasked.body).toMatch(/"debtor_pesel":"\d{11}"/)
        expect(masked.headers.get('x-units-charged')).toBe(unmasked.headers.get('x-units-charged'))
      }
    })

    it('refuses every call that names a person, whether the person exists or not', async () => {
      const calls: [string, string, unknown?][] = [
        ['GET', `/v1/monitors?q=${pesel}`],
        ['GET', `/v1/monitors?q=${peselOf(8)}`],
        ['GET', `/v1/search?q=${pesel}`],
        ['POST', '/v1/monitors', { identifier_type: 'pesel', identifier_value: peselOf(8) }],
        ['POST', '/v1/monitors/bulk', { items: [{ identifier_type: 'pesel', identifier_value: peselOf(8) }] }],
        ['POST', '/v1/filters', { name: 'A', content: { pesel: [peselOf(8)] } }],
      ]
      for (const [method, path, body] of calls) {
        const answer = await service.request<Refusal>(secret, method, path, body)
        expect([answer.status, answer.body.detail.scope], `${method} ${path}`).toEqual([403, 'no_personal_numbers'])
      }
    })

    it('masks the input that a refusal repeats', async () => {
      const { status, body } = await service.request(secret, 'GET', `/v1/monitors?limit=${pesel}x`)
      expect(status).toBe(422)
      expect(JSON.stringify(body)).not.toContain(pesel)
    })
  })

  it('limit calls to the addresses of the key', async () => {
    const { secret } = await createRestricted({ addresses: ['192.0.2.0/24', '2001:db8::7'] })
    const from = (address: string) => service.request<Refusal>(secret, 'GET', SUMMARY, undefined, { [FROM]: address })
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7']) {
      expect((await from(address)).status, address).toBe(200)
    }
    for (const address of ['192.0.3.9', '2001:db8::8', 'unknown', '127.0.0.1']) {
      const { status, body } = await from(address)
      expect([status, body.detail.code], address).toEqual([403, 'address_not_allowed'])
    }
    // The key is refused before the answer reveals which endpoints exist.
    expect((await service.request(secret, 'GET', '/v1/nothing')).status).toBe(403)
  })

  it('let the key work until its expiry, and then refuse it like an unknown key', async () => {
    const expires_at = new Date(service.clock.now().getTime() + 60_000).toISOString()
    const { secret } = await createRestricted({ expires_at })
    service.clock.advance(59_999)
    expect((await service.request(secret, 'GET', SUMMARY)).status).toBe(200)
    service.clock.advance(1)
    const [expired, unknown] = [
      await service.request(secret, 'GET', SUMMARY),
      await service.request('none', 'GET', SUMMARY),
    ]
    expect([expired.status, expired.body]).toEqual([401, unknown.body])
  })

  it.each([
    [{ expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ scope: ['everything'] }, 'scope'],
    [{ scope: ['read_only', 'read_only'] }, 'scope'],
    [{ addresses: ['10.0.0.0/33'] }, 'addresses'],
    [{ addresses: ['::ffff:10.0.0.0/8'] }, 'addresses'],
    [{ addresses: ['10.0.0.1', '10.0.0.1'] }, 'addresses'],
    [{ addresses: Array.from({ length: 51 }, (_, index) => `10.0.0.${index}`) }, 'addresses'],
  ])('cannot be %j', async (body, field) => {
    const answer = await create(body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: [{ loc: expect.arrayContaining(['body', field]) as unknown }] })
  })

  it('are checked in the order key, address, rate, scope, plan, input', async () => {
    const account = await service.createAccount({ plan: 'standard' })
    const { key, secret } = (await create({ scope: ['read_only'], addresses: ['192.0.2.1'] })).body
    expect(key.scope).toEqual(['read_only'])
    const bad = (headers: Record<string, string>, key_: string | null = secret) =>
      service.request<Refusal>(key_, 'POST', '/v1/monitors', { identifier_type: 'none' }, headers)
    expect((await bad({}, 'none')).status).toBe(401)
    expect((await bad({})).body.detail.code).toBe('address_not_allowed')
    expect((await bad({ [FROM]: '192.0.2.1' })).body.detail.code).toBe('outside_scope')
    expect((await bad({}, account.apiKey)).status).toBe(402)
    expect((await bad({}, enterpriseAccount.apiKey)).status).toBe(422)
  })

  it('leave every counter equal to the ledger', async () => {
    expect(await verifyUsage(service.service.dependencies)).toEqual([])
  })
})
