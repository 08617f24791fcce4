import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertCompany } from '@/lib/testing/companies'
import { unzip } from '@/lib/testing/files'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf } from '@/lib/testing/ledger'
import { filed } from '@/lib/testing/rdf'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY_MS = 86_400_000

type Call = { readonly apiKey: string; readonly key: string }

describe.each(engines)('an Idempotency-Key of a paid call on %s', (engine) => {
  let on: TestService
  let company_id: string
  beforeAll(async () => {
    on = await startTestService({ engine, now: NOW })
    company_id = (await insertCompany(on.storage, { krs: krsOf(0) })).id
    await insertCompany(on.storage, { id: OTHER, krs: krsOf(1), nip: null, regon: null })
    await insertRdfDocuments(on.storage.db, [
      filed({ company_id, id: 'first', year: 2024, filed_on: '2025-06-30' }),
      filed({ company_id, id: 'second', year: 2025, filed_on: '2026-06-12' }),
      filed({ company_id: OTHER, id: 'other', year: 2025, filed_on: '2026-06-12' }),
    ])
  })
  afterAll(() => on.stop())

  const OTHER = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a02'
  const nips = (count: number) => Array.from({ length: count }, (_, index) => ({ nip: nipOf(index) }))
  const bytesOf = async (answer: Response) => ({
    status: answer.status,
    told: ['x-idempotent-replay', 'x-units-charged'].map((name) => answer.headers.get(name)),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  })
  const send = async (call: Call, path: string, more: RequestInit = {}) =>
    bytesOf(
      await fetch(`${on.url}${path}`, {
        ...more,
        headers: { 'x-api-key': call.apiKey, 'content-type': 'application/json', 'idempotency-key': call.key },
      }),
    )
  const post = (path: string, body: unknown) => (apiKey: string, key: string) =>
    send({ apiKey, key }, path, { method: 'POST', body: JSON.stringify(body) })
  const get = (path: string) => (apiKey: string, key: string) => send({ apiKey, key }, path)

  const calls = [
    {
      name: 'POST /v1/records',
      units: 3,
      callService: post('/v1/records', { identifiers: nips(3) }),
      askElse: post('/v1/records', { identifiers: nips(2) }),
    },
    {
      name: 'GET /v1/rdf/archive',
      units: 20,
      callService: get(`/v1/rdf/archive?krs=${krsOf(0)}`),
      askElse: get(`/v1/rdf/archive?krs=${krsOf(1)}`),
    },
  ]

  it.each(calls)(
    'gives the first answer of $name again for a day, and charges it once',
    async ({ callService, units }) => {
      const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise', limits: { lookups: 6, rdf: 40 } })
      const first = await callService(apiKey, 'key-1')
      expect([first.status, ...first.told]).toEqual([200, 'false', String(units)])
      const again = await callService(apiKey, 'key-1')
      expect([again.status, ...again.told]).toEqual([200, 'true', '0'])
      expect(again.bytes).toEqual(first.bytes)
      on.clock.advance(DAY_MS - 1)
      expect((await callService(apiKey, 'key-1')).told).toEqual(['true', '0'])
      on.clock.advance(1)
      expect((await callService(apiKey, 'key-1')).told).toEqual(['false', String(units)])
      on.clock.set(NOW)
      expect(await chargesOf(on, accountId)).toEqual([units, 0, 0, units])
    },
  )

  it.each(calls)(
    'of $name is answered when nothing is left, and is nobody else’s',
    async ({ callService, askElse, units }) => {
      const { accountId, apiKey } = await on.createAccount({
        plan: 'enterprise',
        limits: { lookups: 3, rdf: 20 },
        spendCapPln: 0,
      })
      const first = await callService(apiKey, 'key-1')
      expect((await callService(apiKey, 'key-2')).status).toBe(402)
      expect((await callService(apiKey, 'key-1')).bytes).toEqual(first.bytes)
      const wrong = await askElse(apiKey, 'key-1')
      expect(wrong.status).toBe(422)
      expect(Buffer.from(wrong.bytes).toString()).toContain('idempotency_key_reused')
      expect((await callService(apiKey, 'a key')).status).toBe(422)
      const other = await on.createAccount({ plan: 'enterprise' })
      expect((await askElse(other.apiKey, 'key-1')).told[0]).toBe('false')
      expect(await chargesOf(on, accountId)).toEqual([units, 0])
    },
  )

  it.each(calls)('charges calls of $name that come together once', async ({ callService, units }) => {
    const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => callService(apiKey, 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ told }) => told[0] === 'false')).toHaveLength(1)
    expect((await chargesOf(on, accountId)).reduce((sum, each) => sum + each, 0)).toBe(units)
  })

  it.each(calls)('of $name keeps no answer of a call that was refused', async ({ callService, units }) => {
    const poor = { plan: 'enterprise', limits: { lookups: 2, rdf: 19 }, spendCapPln: 0 } as const
    const { accountId, apiKey } = await on.createAccount(poor)
    expect((await callService(apiKey, 'key-1')).status).toBe(402)
    await on.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
    expect((await callService(apiKey, 'key-1')).told).toEqual(['false', String(units)])
  })

  it('of one operation is refused by every other', async () => {
    const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise' })
    const body = { identifiers: nips(1) }
    expect((await post('/v1/wpv/records', body)(apiKey, 'key-1')).status).toBe(200)
    expect((await post('/v1/records', body)(apiKey, 'key-1')).status).toBe(422)
    expect((await get(`/v1/rdf/archive?krs=${krsOf(0)}`)(apiKey, 'key-1')).status).toBe(422)
    expect(await chargesOf(on, accountId)).toEqual([1])
  })

  it('gives an archive again with what was paid for, whatever was filed meanwhile', async () => {
    const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise' })
    const ask = get(`/v1/rdf/archive?krs=${krsOf(1)}`)
    const first = await ask(apiKey, 'key-1')
    await insertRdfDocuments(on.storage.db, [
      filed({ company_id: OTHER, id: 'late', year: 2023, filed_on: '2026-11-20' }),
    ])
    expect((await ask(apiKey, 'key-1')).bytes).toEqual(first.bytes)
    expect([...(await unzip((await ask(apiKey, 'key-2')).bytes)).keys()]).toHaveLength(2)
    expect(await chargesOf(on, accountId)).toEqual([10, 0, 20])
    await on.storage.db.deleteFrom('rdf_documents').where('id', '=', 'late').execute()
  })

  it('of HEAD keeps nothing that GET would not be charged for', async () => {
    const { accountId, apiKey } = await on.createAccount({ plan: 'enterprise' })
    const path = `/v1/rdf/archive?krs=${krsOf(0)}`
    expect((await send({ apiKey, key: 'key-1' }, path, { method: 'HEAD' })).status).toBe(200)
    expect((await send({ apiKey, key: 'key-1' }, path)).told).toEqual(['false', '20'])
    expect(await chargesOf(on, accountId)).toEqual([20])
  })
})
