import { afterAll, beforeAll, describe, expect, it as onBoth } from 'vitest'

import type { ApiKey } from '@/lib/contract/keys'
import { operationNames, operationOf } from '@/lib/contract/table'
import type { WriteLog } from '@/lib/service/http/context'
import { createService } from '@/lib/service/service'
import { callOf, type RawInput } from '@/lib/testing/calls/call-of'
import { goodCalls, type PublicName, type SampleWorld } from '@/lib/testing/calls/contract-calls'
import { peselOf } from '@/lib/testing/identifiers'
import { anyText } from '@/lib/testing/matchers'
import { findSampleWorld } from '@/lib/testing/sample-world'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { listEntriesAfter } from './statements/audit'
import { verifyAudit } from './verify-audit'

type Created = { key: ApiKey; secret: string }
const writes = operationNames.filter(
  (name): name is PublicName => operationOf(name).audience === 'public' && operationOf(name).execution === 'writes',
)

describe.each(engines)('writes by API keys, in the audit log on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  let world: SampleWorld
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample', recordsWrites: true })
    world = await findSampleWorld(service)
  })
  afterAll(() => service.stop())

  async function createKey(settings: Record<string, unknown> = {}) {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
    const body = { name: 'ERP', ...settings }
    const created = await service.requestAs<Created>(service.principalOf(accountId), 'POST', '/v1/keys', body)
    const { key, secret } = created.body
    return { accountId, apiKey, secret, key, actor: `key:${key.prefix}…${key.last_four} ERP` }
  }
  const entriesOf = (accountId: string) => listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 1000 })

  it.each(writes)('%s is recorded as one entry by the key', async (name) => {
    const { accountId, apiKey, secret, actor } = await createKey()
    const input: RawInput = await Promise.resolve(goodCalls[name]({ on: service, apiKey, world }))
    const before = (await entriesOf(accountId)).length
    const { status, headers } = await service.request(secret, ...callOf(name, input))
    expect(status).toBe(operationOf(name).status)
    const entries = (await entriesOf(accountId)).slice(before)
    expect(entries).toEqual([
      expect.objectContaining({
        actor,
        action: name,
        at: service.clock.now().toISOString(),
        address: expect.stringContaining('127.0.0.1') as unknown,
        request_id: headers.get('x-request-id'),
      }),
    ])
    expect((await verifyAudit(service.storage, accountId)).problem).toBeNull()
  })

  it('are recorded with the previous values, and a person is masked', async () => {
    const { accountId, secret } = await createKey()
    const person = { identifier_type: 'pesel', identifier_value: peselOf(3), label: 'stara' }
    const { body } = await service.request<{ id: string }>(secret, 'POST', '/v1/monitors', person)
    await service.request(secret, 'PATCH', `/v1/monitors/${body.id}`, { label: 'nowa' })
    await service.request(secret, 'PATCH', `/v1/monitors/${body.id}`, { label: 'nowa' })
    await service.request(secret, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 300 })
    const entries = await entriesOf(accountId)
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['monitors.create', null, anyText],
      ['monitors.update', '{"subject_name":null,"label":"stara"}', '{"subject_name":null,"label":"nowa"}'],
      ['usage.setSpendCap', '{"spend_cap_pln":null}', '{"spend_cap_pln":300}'],
    ])
    expect(JSON.stringify(entries)).not.toContain(peselOf(3))
  })

  it('do not include refused calls, reads, and calls by the panel', async () => {
    const { accountId, secret } = await createKey()
    expect((await service.request(secret, 'POST', '/v1/monitors', { identifier_type: 'nip' })).status).toBe(422)
    expect((await service.request(secret, 'DELETE', `/v1/monitors/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await service.request(secret, 'GET', '/v1/monitors')).status).toBe(200)
    expect((await service.request(secret, 'GET', `/v1/record?krs=${world.krs}`)).status).toBe(200)
    await service.requestAs(service.principalOf(accountId), 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 200 })
    expect(await entriesOf(accountId)).toEqual([])
  })

  onBoth('form an unbroken chain when concurrent, each recorded once', async () => {
    const { accountId, secret } = await createKey()
    const calls = Array.from({ length: 40 }, (_, index) =>
      service.request(secret, 'POST', '/v1/monitors', {
        identifier_type: 'subject_id',
        identifier_value: crypto.randomUUID(),
        label: `Odbiorca ${index}`,
      }),
    )
    expect((await Promise.all(calls)).filter(({ status }) => status === 201)).toHaveLength(40)
    expect(await verifyAudit(service.storage, accountId)).toMatchObject({ entries: 40, problem: null })
  })

  it('are rolled back when they cannot be recorded', async () => {
    const { accountId, apiKey } = await createKey()
    const { dependencies } = service.service
    const failingLog: WriteLog = {
      record: async (_store, _action, { write }) => {
        await write()
        throw new Error('the log is full')
      },
      recordCapChange: () => Promise.resolve(),
    }
    const body = JSON.stringify({ identifier_type: 'subject_id', identifier_value: crypto.randomUUID() })
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const call = new Request(`${service.url}/v1/monitors`, { method: 'POST', headers, body })
    expect((await createService({ ...dependencies, writeLog: failingLog }).handle(call)).status).toBe(500)
    expect((await service.request(apiKey, 'GET', '/v1/monitors')).body).toMatchObject({ total: 0 })
    expect(await entriesOf(accountId)).toEqual([])
  })

  it.each([
    ['expired', 401],
    ['deactivated', 401],
    ['address', 403],
    ['scope', 403],
  ] as const)('notify of a key refused as %s', async (fault, expectedStatus) => {
    const notifications: unknown[] = []
    Object.assign(service.service.dependencies, { onRefusedKey: (each: unknown) => notifications.push(each) })
    const soon = new Date(service.clock.now().getTime() + 1_000).toISOString()
    const settings = {
      expired: { expires_at: soon },
      address: { addresses: ['192.0.2.1'] },
      scope: { scope: ['read_only'] },
      deactivated: {},
    }
    const { accountId, secret, key } = await createKey(settings[fault])
    if (fault === 'deactivated')
      await service.requestAs(service.principalOf(accountId), 'POST', `/v1/keys/${key.id}/deactivate`)
    service.clock.advance(1_000)
    const { status } = await service.request(secret, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 1 })
    expect(status).toBe(expectedStatus)
    expect(notifications).toMatchObject([
      { fault, key: { id: key.id }, operation: 'usage.setSpendCap', address: '127.0.0.1' },
    ])
  })
})
