import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RecordResult } from '@/lib/contract/records'
import type { SubjectTable } from '@/lib/service/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf, ledgerOf } from '@/lib/testing/ledger'
import { sqliteAlone, startTestService, type TestService } from '@/lib/testing/service'

type Answer = { results: RecordResult[] }
const OTHER_ID = '5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d02'
const PERSON_ID = '5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d03'

describe.each(sqliteAlone)('records of many on %s', (engine) => {
  let on: TestService
  let first: SubjectTable
  let second: SubjectTable
  beforeAll(async () => {
    on = await startTestService({ engine })
    first = await insertCompany(on.storage)
    second = await insertCompany(on.storage, { id: OTHER_ID, krs: krsOf(1), nip: nipOf(1), regon: null, name: 'Druga' })
    await insertCompany(on.storage, { id: PERSON_ID, kind: 'person', krs: null, nip: nipOf(2), regon: null })
  })
  afterAll(() => on.stop())

  const callService = (key: string, identifiers: unknown) =>
    on.request<Answer>(key, 'POST', '/v1/records', { identifiers })

  it('answers in the order asked, found or not, duplicates included, and charges each', async () => {
    const { accountId, apiKey } = await on.createAccount()
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
    expect(await ledgerOf(on, accountId)).toMatchObject([
      { operation: 'records.get', pool: 'lookups', register: 'rejestr', calls: 1, units: 9 },
    ])
    expect(await chargesOf(on, accountId)).toEqual([9])
  })

  it('gives the same record as a single call', async () => {
    const { apiKey } = await on.createAccount()
    const { body: single } = await on.request(apiKey, 'GET', '/v1/record?krs=18')
    expect((await callService(apiKey, [{ krs: '18' }])).body.results[0]?.record).toEqual(single)
  })

  it('takes 50 and refuses whole what does not fit', async () => {
    const { accountId, apiKey } = await on.createAccount({ limits: { lookups: 60 }, spendCapPln: 0 })
    const fifty = Array.from({ length: 50 }, (_, index) => ({ krs: krsOf(index) }))
    expect((await callService(apiKey, fifty)).body.results.filter(({ found }) => found)).toHaveLength(1)
    expect(await callService(apiKey, fifty.slice(0, 11))).toMatchObject({
      status: 402,
      body: { detail: { pool: 'lookups', limit: 60, used: 50 } },
    })
    expect(await chargesOf(on, accountId)).toEqual([50])
    expect((await callService(apiKey, fifty.slice(0, 10))).status).toBe(200)
    expect(await chargesOf(on, accountId)).toEqual([50, 10])
  })

  it('names every malformed identifier and charges nothing', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const answer = await callService(apiKey, [{ krs: 'abc' }, { krs: '18' }, { nip: '1234567890' }, { id: 'x' }])
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      detail: [
        { loc: ['body', 'identifiers', 0, 'krs'], type: 'value_error', ctx: { error: 'format' } },
        { loc: ['body', 'identifiers', 2, 'nip'], type: 'value_error', ctx: { error: 'checksum' } },
        { loc: ['body', 'identifiers', 3, 'id'], type: 'value_error', ctx: { error: 'format' } },
      ],
    })
    expect(await chargesOf(on, accountId)).toEqual([])
  })

  it.each([
    [[], ['body', 'identifiers']],
    [Array.from({ length: 51 }, () => ({ krs: '18' })), ['body', 'identifiers']],
    [[{ krs: '18', nip: '1234563218' }], ['body', 'identifiers', 0, 'krs']],
    [[{}], ['body', 'identifiers', 0, 'krs']],
    [[{ krs: 18 }], ['body', 'identifiers', 0, 'krs']],
    ['18', ['body', 'identifiers']],
  ])('refuses %j with 422', async (identifiers, loc) => {
    const { accountId, apiKey } = await on.createAccount()
    expect(await callService(apiKey, identifiers)).toMatchObject({ status: 422, body: { detail: [{ loc }] } })
    expect(await chargesOf(on, accountId)).toEqual([])
  })
})
