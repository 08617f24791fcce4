import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import knfSections from '@/data/knf-sections.json'
import type { KnfSection, KnfWarning, SudopCase, UokikClause, UokikDecision } from '@/lib/contract/registers'
import type { ApiMeter } from '@/lib/contract/usage'
import { insertEntries } from '@/lib/service/registers/statements/register-entries'
import { nipOf } from '@/lib/testing/identifiers'
import {
  clauseItem,
  insertCases,
  insertClauses,
  insertDecisions,
  insertWarnings,
  knfItem,
  sudopItem,
  uokikItem,
} from '@/lib/testing/register-entries'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { toSudopEntry } from './register-entry'

type Page<T> = { items: T[]; total: number; next_cursor: string | null }

const warnings = [
  knfItem({ name: 'Żółta Łódź Sp. z o.o.', section: 9, identifier: `NIP ${nipOf(5)}`, notified_on: '2024-05-06' }),
  knfItem({ name: '100% Zysku Ltd.', section: 2 }),
  knfItem({ name: 'Sto_Procent Ltd.', section: 2, notes: 'Postępowanie zawieszone.' }),
  knfItem({ name: String.raw`Ukośnik \ Kapital`, section: 10, prosecutor: 'Prokuratura Okręgowa w Świdnicy' }),
]
const decisions = [
  uokikItem({ number: 'RKR-937-2013', decided_on: '2013-12-30', case_signature: 'RKR.611.9370.2013' }),
  uokikItem({ number: 'DZP 948/2023', decided_on: '2023-06-01', case_signature: 'DZP.610.9480.2023' }),
  uokikItem({ number: 'RŁO-948/2025', decided_on: '2025-06-02', parties: ['Jeden S.A.', 'Śnieżka Próbna S.A.'] }),
  uokikItem({ number: 'RGD-902/2026', decided_on: '2026-11-19', case_signature: 'RGD.610.9020.2025' }),
]
const clauses = [
  clauseItem({ number: 90_101, entered_on: '2024-03-01', case_signature: 'XVII AmC 9101/24', industry: 'Turystyka' }),
  clauseItem({
    number: 90_102,
    entered_on: '2024-03-02',
    case_signature: 'XVII AmC 9102/24',
    parties: ['Łódzkie Biuro Próbne S.A.', 'Jan Próbny'],
    clause: 'W razie rezygnacji klient traci całość wpłaconej ZALICZKI (100%).',
  }),
  clauseItem({ number: 90_103, entered_on: '2025-06-30', case_signature: 'XVII AmC 9103/25' }),
]
const twin = sudopItem({ beneficiary_nip: nipOf(7), granted_on: '2026-11-04' })
const cases = [
  sudopItem({ beneficiary_nip: nipOf(6), beneficiary_name: 'ŻABKA PRÓBNA SPÓŁKA JAWNA', granted_on: '2026-11-03' }),
  twin,
  { ...twin, id: '00000000-0000-4000-8000-000000000007' },
  sudopItem({ provider_name: 'Powiat Łowicki Próbny', provider_nip: nipOf(8), granted_on: '2026-11-05' }),
]

describe.each(sqliteOnly)('registers on %s', (engine) => {
  let service: TestService
  let apiKey: string
  beforeAll(async () => {
    service = await startTestService({ engine })
    await insertWarnings(service, warnings)
    await insertDecisions(service, decisions)
    await insertClauses(service, clauses)
    await insertCases(service, cases)
    apiKey = (await service.createAccount()).apiKey
  })
  afterAll(() => service.stop())

  const callService = async <T>(path: string, query: Record<string, string> = {}) => {
    const answer = await service.request<Page<T>>(apiKey, 'GET', `${path}?${new URLSearchParams(query).toString()}`)
    expect(answer.status).toBe(200)
    expect(answer.body.total).toBe(answer.body.items.length)
    return answer.body.items
  }

  describe('KNF', () => {
    const namesFor = async (query: Record<string, string>) =>
      (await callService<KnfWarning>('/v1/knf/warnings', query)).map(({ name }) => name)

    it('lists warnings unchanged, newest first', async () => {
      expect(await callService<KnfWarning>('/v1/knf/warnings')).toEqual(warnings.toReversed())
    })

    it.each([
      ['zolta lodz', ['Żółta Łódź Sp. z o.o.']],
      ['ŻÓŁTA  łódź', ['Żółta Łódź Sp. z o.o.']],
      [nipOf(5), ['Żółta Łódź Sp. z o.o.']],
      [`${nipOf(5).slice(0, 3)}-${nipOf(5).slice(3)}`, ['Żółta Łódź Sp. z o.o.']],
      ['100%', ['100% Zysku Ltd.']],
      ['0% z', ['100% Zysku Ltd.']],
      ['o_p', ['Sto_Procent Ltd.']],
      ['%%', []],
      ['__', []],
      [String.raw`\ k`, [String.raw`Ukośnik \ Kapital`]],
      ['ltd', ['Sto_Procent Ltd.', '100% Zysku Ltd.']],
      ['swidnic', [String.raw`Ukośnik \ Kapital`]],
      ['zawieszone', ['Sto_Procent Ltd.']],
      ["'; --", []],
    ])('finds %s', async (q, names) => {
      expect(await namesFor({ q })).toEqual(names)
    })

    it('filters by section, with and without a text', async () => {
      expect(await namesFor({ section: '2' })).toEqual(['Sto_Procent Ltd.', '100% Zysku Ltd.'])
      expect(await namesFor({ section: '2', q: 'zysk' })).toEqual(['100% Zysku Ltd.'])
      expect(await namesFor({ section: '3' })).toEqual([])
    })

    it.each(['0', '11', '1001', 'two', '1.5', ''])('rejects the section "%s" and charges nothing', async (section) => {
      const { apiKey: key } = await service.createAccount()
      const answer = await service.request(key, 'GET', `/v1/knf/warnings?section=${section}`)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['query', 'section'] }] })
      expect((await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body.used).toBe(0)
    })

    it('lists every section in the order of the regulator for one unit', async () => {
      const { apiKey: key } = await service.createAccount({ limits: { lookups: 1 }, spendCapPln: 0 })
      const path = '/v1/knf/warnings/sections'
      const { body } = await service.request<{ sections: KnfSection[] }>(key, 'GET', path)
      expect(body.sections.map(({ section }) => section)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect(body.sections.map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 1, 1])
      expect(body.sections.map(({ legal_basis }) => legal_basis)).toEqual(
        knfSections.map(({ legal_basis }) => legal_basis),
      )
      expect((await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body.used).toBe(1)
      expect((await service.request(key, 'GET', path)).status).toBe(402)
    })
  })

  describe('UOKiK', () => {
    const numbers = async (query: Record<string, string>) =>
      (await callService<UokikDecision>('/v1/uokik/decisions', query)).map(({ number }) => number)

    it('lists decisions unchanged, newest first', async () => {
      expect(await callService<UokikDecision>('/v1/uokik/decisions')).toEqual(decisions.toReversed())
    })

    it.each([
      ['RKR-937-2013', ['RKR-937-2013']],
      ['rkr 937/2013', ['RKR-937-2013']],
      ['DZP-948-2023', ['DZP 948/2023']],
      ['dzp948/2023', ['DZP 948/2023']],
      ['rlo 948', ['RŁO-948/2025']],
      ['948', ['RŁO-948/2025', 'DZP 948/2023']],
      ['RGD.610.9020.2025', ['RGD-902/2026']],
      ['sniezka', ['RŁO-948/2025']],
      ['śnieżka próbna', ['RŁO-948/2025']],
    ])('finds %s', async (q, found) => {
      expect(await numbers({ q })).toEqual(found)
    })

    it('finds words of several fields, but no word that spans two fields', async () => {
      expect(await numbers({ q: 'Jeden S.A. Śnieżka' })).not.toEqual([])
      expect(await numbers({ q: 'S.A.Śnieżka' })).toEqual([])
    })

    it('filters by days, both included', async () => {
      expect(await numbers({ date_from: '2023-06-01', date_to: '2025-06-02' })).toEqual([
        'RŁO-948/2025',
        'DZP 948/2023',
      ])
      expect(await numbers({ date_to: '2013-12-30' })).toEqual(['RKR-937-2013'])
      expect(await numbers({ date_from: '2026-11-20' })).toEqual([])
    })
  })

  describe('prohibited clauses', () => {
    const numbersFor = async (query: Record<string, string>) =>
      (await callService<UokikClause>('/v1/uokik/clauses', query)).map(({ number }) => number)

    it('lists clauses unchanged, newest first', async () => {
      expect(await callService<UokikClause>('/v1/uokik/clauses')).toEqual(clauses.toReversed())
    })

    it.each([
      ['zaliczki', [90_102]],
      ['CAŁOŚĆ  wpłaconej', [90_102]],
      ['calosc wplaconej', [90_102]],
      ['100%', [90_102]],
      ['lodzkie biuro', [90_102]],
      ['jan probny', [90_102]],
      ['90101', [90_101]],
      ['AmC 9103/25', [90_103]],
      ['xvii amc', [90_103, 90_102, 90_101]],
      ['turystyka', [90_101]],
      ['%%', []],
      ["'; --", []],
    ])('finds %s', async (q, numbers) => {
      expect(await numbersFor({ q })).toEqual(numbers)
    })

    it('filters by days, both included, with and without a text', async () => {
      expect(await numbersFor({ date_from: '2024-03-01', date_to: '2024-03-02' })).toEqual([90_102, 90_101])
      expect(await numbersFor({ date_from: '2024-03-02', q: 'xvii amc' })).toEqual([90_103, 90_102])
      expect(await numbersFor({ date_from: '2025-07-01' })).toEqual([])
    })

    it.each(['date_from=2024-02-31', 'date_from=2025-01-02&date_to=2025-01-01', 'q=x', 'limit=1001', 'cursor=x'])(
      'rejects %s and charges nothing',
      async (query) => {
        const { apiKey: key } = await service.createAccount()
        expect((await service.request(key, 'GET', `/v1/uokik/clauses?${query}`)).status).toBe(422)
        expect((await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body.used).toBe(0)
      },
    )

    it('rejects a cursor of another list', async () => {
      const { body } = await service.request<Page<unknown>>(apiKey, 'GET', '/v1/uokik/decisions?limit=1')
      const answer = await service.request(apiKey, 'GET', `/v1/uokik/clauses?cursor=${body.next_cursor}`)
      expect(answer.status).toBe(422)
    })
  })

  describe('SUDOP', () => {
    const ids = async (query: Record<string, string>) =>
      (await callService<SudopCase>('/v1/sudop/cases', query)).map(({ id }) => id)
    const idsAt = (...indexes: number[]) => indexes.map((index) => cases[index]?.id)

    it('lists cases unchanged, newest first, equal grants twice', async () => {
      expect(await callService<SudopCase>('/v1/sudop/cases')).toEqual(cases.toReversed())
    })

    it('finds beneficiaries and providers by name and number', async () => {
      expect(await ids({ q: 'zabka' })).toEqual(idsAt(0))
      expect(await ids({ q: 'ŁOWICKI' })).toEqual(idsAt(3))
      expect(await ids({ q: nipOf(8) })).toEqual(idsAt(3))
      expect(await ids({ q: 'SA.900001' })).toEqual(idsAt(3, 2, 1, 0))
    })

    it('filters by the NIP of the beneficiary, however it is written', async () => {
      expect(await ids({ nip: nipOf(7) })).toEqual(idsAt(2, 1))
      expect(await ids({ nip: `PL ${nipOf(7).slice(0, 3)}-${nipOf(7).slice(3)}` })).toEqual(idsAt(2, 1))
      expect(await ids({ nip: nipOf(7), date_from: '2026-11-05' })).toEqual([])
      expect(await ids({ nip: nipOf(8) })).toEqual([])
    })

    it('filters by days, both included', async () => {
      expect(await ids({ date_from: '2026-11-04', date_to: '2026-11-04' })).toEqual(idsAt(2, 1))
    })

    it.each(['123', '1234567890', 'abc', ''])('rejects the NIP "%s" and charges nothing', async (nip) => {
      const { apiKey: key } = await service.createAccount()
      const answer = await service.request(key, 'GET', `/v1/sudop/cases?nip=${nip}`)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ detail: [{ loc: ['query', 'nip'] }] })
      expect((await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body.used).toBe(0)
    })
  })

  it('continues at its position while a list grows and shrinks, without duplicates or gaps', async () => {
    const { apiKey: key } = await service.createAccount()
    const page = (cursor: string | null) =>
      service.request<Page<SudopCase>>(
        key,
        'GET',
        `/v1/sudop/cases?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
    const first = await page(null)
    const added = sudopItem({ granted_on: '2026-11-19' })
    await insertEntries(service.storage.db, [
      toSudopEntry(added, { position: 1000, krs: null, nip: added.beneficiary_nip }),
    ])
    const deletedId = cases[2]?.id ?? ''
    // Deletes what was already returned, including the row of the cursor.
    await service.storage.db.deleteFrom('register_entries').where('id', '=', deletedId).execute()
    const second = await page(first.body.next_cursor)
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id)
    expect(ids).toEqual(cases.toReversed().map(({ id }) => id))
    expect(second.body.next_cursor).toBeNull()
    expect((await service.request<ApiMeter>(key, 'GET', '/v1/usage/api')).body.used).toBe(cases.length)
  })
})
