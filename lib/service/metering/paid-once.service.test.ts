import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertCompany } from '@/lib/testing/companies'
import { unzip } from '@/lib/testing/files'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf } from '@/lib/testing/ledger'
import { rdfDocumentOf } from '@/lib/testing/rdf'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const DAY_MS = 86_400_000

type Call = { readonly apiKey: string; readonly key: string }

describe.each(engines)('an Idempotency-Key of a paid call on %s', (engine) => {
  let service: TestService
  let company_id: string
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    company_id = (await insertCompany(service.storage, { krs: krsOf(0) })).id
    await insertCompany(service.storage, { id: OTHER, krs: krsOf(1), nip: null, regon: null })
    await insertRdfDocuments(service.storage.db, [
      rdfDocumentOf({ company_id, id: 'first', year: 2024, filed_on: '2025-06-30' }),
      rdfDocumentOf({ company_id, id: 'second', year: 2025, filed_on: '2026-06-12' }),
      rdfDocumentOf({ company_id: OTHER, id: 'other', year: 2025, filed_on: '2026-06-12' }),
    ])
  })
  afterAll(() => service.stop())

  const OTHER = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a02'
  const nips = (count: number) => Array.from({ length: count }, (_, index) => ({ nip: nipOf(index) }))
  const readAnswer = async (answer: Response) => ({
    status: answer.status,
    paidHeaders: ['x-idempotent-replay', 'x-units-charged'].map((name) => answer.headers.get(name)),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  })
  const send = async (call: Call, path: string, more: RequestInit = {}) =>
    readAnswer(
      await fetch(`${service.url}${path}`, {
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
      callDifferently: post('/v1/records', { identifiers: nips(2) }),
    },
    {
      name: 'GET /v1/rdf/archive',
      units: 20,
      callService: get(`/v1/rdf/archive?krs=${krsOf(0)}`),
      callDifferently: get(`/v1/rdf/archive?krs=${krsOf(1)}`),
    },
  ]

  it.each(calls)('repeats the first answer of $name for a day and charges it once', async ({ callService, units }) => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise', limits: { lookups: 6, rdf: 40 } })
    const first = await callService(apiKey, 'key-1')
    expect([first.status, ...first.paidHeaders]).toEqual([200, 'false', String(units)])
    const repeated = await callService(apiKey, 'key-1')
    expect([repeated.status, ...repeated.paidHeaders]).toEqual([200, 'true', '0'])
    expect(repeated.bytes).toEqual(first.bytes)
    service.clock.advance(DAY_MS - 1)
    expect((await callService(apiKey, 'key-1')).paidHeaders).toEqual(['true', '0'])
    service.clock.advance(1)
    expect((await callService(apiKey, 'key-1')).paidHeaders).toEqual(['false', String(units)])
    service.clock.set(NOW)
    expect(await chargesOf(service, accountId)).toEqual([units, 0, 0, units])
  })

  it.each(calls)(
    'of $name still repeats the answer when nothing is left, and only for the same request and account',
    async ({ callService, callDifferently, units }) => {
      const { accountId, apiKey } = await service.createAccount({
        plan: 'enterprise',
        limits: { lookups: 3, rdf: 20 },
        spendCapPln: 0,
      })
      const first = await callService(apiKey, 'key-1')
      expect((await callService(apiKey, 'key-2')).status).toBe(402)
      expect((await callService(apiKey, 'key-1')).bytes).toEqual(first.bytes)
      const wrong = await callDifferently(apiKey, 'key-1')
      expect(wrong.status).toBe(422)
      expect(Buffer.from(wrong.bytes).toString()).toContain('idempotency_key_reused')
      expect((await callService(apiKey, 'a key')).status).toBe(422)
      const other = await service.createAccount({ plan: 'enterprise' })
      expect((await callDifferently(other.apiKey, 'key-1')).paidHeaders[0]).toBe('false')
      expect(await chargesOf(service, accountId)).toEqual([units, 0])
    },
  )

  it.each(calls)('charges concurrent calls of $name once', async ({ callService, units }) => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => callService(apiKey, 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ paidHeaders }) => paidHeaders[0] === 'false')).toHaveLength(1)
    expect((await chargesOf(service, accountId)).reduce((sum, each) => sum + each, 0)).toBe(units)
  })

  it.each(calls)('of $name stores no answer of a refused call', async ({ callService, units }) => {
    const poor = { plan: 'enterprise', limits: { lookups: 2, rdf: 19 }, spendCapPln: 0 } as const
    const { accountId, apiKey } = await service.createAccount(poor)
    expect((await callService(apiKey, 'key-1')).status).toBe(402)
    await service.storage.db.updateTable('accounts').set({ limits: '{}' }).where('id', '=', accountId).execute()
    expect((await callService(apiKey, 'key-1')).paidHeaders).toEqual(['false', String(units)])
  })

  it('of one operation is refused by every other operation', async () => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
    const body = { identifiers: nips(1) }
    expect((await post('/v1/wpv/records', body)(apiKey, 'key-1')).status).toBe(200)
    expect((await post('/v1/records', body)(apiKey, 'key-1')).status).toBe(422)
    expect((await get(`/v1/rdf/archive?krs=${krsOf(0)}`)(apiKey, 'key-1')).status).toBe(422)
    expect(await chargesOf(service, accountId)).toEqual([1])
  })

  it('returns the archive that was paid for, whatever was filed since', async () => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
    const getArchive = get(`/v1/rdf/archive?krs=${krsOf(1)}`)
    const first = await getArchive(apiKey, 'key-1')
    await insertRdfDocuments(service.storage.db, [
      rdfDocumentOf({ company_id: OTHER, id: 'late', year: 2023, filed_on: '2026-11-20' }),
    ])
    expect((await getArchive(apiKey, 'key-1')).bytes).toEqual(first.bytes)
    expect([...(await unzip((await getArchive(apiKey, 'key-2')).bytes)).keys()]).toHaveLength(2)
    expect(await chargesOf(service, accountId)).toEqual([10, 0, 20])
    await service.storage.db.deleteFrom('rdf_documents').where('id', '=', 'late').execute()
  })

  it('of HEAD stores no answer, so that a later GET is charged', async () => {
    const { accountId, apiKey } = await service.createAccount({ plan: 'enterprise' })
    const path = `/v1/rdf/archive?krs=${krsOf(0)}`
    expect((await send({ apiKey, key: 'key-1' }, path, { method: 'HEAD' })).status).toBe(200)
    expect((await send({ apiKey, key: 'key-1' }, path)).paidHeaders).toEqual(['false', '20'])
    expect(await chargesOf(service, accountId)).toEqual([20])
  })
})
