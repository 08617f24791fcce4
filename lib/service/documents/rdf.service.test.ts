import { Writable } from 'node:stream'

import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RdfDocument, RdfFinancials } from '@/lib/contract/documents'
import type { UsageSummary } from '@/lib/contract/usage'
import { entryOf } from '@/lib/sample/registers/base-entries'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertKrsEntries } from '@/lib/service/registers/statements/krs-entries'
import { insertCompany } from '@/lib/testing/companies'
import { download, parseXml, pdfText, unzip } from '@/lib/testing/files'
import { krsOf } from '@/lib/testing/identifiers'
import { rdfDocumentOf } from '@/lib/testing/rdf'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { listenHttp } from '../http-server'
import { createService } from '../service'

type List<T> = { subject: { id: string; krs: string | null; name: string }; items: T[] }

const KRS = '0000000018'
const EMPTY_ID = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a01'
const MANY_ID = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a02'
const IFRS_ID = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a03'
const MANY = 300
const MF = 'http://www.mf.gov.pl/schematy/SF/DefinicjeTypySprawozdaniaFinansowe/2018/07/09'
const IDS = {
  first: 'AAAAAAAAAAAAAAAAAA_-_A==',
  corrected: 'ZZZZZZZZZZZZZZZZZZZZZg==',
  second: 'aaaaaaaaaaaaaaaaaaaa-w==',
  resolution: 'bbbbbbbbbbbbbbbbbbbb_w==',
  result: 'cccccccccccccccccccccA==',
}

describe.each(sqliteOnly)('financial documents on %s', (engine) => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine })
    const { id: company_id } = await insertCompany(testService.storage, {
      name: 'Młyn "Żuraw" & Syn <Łódź>',
      city: 'Łódź',
    })
    await insertCompany(testService.storage, { id: EMPTY_ID, krs: krsOf(1), nip: null, regon: null })
    await insertCompany(testService.storage, { id: MANY_ID, krs: krsOf(2), nip: null, regon: null })
    await insertCompany(testService.storage, { id: IFRS_ID, krs: krsOf(3), nip: null, regon: null, name: 'DZIŚ S.A.' })
    const nameChange = { section: 'Dział 1', field: 'nazwa', old_value: 'DAWNIEJ S.A.', new_value: 'DZIŚ S.A.' }
    await insertKrsEntries(testService.storage.db, [
      { ...entryOf(IFRS_ID, { number: 7, day: '2026-11-18', title: 'Zmiana nazwy' }), ...nameChange },
    ])
    await insertRdfDocuments(testService.storage.db, [
      rdfDocumentOf({ company_id: IFRS_ID, id: 'ifrs-2024', year: 2024, filed_on: '2025-06-12', ifrs: true }),
      rdfDocumentOf({ company_id: IFRS_ID, id: 'ifrs-2025', year: 2025, filed_on: '2026-11-19' }),
      rdfDocumentOf({ company_id, id: IDS.first, year: 2024, filed_on: '2025-06-30' }),
      rdfDocumentOf({ company_id, id: IDS.corrected, year: 2024, filed_on: '2025-09-01' }),
      rdfDocumentOf({ company_id, id: IDS.second, year: 2025, filed_on: '2026-06-12' }),
      rdfDocumentOf({ company_id, id: IDS.resolution, year: 2025, filed_on: '2026-06-12' }, 3),
      rdfDocumentOf({ company_id, id: IDS.result, year: 2025, filed_on: '2026-06-12' }, 4),
      rdfDocumentOf({ company_id: EMPTY_ID, id: 'ddddddddddddddddddddddA==', year: 2025, filed_on: '2026-06-12' }, 19),
      ...Array.from({ length: MANY }, (_, index) =>
        rdfDocumentOf({ company_id: MANY_ID, id: `many-${index}`, year: 2000, filed_on: '2001-06-12' }),
      ),
    ])
  })
  afterAll(() => testService.stop())

  const countsOf = async (apiKey: string) => {
    const { counts } = (await testService.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')).body
    return { rdf: counts.rdf, pdfs: counts.pdfs, lookups: counts.lookups }
  }
  const rdfOnly = (rdf: number) => ({ rdf, pdfs: 0, lookups: 0 })

  it('are listed newest first for one unit', async () => {
    const { apiKey } = await testService.createAccount()
    const { status, body } = await testService.request<List<RdfDocument>>(
      apiKey,
      'GET',
      '/v1/rdf/documents?nip=123-456-32-18',
    )
    expect(status).toBe(200)
    expect(body.subject).toMatchObject({ krs: KRS, name: 'Młyn "Żuraw" & Syn <Łódź>' })
    expect(body.items.map(({ id }) => id)).toEqual([IDS.resolution, IDS.result, IDS.second, IDS.corrected, IDS.first])
    expect(await countsOf(apiKey)).toEqual(rdfOnly(1))
  })

  it('return the figures of every statement for one unit, newest year first', async () => {
    const { apiKey } = await testService.createAccount()
    const { body } = await testService.request<List<RdfFinancials>>(apiKey, 'GET', `/v1/rdf/financials?krs=${KRS}`)
    expect(body.items.map(({ document_id }) => document_id)).toEqual([IDS.second, IDS.corrected, IDS.first])
    expect(body.items[0]).toEqual({
      document_id: IDS.second,
      period_start: '2025-01-01',
      period_end: '2025-12-31',
      currency: 'PLN',
      fixed_assets: 702_025,
      current_assets: 300_000,
      total_assets: 1_002_025,
      equity: -50_000,
      liabilities: 1_052_025,
      revenue: 2_345_678,
      operating_profit: -12_000,
      net_profit: -13_500,
    })
    const none = await testService.request<List<RdfFinancials>>(apiKey, 'GET', `/v1/rdf/financials?id=${EMPTY_ID}`)
    expect(none.body.items).toEqual([])
    expect(await countsOf(apiKey)).toEqual(rdfOnly(2))
  })

  it('return a statement as XML with the listed figures, for five units', async () => {
    const { apiKey } = await testService.createAccount()
    const path = `/v1/rdf/documents/${encodeURIComponent(IDS.first)}`
    const { status, headers, bytes } = await download(testService, apiKey, path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml')
    expect(headers.get('content-disposition')).toBe('attachment; filename="sprawozdanie-2024.xml"')
    expect(headers.get('content-length')).toBe(String(bytes.byteLength))
    const xml = parseXml(Buffer.from(bytes).toString('utf8'))
    const first = (space: string, name: string) => xml.getElementsByTagNameNS(`${MF}/${space}`, name)[0]
    const amountOf = (name: string) =>
      first('JednostkaInnaStruktury', name)?.getElementsByTagNameNS(
        `${MF}/DefinicjeTypySprawozdaniaFinansowe/`,
        'KwotaA',
      )[0]?.textContent
    expect(xml.documentElement?.localName).toBe('JednostkaInna')
    expect(xml.documentElement?.namespaceURI).toBe(`${MF}/JednostkaInnaWZlotych`)
    expect(first('DefinicjeTypySprawozdaniaFinansowe/', 'NazwaFirmy')?.textContent).toBe('Młyn "Żuraw" & Syn <Łódź>')
    expect(first('DefinicjeTypySprawozdaniaFinansowe/', 'OkresOd')?.textContent).toBe('2024-01-01')
    expect(first('DefinicjeTypySprawozdaniaFinansowe/', 'OkresDo')?.textContent).toBe('2024-12-31')
    expect(first('JednostkaInnaWZlotych', 'P_1D')?.textContent).toBe('1234563218')
    expect(first('JednostkaInnaWZlotych', 'P_1E')?.textContent).toBe(KRS)
    const names = ['Aktywa', 'Aktywa_A', 'Aktywa_B', 'Pasywa', 'Pasywa_A', 'Pasywa_B', 'A', 'F', 'L']
    expect(names.map(amountOf)).toEqual([
      '1002024.00',
      '702024.00',
      '300000.00',
      '1002024.00',
      '-50000.00',
      '1052024.00',
      '2345678.00',
      '-12000.00',
      '-13500.00',
    ])
    expect(await countsOf(apiKey)).toEqual(rdfOnly(5))
  })

  it('return an IFRS statement as PDF, also in the archive, with the company name of that time', async () => {
    const { apiKey } = await testService.createAccount({ plan: 'enterprise' })
    const single = await download(testService, apiKey, '/v1/rdf/documents/ifrs-2024')
    expect(single.headers.get('content-type')).toBe('application/pdf')
    const text = await pdfText(single.bytes)
    expect(text).toContain('Międzynarodowych Standardów Sprawozdawczości Finansowej')
    expect([text.includes('DAWNIEJ S.A.'), text.includes('DZIŚ S.A.')]).toEqual([true, false])
    const later = await download(testService, apiKey, '/v1/rdf/documents/ifrs-2025')
    expect(Buffer.from(later.bytes).toString('utf8')).toContain('DZIŚ S.A.')
    const { bytes } = await download(testService, apiKey, `/v1/rdf/archive?krs=${krsOf(3)}`)
    const files = await unzip(bytes)
    expect([...files.keys()]).toEqual(['sprawozdanie-2025.xml', 'sprawozdanie-2024.pdf'])
    expect(files.get('sprawozdanie-2024.pdf')?.startsWith('%PDF-')).toBe(true)
  })

  it('return other documents as PDF, identical at any time', async () => {
    const { apiKey } = await testService.createAccount()
    const path = `/v1/rdf/documents/${encodeURIComponent(IDS.result)}`
    const { headers, bytes } = await download(testService, apiKey, path)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe('attachment; filename="dokument-4-2025.pdf"')
    const text = await pdfText(bytes)
    expect(text).toContain('Młyn "Żuraw" & Syn <Łódź>')
    expect(text).toContain('Stratę netto za okres od 01.01.2025 do 31.12.2025 w kwocie 13 500,00 zł pokrywa się')
    expect(text).toContain('Suma bilansowa 1 002 025,00 zł')
    expect(text).toContain('nie jest odpisem urzędowym')
    testService.clock.advance(86_400_000)
    expect((await download(testService, apiKey, path)).bytes).toEqual(bytes)
    testService.clock.advance(-86_400_000)
    expect(await countsOf(apiKey)).toEqual(rdfOnly(10))
  })

  it('return one ZIP of all statements on Enterprise, for ten units each', async () => {
    const { apiKey } = await testService.createAccount({ plan: 'enterprise' })
    const { status, headers, bytes } = await download(testService, apiKey, `/v1/rdf/archive?krs=${KRS}`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/zip')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="sprawozdania-${KRS}.zip"`)
    const files = await unzip(bytes)
    expect([...files.keys()]).toEqual(['sprawozdanie-2025.xml', 'sprawozdanie-2024.xml', 'sprawozdanie-2024-2.xml'])
    for (const text of files.values()) expect(parseXml(text).documentElement?.localName).toBe('JednostkaInna')
    const single = await download(testService, apiKey, `/v1/rdf/documents/${encodeURIComponent(IDS.second)}`)
    expect(files.get('sprawozdanie-2025.xml')).toBe(Buffer.from(single.bytes).toString('utf8'))
    expect(await countsOf(apiKey)).toEqual(rdfOnly(35))
  })

  it('charge the configured number of units per statement', async () => {
    const { dependencies } = testService.service
    const { accountId, apiKey } = await testService.createAccount({ plan: 'enterprise' })
    const cheaper = createService({ ...dependencies, config: { ...dependencies.config, rdfArchiveUnits: 5 } })
    const answer = await cheaper.handleFor(
      testService.principalOf(accountId),
      new Request(`${testService.url}/v1/rdf/archive?krs=${KRS}`),
    )
    expect(answer.status).toBe(200)
    expect((await unzip(new Uint8Array(await answer.arrayBuffer()))).size).toBe(3)
    expect(await countsOf(apiKey)).toEqual(rdfOnly(15))
  })

  it.each(['standard', 'pro'] as const)(
    'have no archive on %s, with or without a key, whatever the query',
    async (plan) => {
      const { accountId, apiKey } = await testService.createAccount({ plan })
      for (const query of [`?krs=${KRS}`, '?krs=abc', '', `?krs=${krsOf(99)}`]) {
        const path = `/v1/rdf/archive${query}`
        for (const answer of [
          await testService.request(apiKey, 'GET', path),
          await testService.requestAs(testService.principalOf(accountId), 'GET', path),
        ]) {
          expect(answer.status).toBe(402)
          expect(answer.body).toMatchObject({ detail: { code: 'payment_required', pool: 'plan' } })
        }
      }
      const panel = await testService.requestAs<UsageSummary>(
        testService.principalOf(accountId),
        'GET',
        '/v1/usage/summary',
      )
      expect(panel.body.counts.rdf).toBe(0)
    },
  )

  it('are refused as a whole when the pool has less than the archive costs', async () => {
    const { apiKey } = await testService.createAccount({ plan: 'enterprise', limits: { rdf: 29 } })
    const refused = await testService.request(apiKey, 'GET', `/v1/rdf/archive?krs=${KRS}`)
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({ detail: { pool: 'rdf', limit: 29, used: 0 } })
    expect(await countsOf(apiKey)).toEqual(rdfOnly(0))
  })

  it.each([
    [`/v1/rdf/archive?krs=${krsOf(1)}`, 404],
    [`/v1/rdf/archive?krs=${krsOf(99)}`, 404],
    ['/v1/rdf/archive?krs=abc', 422],
    ['/v1/rdf/archive', 422],
    [`/v1/rdf/archive?krs=${KRS}&id=${EMPTY_ID}`, 422],
    [`/v1/rdf/documents?krs=${krsOf(99)}`, 404],
    ['/v1/rdf/documents?nip=1234567890', 422],
    ['/v1/rdf/financials', 422],
    ['/v1/rdf/documents/nobody', 404],
    [`/v1/rdf/documents/${encodeURIComponent(IDS.first.toLowerCase())}`, 404],
  ])('refuse %s with %i and charge nothing', async (path, status) => {
    const { apiKey } = await testService.createAccount({ plan: 'enterprise' })
    expect((await testService.request(apiKey, 'GET', path)).status).toBe(status)
    expect(await countsOf(apiKey)).toEqual(rdfOnly(0))
  })

  it('log nothing when a reader of an archive disconnects', async () => {
    const { dependencies } = testService.service
    const logged: string[] = []
    const sink = new Writable({
      write: (chunk, _encoding, callback) => {
        logged.push(String(chunk))
        callback()
      },
    })
    const service = createService({ ...dependencies, log: pino({ level: 'info' }, sink) })
    const server = await listenHttp(service, { host: '127.0.0.1', port: 0 })
    const { apiKey } = await testService.createAccount({ plan: 'enterprise' })
    const hangUp = new AbortController()
    const path = `/v1/rdf/archive?krs=${krsOf(2)}`
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { 'x-api-key': apiKey },
      signal: hangUp.signal,
    })
    await response.body?.getReader().read()
    hangUp.abort()
    // Resolves after the answer in progress has ended.
    await server.close()
    expect(logged).toEqual([])
    expect(await countsOf(apiKey)).toEqual(rdfOnly(MANY * 10))
    expect((await unzip((await download(testService, apiKey, path)).bytes)).size).toBe(MANY)
  })
})
