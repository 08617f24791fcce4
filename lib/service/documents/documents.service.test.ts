import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { UsageSummary } from '@/lib/contract/usage'
import { entryOf } from '@/lib/sample/registers/base-entries'
import { insertKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import { insertRelations } from '@/lib/service/registers/statements/relations'
import { insertCompany } from '@/lib/testing/companies'
import { download, pdfPages, pdfText } from '@/lib/testing/files'
import { krsOf } from '@/lib/testing/identifiers'
import { relation } from '@/lib/testing/relations'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const KRS = '0000000018'
const NOTICE = 'Dane przykładowe (syntetyczne). Ten dokument nie jest odpisem urzędowym i nie ma mocy prawnej.'
const DECISION = {
  id: '0A1B2C3D4E5F60718293A4B5C6D7E8F9',
  number: 'DZP 48/2026',
  decided_on: '2026-05-14',
  case_signature: 'DZP-1.611.3.2026',
  parties: ['Hurtownia Próbna sp. z o.o.', 'Śnieżnopolańska Łucja'],
  practice: 'Klauzule niedozwolone',
  fined: true,
  industry: 'Usługi turystyczne',
  region: 'Łódź',
  appealed: false,
}

describe.each(sqliteOnly)('register files on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    const { id } = await insertCompany(service.storage, { city: 'Łódź', province: 'łódzkie', street: 'Źródlana 7' })
    await insertCompany(service.storage, {
      id: krsId,
      krs: krsOf(1),
      nip: null,
      regon: null,
      name: 'FUNDACJA ŻÓŁTY ŚWIERK',
    })
    const entries = [
      { number: 1, day: '2015-03-02', title: 'Rejestracja podmiotu' },
      { number: 2, day: '2019-06-03', title: 'Zmiana danych' },
    ]
    const addressChange = { section: 'Dział 1', field: 'adres.ulica', old_value: 'Stara 2', new_value: 'Źródlana 7' }
    await insertKrsEntries(service.storage.db, [
      ...entries.map((entry) => entryOf(id, entry)),
      { ...entryOf(id, { number: 5, day: '2026-11-18', title: 'Zmiana adresu siedziby' }), ...addressChange },
    ])
    await insertRelations(service.storage.db, [
      relation({ company_id: id }),
      relation({ company_id: id, holder_name: 'Świętosława Kłosogródzka', until: '2019-06-03' }),
      relation({
        company_id: id,
        holder_name: 'Jan Cissoleski',
        role: 'proxy',
        detail: 'PROKURA SAMOISTNA',
        since: null,
      }),
      relation({ company_id: id, role: 'shareholder', detail: '60 udziałów o łącznej wysokości 3 000,00 zł' }),
      relation({ company_id: id, role: 'beneficial_owner', detail: 'bezpośrednie prawo własności, 60%' }),
    ])
    await service.storage.db
      .insertInto('register_entries')
      .values({
        id: DECISION.id,
        register: 'uokik',
        day: DECISION.decided_on,
        section: null,
        nip: null,
        krs: null,
        search_text: '',
        row: JSON.stringify(DECISION),
        position: 1,
      })
      .execute()
  })
  afterAll(() => service.stop())
  const krsId = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a01'

  const countsOf = async (apiKey: string) => {
    const { counts } = (await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')).body
    return { pdfs: counts.pdfs, pdfs_api: counts.pdfs_api, lookups: counts.lookups, rdf: counts.rdf }
  }
  const NOTHING = { pdfs: 0, pdfs_api: 0, lookups: 0, rdf: 0 }

  it('return the current extract as one attachment', async () => {
    const { apiKey } = await service.createAccount()
    const { status, headers, bytes } = await download(service, apiKey, `/v1/krs/pdf/${KRS}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="odpis-aktualny-${KRS}.pdf"`)
    expect(headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-')
    const pages = await pdfPages(bytes)
    const text = pages.join(' ')
    for (const expectedText of [
      'Odpis aktualny Hurtownia Próbna sp. z o.o.',
      'REJESTR PRZEDSIĘBIORCÓW',
      'Łódź',
      'Źródlana 7, Łódź',
      '1234563218',
      '500 000,00 zł',
      'PREZES ZARZĄDU Żaneta Źródłowodzka',
      'PROKURA SAMOISTNA Jan Cissoleski',
      '60 udziałów o łącznej wysokości 3 000,00 zł',
      'Dział 1. Dane podmiotu',
      'Dział 2. Organy podmiotu',
      'Dział 3. Działalność i złożone dokumenty',
      'Dział 4. Zaległości, wierzytelności i oddalone wnioski o upadłość',
      'Dział 5. Kurator',
      'Dział 6. Likwidacja, upadłość, restrukturyzacja',
      '20.11.2026, 12:00:00',
      'Ostatni wpis nr 5 z 18.11.2026',
    ]) {
      expect(text).toContain(expectedText)
    }
    pages.forEach((page, index) => {
      expect(page).toContain(NOTICE)
      expect(page).toContain(`Strona ${index + 1} z ${pages.length}`)
    })
    expect(text).not.toContain('Świętosława Kłosogródzka')
    expect(text).not.toContain('wpis 1')
    expect(await countsOf(apiKey)).toEqual({ ...NOTHING, pdfs: 1, pdfs_api: 1 })
  })

  it('show former entries in the full extract, with the entries that added and deleted them', async () => {
    const { apiKey } = await service.createAccount()
    const { headers, bytes } = await download(service, apiKey, '/v1/krs/pdf/KRS%2018?type=full')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="odpis-pelny-${KRS}.pdf"`)
    const text = await pdfText(bytes)
    expect(text).toContain('Odpis pełny Hurtownia Próbna sp. z o.o.')
    expect(text).toContain('Wpis 1 02.03.2015 · Rejestracja podmiotu Wpis 2 03.06.2019 · Zmiana danych')
    expect(text).toContain('Wpis 5 18.11.2026 · Zmiana adresu siedziby (wykreślono: Stara 2; wpisano: Źródlana 7)')
    expect(text).toContain('Świętosława Kłosogródzka wpis 1 z 02.03.2015; wykreślono: wpis 2 z 03.06.2019')
    expect(text).toContain('Żaneta Źródłowodzka wpis 1 z 02.03.2015')
    expect(await countsOf(apiKey)).toEqual({ ...NOTHING, pdfs: 1, pdfs_api: 1 })
  })

  it('are byte-identical at the same instant, and differ later', async () => {
    const { apiKey } = await service.createAccount()
    const readBase64 = async () =>
      Buffer.from((await download(service, apiKey, `/v1/krs/pdf/${KRS}`)).bytes).toString('base64')
    const first = await readBase64()
    expect(await readBase64()).toBe(first)
    service.clock.advance(1_000)
    expect(await readBase64()).not.toBe(first)
    service.clock.advance(-1_000)
    expect((await countsOf(apiKey)).pdfs).toBe(3)
  })

  it('name beneficial owners without a personal number', async () => {
    const { apiKey } = await service.createAccount()
    const { status, headers, bytes } = await download(service, apiKey, `/v1/crbr/pdf/${KRS}`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="crbr-${KRS}.pdf"`)
    const text = await pdfText(bytes)
    expect(text).toContain('Informacja o beneficjentach rzeczywistych Hurtownia Próbna sp. z o.o.')
    expect(text).toContain('1. Żaneta Źródłowodzka')
    expect(text).toContain('Charakter i zakres uprawnień bezpośrednie prawo własności, 60%')
    expect(text).toContain(NOTICE)
    expect(text).not.toMatch(/PESEL|\d{11}/)
    const textWithoutOwners = await pdfText((await download(service, apiKey, `/v1/crbr/pdf/${krsOf(1)}`)).bytes)
    expect(textWithoutOwners).toContain('FUNDACJA ŻÓŁTY ŚWIERK')
    expect(textWithoutOwners).toContain('Brak zgłoszonych beneficjentów rzeczywistych.')
    expect(await countsOf(apiKey)).toEqual({ ...NOTHING, pdfs: 2, pdfs_api: 2 })
  })

  it('contain the data of a UOKiK decision', async () => {
    const { apiKey } = await service.createAccount()
    const { status, headers, bytes } = await download(service, apiKey, `/v1/uokik/documents/${DECISION.id}`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="decyzja-DZP-48-2026.pdf"; filename*=UTF-8''decyzja-DZP%2048-2026.pdf`,
    )
    const text = await pdfText(bytes)
    for (const expectedText of [
      'Decyzja nr DZP 48/2026',
      'Sygnatura akt DZP-1.611.3.2026',
      'Data wydania 14.05.2026',
      'Uczestnik 2 Śnieżnopolańska Łucja',
      'Kara Tak',
      'Region Łódź',
      'Odwołanie do sądu Nie',
    ]) {
      expect(text).toContain(expectedText)
    }
    expect(await countsOf(apiKey)).toEqual({ ...NOTHING, pdfs: 1, pdfs_api: 1 })
  })

  it('count panel downloads, but not as API downloads', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const answer = await service.requestAs(service.principalOf(accountId), 'GET', `/v1/krs/pdf/${KRS}`)
    expect(answer.status).toBe(200)
    expect(await countsOf(apiKey)).toEqual({ ...NOTHING, pdfs: 1 })
  })

  it.each([
    ['/v1/krs/pdf/0000000019', 404],
    ['/v1/krs/pdf/12345678901', 422],
    ['/v1/krs/pdf/0000000000', 422],
    ['/v1/krs/pdf/abc', 422],
    [`/v1/krs/pdf/${KRS}?type=old`, 422],
    ['/v1/crbr/pdf/0000000019', 404],
    ['/v1/crbr/pdf/abc', 422],
    ['/v1/uokik/documents/ffff', 404],
  ])('refuse %s with %i and charge nothing', async (path, status) => {
    const { apiKey } = await service.createAccount()
    expect((await service.request(apiKey, 'GET', path)).status).toBe(status)
    expect(await countsOf(apiKey)).toEqual(NOTHING)
  })

  it('report what is wrong with a KRS number', async () => {
    const { apiKey } = await service.createAccount()
    expect((await service.request(apiKey, 'GET', '/v1/krs/pdf/123a')).body).toEqual({
      detail: [
        {
          loc: ['path', 'krs'],
          msg: 'Not a valid KRS number: expected digits only',
          type: 'value_error',
          ctx: { error: 'format' },
        },
      ],
    })
  })

  it('are refused when the pool is used up', async () => {
    const { apiKey } = await service.createAccount({ limits: { pdfs: 1 } })
    expect((await service.request(apiKey, 'GET', `/v1/krs/pdf/${KRS}`)).status).toBe(200)
    const refused = await service.request(apiKey, 'GET', `/v1/crbr/pdf/${KRS}`)
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ detail: { code: 'payment_required', pool: 'pdf', limit: 1, used: 1 } })
    expect((await countsOf(apiKey)).pdfs).toBe(1)
  })
})
