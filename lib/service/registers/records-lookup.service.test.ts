import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RecordResult } from '@/lib/contract/records'
import type { SubjectTable } from '@/lib/service/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf, ledgerOf } from '@/lib/testing/ledger'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

type Answer = { results: RecordResult[] }
const OTHER_ID = '5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d02'
const PERSON_ID = '5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d03'

describe.each(sqliteOnly)('lookup of many records on %s', (engine) => {
  let service: TestService
  let first: SubjectTable
  let second: SubjectTable
  beforeAll(async () => {
    service = await startTestService({ engine })
    first = await insertCompany(service.storage)
    second = await insertCompany(service.storage, {
      id: OTHER_ID,
      krs: krsOf(1),
      nip: nipOf(1),
      regon: null,
      name: 'Druga',
    })
    await insertCompany(service.storage, { id: PERSON_ID, kind: 'person', krs: null, nip: nipOf(2), regon: null })
  })
  afterAll(() => service.stop())

  const callService = (key: string, identifiers: unknown) =>
    service.request<Answer>(key, 'POST', '/v1/records', { identifiers })

  it('answers in the requested order, found or not, with duplicates, and charges each', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const identifiers = [
      { nip: nipOf(1) },
      { krs: '18' },
      { regon: '123456785' },
      { id: OTHER_ID.toUpperCase() },
      { krs: '0000000099' },
      { id: PERSON_ID },
      { nip: nipOf(2) },
      { nip: 'PL 123-456-32-18' },
      { nip: nipOf(1) },
    ]
    const { status, body } = await callService(apiKey, identifiers)
    expect(status).toBe(200)
    expect(body.results.map((each) => each.identifiers)).toEqual(identifiers)
    expect(body.results.map(({ found, record }) => [found, record?.id ?? null])).toEqual([
      [true, second.id],
      [true, first.id],
      [true, first.id],
      [true, second.id],
      [false, null],
      [false, null],
      [false, null],
      [true, first.id],
      [true, second.id],
    ])
    expect(await ledgerOf(service, accountId)).toMatchObject([
      { operation: 'records.get', pool: 'lookups', register: 'rejestr', calls: 1, units: 9 },
    ])
    expect(await chargesOf(service, accountId)).toEqual([9])
  })

  it('returns the same record as a single call', async () => {
    const { apiKey } = await service.createAccount()
    const { body: single } = await service.request(apiKey, 'GET', '/v1/record?krs=18')
    expect((await callService(apiKey, [{ krs: '18' }])).body.results[0]?.record).toEqual(single)
  })

  it('accepts 50 identifiers, and rejects the whole call when the pool is too small', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 60 }, spendCapPln: 0 })
    const fifty = Array.from({ length: 50 }, (_, index) => ({ krs: krsOf(index) }))
    expect((await callService(apiKey, fifty)).body.results.filter(({ found }) => found)).toHaveLength(1)
    expect(await callService(apiKey, fifty.slice(0, 11))).toMatchObject({
      status: 402,
      body: { detail: { pool: 'lookups', limit: 60, used: 50 } },
    })
    expect(await chargesOf(service, accountId)).toEqual([50])
    expect((await callService(apiKey, fifty.slice(0, 10))).status).toBe(200)
    expect(await chargesOf(service, accountId)).toEqual([50, 10])
  })

  it('reports every malformed identifier and charges nothing', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await callService(apiKey, [{ krs: 'abc' }, { krs: '18' }, { nip: '1234567890' }, { id: 'x' }])
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      detail: [
        { loc: ['body', 'identifiers', 0, 'krs'], type: 'value_error', ctx: { error: 'format' } },
        { loc: ['body', 'identifiers', 2, 'nip'], type: 'value_error', ctx: { error: 'checksum' } },
        { loc: ['body', 'identifiers', 3, 'id'], type: 'value_error', ctx: { error: 'format' } },
      ],
    })
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it.each([
    [[], ['body', 'identifiers']],
    [Array.from({ length: 51 }, () => ({ krs: '18' })), ['body', 'identifiers']],
    [[{ krs: '18', nip: '1234563218' }], ['body', 'identifiers', 0, 'krs']],
    [[{}], ['body', 'identifiers', 0, 'krs']],
    [[{ krs: 18 }], ['body', 'identifiers', 0, 'krs']],
    ['18', ['body', 'identifiers']],
  ])('rejects %j with 422', async (identifiers, loc) => {
    const { accountId, apiKey } = await service.createAccount()
    expect(await callService(apiKey, identifiers)).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
    expect(await chargesOf(service, accountId)).toEqual([])
  })
})
