import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { UsageSummary } from '@/lib/contract/usage'
import type { WhiteListResult } from '@/lib/contract/white-list'
import { accountNumbersOf, MANY_ACCOUNTS_NIP } from '@/lib/sample/registers/white-list-accounts'
import { makeWhiteListHistory, makeWhiteListEntry } from '@/lib/sample/registers/white-list-entry'
import { insertWhiteListEntries } from '@/lib/service/registers/statements/white-list-entries'
import type { SubjectTable } from '@/lib/service/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf, ledgerOf } from '@/lib/testing/ledger'
import { relation } from '@/lib/testing/relations'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

type Answer = { results: WhiteListResult[] }
type Refusal = { detail: Record<string, unknown> }
const NOW = '2026-11-20T11:00:00.000Z'
const MIDNIGHT = '2026-11-19T23:00:00.000Z'
const idOf = (index: number) => `5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d0${index}`

describe.each(sqliteOnly)('the white list on %s', (engine) => {
  let service: TestService
  let active: SubjectTable
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const insertListed = async (overrides: Partial<SubjectTable> = {}) => {
      const company = await insertCompany(service.storage, overrides)
      const { id, nip, vat_status } = company
      if (nip === null || vat_status === null) return company
      const holders = [relation({ company_id: id }), relation({ company_id: id, role: 'proxy' })]
      const row = JSON.stringify(makeWhiteListEntry({ ...company, nip, vat_status }, holders))
      await insertWhiteListEntries(service.storage.db, [{ company_id: id, row }])
      return company
    }
    active = await insertListed()
    const other = (index: number, overrides: Partial<SubjectTable>) =>
      insertListed({ id: idOf(index), krs: krsOf(index), nip: nipOf(index), regon: null, ...overrides })
    await other(1, { vat_status: 'Zwolniony', legal_form: 'FUNDACJA' })
    await other(2, { vat_status: 'Niezarejestrowany', status: 'deregistered' })
    await other(3, { nip: null })
    await other(4, { vat_status: null })
    await other(5, { kind: 'person', krs: null })
    await other(6, { nip: MANY_ACCOUNTS_NIP })
    await insertCompany(service.storage, { id: idOf(7), krs: krsOf(7), nip: nipOf(7), regon: null })
  })
  afterAll(() => service.stop())

  const lookUpMany = (key: string, identifiers: unknown) =>
    service.request<Answer>(key, 'POST', '/v1/wpv/records', { identifiers })
  const callService = (key: string, query: string) =>
    service.request<WhiteListResult>(key, 'GET', `/v1/wpv/record?${query}`)
  const usageOf = async (key: string) => (await service.request<UsageSummary>(key, 'GET', '/v1/usage/summary')).body

  it('returns a company in the format of interface 2.11', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const { status, body, headers } = await callService(apiKey, 'nip=123-456-32-18')
    expect(status).toBe(200)
    expect(body).toEqual({
      identifiers: { krs: '0000000018', nip: '123-456-32-18', regon: '123456785', registry_type: 'P' },
      found: true,
      id: active.id,
      name: active.name,
      subject: {
        name: active.name,
        nip: '1234563218',
        status_vat: 'Czynny',
        krs: '0000000018',
        regon: '123456785',
        pesel: null,
        working_address: 'UL. MORSKA 7, GDYNIA',
        residence_address: null,
        account_numbers: accountNumbersOf('1234563218'),
        has_virtual_accounts: false,
        ...makeWhiteListHistory({
          nip: '1234563218',
          status: 'active',
          vat_status: 'Czynny',
          registered_on: '2015-03-02',
        }),
        representatives: [],
        authorized_clerks: [],
        partners: [],
      },
      request_id: headers.get('x-request-id'),
      request_datetime: NOW,
      metadata: { first_seen: '2019-08-31T22:00:00.000Z', last_updated: MIDNIGHT, source_updated_at: MIDNIGHT },
    })
    expect(await ledgerOf(service, accountId)).toMatchObject([
      { operation: 'wpv.record', pool: 'wpv', register: null, calls: 1, units: 1 },
    ])
    expect(await chargesOf(service, accountId)).toEqual([1])
  })

  it('answers in the requested order, found or not, with duplicates, and charges one query each', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const identifiers = [
      { krs: '18' },
      { nip: '1234563218', krs: '18' },
      { nip: '1234563218', krs: krsOf(1) },
      { nip: '1234563218', krs: '0000000099' },
      { nip: nipOf(9), krs: '18' },
      { nip: nipOf(9) },
      { krs: krsOf(3) },
      { krs: krsOf(4) },
      { nip: nipOf(5) },
      { krs: krsOf(1) },
      { krs: '18' },
    ]
    const { status, body, headers } = await lookUpMany(apiKey, identifiers)
    expect(status).toBe(200)
    const found = body.results.map(({ found: isFound, id }) => (isFound ? id : null))
    const missing = [null, null, null, null, null, null, null]
    expect(found).toEqual([active.id, active.id, ...missing, idOf(1), active.id])
    expect(body.results.map((each) => each.identifiers)).toMatchObject(identifiers)
    expect(body.results[2]).toEqual({
      identifiers: { krs: krsOf(1), nip: '1234563218', regon: null, registry_type: null },
      found: false,
      id: null,
      name: null,
      subject: null,
      request_id: headers.get('x-request-id'),
      request_datetime: NOW,
      metadata: null,
    })
    expect(body.results[9]?.identifiers).toEqual({ krs: krsOf(1), nip: nipOf(1), regon: null, registry_type: 'S' })
    expect(await chargesOf(service, accountId)).toEqual([11])
    const usage = await usageOf(apiKey)
    expect(usage.daily.wpv_checks).toBe(11)
    expect(usage.counts.lookups).toBe(0)
  })

  it('returns account numbers only for registered subjects, and hundreds for one', async () => {
    const { apiKey } = await service.createAccount()
    const { body } = await lookUpMany(apiKey, [{ nip: nipOf(1) }, { nip: nipOf(2) }, { nip: MANY_ACCOUNTS_NIP }])
    const subjects = body.results.map(({ subject }) => subject)
    expect(subjects.map((subject) => subject?.status_vat)).toEqual(['Zwolniony', 'Niezarejestrowany', 'Czynny'])
    expect(subjects.map((subject) => subject?.account_numbers)).toEqual([
      accountNumbersOf(nipOf(1)),
      [],
      accountNumbersOf(MANY_ACCOUNTS_NIP),
    ])
    expect(subjects.map((subject) => subject?.has_virtual_accounts)).toEqual([false, false, true])
    expect(subjects[2]?.account_numbers).toHaveLength(236)
    expect(subjects.map((subject) => subject?.representatives.length)).toEqual([0, 1, 0])
    expect(subjects.map((subject) => subject?.authorized_clerks.length)).toEqual([0, 1, 0])
  })

  it('returns no accounts, dates or persons for a company without an entry', async () => {
    const { apiKey } = await service.createAccount()
    const { body } = await callService(apiKey, `nip=${nipOf(7)}`)
    const { name, nip, krs, regon, working_address, residence_address, status_vat, ...others } = body.subject ?? {}
    expect({ name, nip, status_vat }).toEqual({ name: body.name, nip: nipOf(7), status_vat: 'Czynny' })
    for (const field of [krs, regon, working_address, residence_address]) expect(field).toBeDefined()
    for (const [field, value] of Object.entries(others))
      expect([null, false, '[]'], field).toContain(Array.isArray(value) ? JSON.stringify(value) : value)
  })

  it('rejects the whole call when it exceeds the daily pool', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 60 } })
    const fifty = Array.from({ length: 50 }, () => ({ krs: '18' }))
    expect((await lookUpMany(apiKey, fifty)).status).toBe(200)
    expect(await lookUpMany(apiKey, fifty.slice(0, 11))).toMatchObject({
      status: 402,
      body: { detail: { pool: 'wpv', limit: 60, used: 50, resets_at: '2026-11-20T23:00:00.000Z' } },
    })
    expect((await lookUpMany(apiKey, fifty.slice(0, 10))).status).toBe(200)
    expect((await callService(apiKey, 'krs=18')).status).toBe(402)
    expect(await chargesOf(service, accountId)).toEqual([50, 10])
  })

  it('never exceeds the daily pool under parallel calls', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 20 } })
    const three = [{ krs: '18' }, { krs: '18' }, { krs: '99' }]
    const answers = await Promise.all(Array.from({ length: 30 }, () => lookUpMany(apiKey, three)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(24)
    expect(await chargesOf(service, accountId)).toEqual([3, 3, 3, 3, 3, 3])
  })

  it('reports every malformed identifier and charges nothing', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await lookUpMany(apiKey, [{ nip: '1234567890', krs: 'x' }, { krs: '18' }, { krs: '12345678901' }])
    expect(answer).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'identifiers', 0, 'nip'], ctx: { error: 'checksum' } },
          { loc: ['body', 'identifiers', 0, 'krs'], ctx: { error: 'format' } },
          { loc: ['body', 'identifiers', 2, 'krs'], ctx: { error: 'length' } },
        ],
      },
    })
    expect(await callService(apiKey, 'nip=1234567890')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'nip'] }] },
    })
    expect(await callService(apiKey, '')).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'nip'] }] } })
    for (const identifiers of [[], [{}], Array.from({ length: 51 }, () => ({ krs: '18' })), [{ krs: 18 }], undefined]) {
      expect((await lookUpMany(apiKey, identifiers)).status).toBe(422)
    }
    expect(await chargesOf(service, accountId)).toEqual([])
  })

  it.each([
    {
      name: 'in winter',
      before: '2026-11-20T22:59:59.999Z',
      midnight: '2026-11-20T23:00:00.000Z',
      next: '2026-11-21T23:00:00.000Z',
    },
    {
      name: 'in summer',
      before: '2026-07-20T21:59:59.999Z',
      midnight: '2026-07-20T22:00:00.000Z',
      next: '2026-07-21T22:00:00.000Z',
    },
    {
      name: 'into the day of 25 hours',
      before: '2026-10-24T21:59:59.999Z',
      midnight: '2026-10-24T22:00:00.000Z',
      next: '2026-10-25T23:00:00.000Z',
    },
    {
      name: 'out of the day of 25 hours',
      before: '2026-10-25T22:59:59.999Z',
      midnight: '2026-10-25T23:00:00.000Z',
      next: '2026-10-26T23:00:00.000Z',
    },
    {
      name: 'into the day of 23 hours',
      before: '2027-03-27T22:59:59.999Z',
      midnight: '2027-03-27T23:00:00.000Z',
      next: '2027-03-28T22:00:00.000Z',
    },
    {
      name: 'out of the day of 23 hours',
      before: '2027-03-28T21:59:59.999Z',
      midnight: '2027-03-28T22:00:00.000Z',
      next: '2027-03-29T22:00:00.000Z',
    },
  ])('refills the pool at midnight in Warsaw, $name', async ({ before, midnight, next }) => {
    const { accountId, apiKey } = await service.createAccount({ limits: { wpv_checks: 1 } })
    service.clock.set(before)
    expect((await callService(apiKey, 'krs=18')).status).toBe(200)
    const spent = await service.request<Refusal>(apiKey, 'GET', '/v1/wpv/record?krs=18')
    expect([spent.status, spent.body.detail['resets_at']]).toEqual([402, midnight])
    service.clock.set(midnight)
    expect((await usageOf(apiKey)).daily.wpv_checks).toBe(0)
    const refilled = await callService(apiKey, 'krs=18')
    expect(refilled).toMatchObject({ status: 200, body: { request_datetime: midnight } })
    expect(refilled.body.metadata?.last_updated).toBe(midnight)
    const refused = await service.request<Refusal>(apiKey, 'GET', '/v1/wpv/record?krs=18')
    expect([refused.status, refused.body.detail['resets_at']]).toEqual([402, next])
    expect(await chargesOf(service, accountId)).toEqual([1, 1])
    service.clock.set(NOW)
  })
})
