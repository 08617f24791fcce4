import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RiskAssessment } from '@/lib/contract/records'
import type { UsageSummary } from '@/lib/contract/usage'
import { insertAnnouncements } from '@/lib/service/monitors/statements/announcements'
import { announcementOf } from '@/lib/testing/announcements'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { chargesOf } from '@/lib/testing/ledger'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const NOW = '2026-11-20T11:00:00.000Z'
const FORM = 'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ'
const SOUND = { legal_form: FORM, share_capital: 50_000 }
const ids = [1, 2, 3].map((index) => `5b1f7c55-7c39-4a39-9f5e-2f0c5d7a9d0${index}`)

describe.each(sqliteOnly)('risk on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
    const { db } = service.storage
    await insertCompany(service.storage, SOUND)
    const burdenedCompany = { ...SOUND, regon: null, id: ids[0] ?? '', krs: krsOf(1), nip: nipOf(1), name: 'Obciążona' }
    await insertCompany(service.storage, { ...burdenedCompany, vat_status: 'Niezarejestrowany', share_capital: 5_000 })
    await insertCompany(service.storage, { ...SOUND, id: ids[1] ?? '', kind: 'person', krs: null, nip: nipOf(2) })
    await insertCompany(service.storage, { ...SOUND, id: ids[2] ?? '', krs: null, nip: null, regon: '990000134' })
    const field = (name: string) => ({ row: JSON.stringify({ field: name }) })
    await insertAnnouncements(db, [
      announcementOf('krz', 1, { krs: krsOf(1), day: '2026-11-19' }),
      announcementOf('krz', 2, { nip: nipOf(1), day: '2026-09-10' }),
      announcementOf('krz', 3, { krs: krsOf(7), nip: nipOf(7), day: '2026-11-19' }),
      announcementOf('msig', 1, { krs: krsOf(1), nip: nipOf(1), day: '2026-11-19' }),
      announcementOf('krs', 1, { krs: krsOf(1), nip: nipOf(1), day: '2026-11-18', ...field('otwarcieLikwidacji') }),
      announcementOf('krs', 2, { krs: krsOf(7), nip: nipOf(7), day: '2026-11-18', ...field('ogloszenieUpadlosci') }),
    ])
    const warning = { register: 'knf' as const, day: '2026-01-05', section: 1, search_text: '', row: '{}' }
    await db
      .insertInto('register_entries')
      .values([
        { ...warning, id: ids[0] ?? '', nip: null, krs: krsOf(1), position: 1 },
        { ...warning, id: ids[1] ?? '', nip: nipOf(7), krs: null, position: 2 },
        { ...warning, id: ids[2] ?? '', register: 'uokik', nip: nipOf(1), krs: null, position: 1 },
      ])
      .execute()
  })
  afterAll(() => service.stop())

  const callService = (key: string, query: string) => service.request<RiskAssessment>(key, 'GET', `/v1/risk?${query}`)

  it('adds up the findings of the registers about a company, whichever identifier is used', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const evidenceOf = (source: string, day: string): unknown => expect.objectContaining({ source, day })
    const expected = {
      id: ids[0],
      krs: krsOf(1),
      nip: nipOf(1),
      name: 'Obciążona',
      score: 100,
      level: 'high',
      factors: [
        {
          code: 'knf_warning',
          description: 'Wpisy na liście ostrzeżeń publicznych KNF (zawiadomienie prokuratury, nie wyrok): 1',
          points: 40,
          score_without: 90,
          evidence: [evidenceOf('knf', '2026-01-05')],
        },
        {
          code: 'krs_proceedings',
          description: 'Wpis w KRS: otwarcie likwidacji',
          points: 35,
          score_without: 95,
          evidence: [evidenceOf('krs', '2026-11-18')],
        },
        {
          code: 'krz_recent',
          description: 'Obwieszczenia w KRZ z ostatnich 30 dni: 1',
          points: 25,
          score_without: 100,
          evidence: [evidenceOf('krz', '2026-11-19')],
        },
        {
          code: 'vat_unregistered',
          description: 'Brak rejestracji jako podatnik VAT',
          points: 15,
          score_without: 100,
          evidence: [],
        },
        {
          code: 'krz_older',
          description: 'Starsze obwieszczenia w KRZ: 1',
          points: 10,
          score_without: 100,
          evidence: [evidenceOf('krz', '2026-09-10')],
        },
        {
          code: 'capital_minimum',
          description: 'Kapitał zakładowy nie wyższy niż ustawowe minimum',
          points: 5,
          score_without: 100,
          evidence: [],
        },
      ],
      assessed_at: NOW,
    }
    expect((await callService(apiKey, `krs=${krsOf(1)}`)).body).toEqual(expected)
    expect((await callService(apiKey, `nip=${nipOf(1)}`)).body).toEqual(expected)
    expect((await callService(apiKey, `id=${ids[0]}`)).body).toEqual(expected)
    const { body } = await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')
    expect(body.counts).toMatchObject({ lookups: 3, risk: 3, rejestr: 0 })
    expect(await chargesOf(service, accountId)).toEqual([1, 1, 1])
  })

  it('finds no risk factor for a sound company or one without numbers', async () => {
    const { apiKey } = await service.createAccount()
    expect((await callService(apiKey, 'krs=18')).body).toMatchObject({ score: 0, level: 'low', factors: [] })
    expect((await callService(apiKey, 'regon=990000134')).body).toMatchObject({ score: 0, krs: null, nip: null })
  })

  it('charges nothing for an unknown company, a person, a malformed number or an empty pool', async () => {
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })
    expect((await callService(apiKey, 'krs=99')).status).toBe(404)
    expect((await callService(apiKey, `id=${ids[1]}`)).status).toBe(404)
    expect(await callService(apiKey, 'nip=1234567890')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'nip'] }] },
    })
    expect((await callService(apiKey, '')).status).toBe(422)
    expect((await callService(apiKey, 'krs=18&nip=1234563218')).status).toBe(422)
    expect(await callService(apiKey, 'krs=18')).toMatchObject({ status: 402, body: { detail: { pool: 'lookups' } } })
    expect(await chargesOf(service, accountId)).toEqual([])
  })
})
