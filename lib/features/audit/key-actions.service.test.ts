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

describe.each(engines)('what keys do, in the audit log on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let on: TestService
  let world: SampleWorld
  beforeAll(async () => {
    on = await startTestService({ engine, content: 'sample', recordsWrites: true })
    world = await findSampleWorld(on)
  })
  afterAll(() => on.stop())

  async function createKey(settings: Record<string, unknown> = {}) {
    const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise' })
    const body = { name: 'ERP', ...settings }
    const made = await on.requestAs<Created>(on.principalOf(accountId), 'POST', '/v1/keys', body)
    const { key, secret } = made.body
    return { accountId, apiKey, secret, key, actor: `key:${key.prefix}…${key.last_four} ERP` }
  }
  const entriesOf = (accountId: string) => listEntriesAfter(on.storage.db, accountId, { number: 0, limit: 1000 })

  it.each(writes)('%s is one entry by the key', async (name) => {
    const { accountId, apiKey, secret, actor } = await createKey()
    const input: RawInput = await Promise.resolve(goodCalls[name]({ on, apiKey, world }))
    const before = (await entriesOf(accountId)).length
    const { status, headers } = await on.request(secret, ...callOf(name, input))
    expect(status).toBe(operationOf(name).status)
    const entries = (await entriesOf(accountId)).slice(before)
    expect(entries).toEqual([
      expect.objectContaining({
        actor,
        action: name,
        at: on.clock.now().toISOString(),
        address: expect.stringContaining('127.0.0.1') as unknown,
        request_id: headers.get('x-request-id'),
      }),
    ])
    expect((await verifyAudit(on.storage, accountId)).problem).toBeNull()
  })

  it('tells what was there before, and masks a person', async () => {
    const { accountId, secret } = await createKey()
    const person = { identifier_type: 'pesel', identifier_value: peselOf(3), label: 'stara' }
    const { body } = await on.request<{ id: string }>(secret, 'POST', '/v1/monitors', person)
    await on.request(secret, 'PATCH', `/v1/monitors/${body.id}`, { label: 'nowa' })
    await on.request(secret, 'PATCH', `/v1/monitors/${body.id}`, { label: 'nowa' })
    await on.request(secret, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 300 })
    const entries = await entriesOf(accountId)
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['monitors.create', null, anyText],
      ['monitors.update', '{"subject_name":null,"label":"stara"}', '{"subject_name":null,"label":"nowa"}'],
      ['usage.setSpendCap', '{"spend_cap_pln":null}', '{"spend_cap_pln":300}'],
    ])
    expect(JSON.stringify(entries)).not.toContain(peselOf(3))
  })

  it('has no entry of what was refused, of what was read, and of what the panel did', async () => {
    const { accountId, secret } = await createKey()
    expect((await on.request(secret, 'POST', '/v1/monitors', { identifier_type: 'nip' })).status).toBe(422)
    expect((await on.request(secret, 'DELETE', `/v1/monitors/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await on.request(secret, 'GET', '/v1/monitors')).status).toBe(200)
    expect((await on.request(secret, 'GET', `/v1/record?krs=${world.krs}`)).status).toBe(200)
    await on.requestAs(on.principalOf(accountId), 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 200 })
    expect(await entriesOf(accountId)).toEqual([])
  })

  onBoth('keeps an unbroken chain of writes that come together, each there once', async () => {
    const { accountId, secret } = await createKey()
    const calls = Array.from({ length: 40 }, (_, index) =>
      on.request(secret, 'POST', '/v1/monitors', {
        identifier_type: 'subject_id',
        identifier_value: crypto.randomUUID(),
        label: `Odbiorca ${index}`,
      }),
    )
    expect((await Promise.all(calls)).filter(({ status }) => status === 201)).toHaveLength(40)
    expect(await verifyAudit(on.storage, accountId)).toMatchObject({ entries: 40, problem: null })
  })

  it('takes back a write that cannot be entered', async () => {
    const { accountId, apiKey } = await createKey()
    const { dependencies } = on.service
    const deeds: WriteLog = {
      record: async (_store, _deed, { write }) => {
        await write()
        throw new Error('the log is full')
      },
      recordCapChange: () => Promise.resolve(),
    }
    const body = JSON.stringify({ identifier_type: 'subject_id', identifier_value: crypto.randomUUID() })
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const call = new Request(`${on.url}/v1/monitors`, { method: 'POST', headers, body })
    expect((await createService({ ...dependencies, writeLog: deeds }).handle(call)).status).toBe(500)
    expect((await on.request(apiKey, 'GET', '/v1/monitors')).body).toMatchObject({ total: 0 })
    expect(await entriesOf(accountId)).toEqual([])
  })

  it.each([
    ['expired', 401],
    ['deactivated', 401],
    ['address', 403],
    ['scope', 403],
  ] as const)('tells of a key refused as %s', async (fault, due) => {
    const told: unknown[] = []
    Object.assign(on.service.dependencies, { onRefusedKey: (each: unknown) => told.push(each) })
    const soon = new Date(on.clock.now().getTime() + 1_000).toISOString()
    const settings = {
      expired: { expires_at: soon },
      address: { addresses: ['192.0.2.1'] },
      scope: { scope: ['read_only'] },
      deactivated: {},
    }
    const { accountId, secret, key } = await createKey(settings[fault])
    if (fault === 'deactivated') await on.requestAs(on.principalOf(accountId), 'POST', `/v1/keys/${key.id}/deactivate`)
    on.clock.advance(1_000)
    const { status } = await on.request(secret, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: 1 })
    expect(status).toBe(due)
    expect(told).toMatchObject([{ fault, key: { id: key.id }, operation: 'usage.setSpendCap', address: '127.0.0.1' }])
  })
})
