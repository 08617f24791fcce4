import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RdfDocument } from '@/lib/contract/documents'
import type { UsageSummary } from '@/lib/contract/usage'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { rdfDocumentOf } from '@/lib/testing/rdf'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from '../metering/verify-usage'
import { downloadJob } from './paid-downloads'

const HOUR_MS = 3_600_000
const KRS = krsOf(7)
const MANY_ID = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a08'
const PDFS = 70
const RENDERED_PER_CALL = 60
const XML = 'xml+file=='
const PDF = 'pdf-file=='
const pathOf = (id: string) => `/v1/rdf/documents/${encodeURIComponent(id)}`

describe.each(engines)('a paid download on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    const { id: company_id } = await insertCompany(service.storage, { krs: KRS, nip: null, regon: null })
    const { id: many } = await insertCompany(service.storage, { id: MANY_ID, krs: krsOf(8), nip: null, regon: null })
    await insertRdfDocuments(service.storage.db, [
      rdfDocumentOf({ company_id, id: XML, year: 2024, filed_on: '2025-06-30' }),
      rdfDocumentOf({ company_id, id: PDF, year: 2024, filed_on: '2025-06-30' }, 19),
      ...Array.from({ length: PDFS }, (_, index) =>
        rdfDocumentOf(
          { company_id: many, id: `many-${engine}-${index}`, year: 1950 + index, filed_on: `${1951 + index}-06-12` },
          20,
        ),
      ),
    ])
  })
  afterAll(async () => {
    expect(await verifyUsage(service.service.dependencies)).toEqual([])
    await service.stop()
  })

  const get = async (apiKey: string, id: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
    const answer = await fetch(`${service.url}${pathOf(id)}`, { method, headers: { 'x-api-key': apiKey, ...headers } })
    return {
      status: answer.status,
      headers: answer.headers,
      charged: answer.headers.get('x-units-charged'),
      paidUntil: answer.headers.get('x-paid-until'),
      etag: answer.headers.get('etag') ?? '',
      bytes: new Uint8Array(await answer.arrayBuffer()),
    }
  }
  const usedOf = async (apiKey: string) =>
    (await service.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')).body.counts.rdf
  const inHours = (hours: number) => new Date(service.clock.now().getTime() + hours * HOUR_MS).toISOString()

  it.each([XML, PDF])('of %s is free for 24 hours, also across midnight, and then charged again', async (id) => {
    const { apiKey } = await service.createAccount()
    const until = inHours(24)
    const first = await get(apiKey, id)
    expect([first.status, first.charged, first.paidUntil]).toEqual([200, '5', until])
    service.clock.advance(24 * HOUR_MS - 1)
    const second = await get(apiKey, id)
    expect([second.status, second.charged, second.paidUntil]).toEqual([200, '0', until])
    expect(second.bytes).toEqual(first.bytes)
    service.clock.advance(1)
    const paidAgain = await get(apiKey, id)
    expect([paidAgain.charged, paidAgain.paidUntil, paidAgain.etag]).toEqual(['5', inHours(24), first.etag])
    expect(await usedOf(apiKey)).toBe(10)
  })

  it('is charged once for concurrent requests with a key and in the panel', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const panel = async () => {
      const answer = await service.service.handleFor(
        service.principalOf(accountId),
        new Request(`${service.url}${pathOf(PDF)}`),
      )
      await answer.arrayBuffer()
      return answer.headers.get('x-units-charged')
    }
    const byKey = async () => (await get(apiKey, PDF, { range: 'bytes=0-9' })).charged
    const charged = await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? panel() : byKey())))
    expect(charged.filter((units) => units === '5')).toHaveLength(1)
    expect(charged.filter((units) => units === '0')).toHaveLength(11)
    expect(await usedOf(apiKey)).toBe(5)
  })

  it('is charged once for concurrent requests on both sides of a change of month', async () => {
    const { apiKey } = await service.createAccount()
    const originalNow = service.clock.now().toISOString()
    service.clock.set('2026-11-30T22:59:59.999Z')
    const before = get(apiKey, XML)
    await new Promise((resolve) => setImmediate(resolve))
    service.clock.set('2026-11-30T23:00:00.001Z')
    const charged = (await Promise.all([before, get(apiKey, XML), get(apiKey, XML)])).map((each) => each.charged)
    expect(charged.filter((units) => units === '5')).toHaveLength(1)
    expect(charged.filter((units) => units === '0')).toHaveLength(2)
    service.clock.set(originalNow)
  })

  it('belongs to the account: another account pays separately', async () => {
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    expect([(await get(one.apiKey, XML)).charged, (await get(other.apiKey, XML)).charged]).toEqual(['5', '5'])
    expect([(await get(one.apiKey, XML)).charged, (await get(other.apiKey, XML)).charged]).toEqual(['0', '0'])
  })

  it('stays free when the pool is empty, while an unpaid file is refused and not recorded', async () => {
    const { apiKey } = await service.createAccount({ limits: { rdf: 5 } })
    expect((await get(apiKey, XML)).charged).toBe('5')
    expect((await get(apiKey, PDF)).status).toBe(402)
    expect((await get(apiKey, PDF, { range: 'bytes=0-0' })).status).toBe(402)
    const repeated = await get(apiKey, XML)
    expect([repeated.status, repeated.charged, repeated.headers.get('x-units-left')]).toEqual([200, '0', '0'])
    expect((await get(apiKey, XML, { method: 'HEAD' })).status).toBe(200)
    expect((await get(apiKey, PDF, { method: 'HEAD' })).status).toBe(402)
    expect((await get(apiKey, PDF)).status).toBe(402)
    expect(await usedOf(apiKey)).toBe(5)
  })

  it('of a part pays for the whole file, once', async () => {
    const { apiKey } = await service.createAccount()
    const part = await get(apiKey, PDF, { range: 'bytes=10-19' })
    expect([part.status, part.charged, part.bytes.byteLength]).toEqual([206, '5', 10])
    const fullFile = await get(apiKey, PDF)
    expect([fullFile.status, fullFile.charged]).toEqual([200, '0'])
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${fullFile.bytes.byteLength}`)
    expect(fullFile.bytes.slice(10, 20)).toEqual(part.bytes)
    const end = await get(apiKey, PDF, { range: 'bytes=-5', 'if-range': fullFile.etag })
    expect([end.status, end.charged]).toEqual([206, '0'])
    expect(end.bytes).toEqual(fullFile.bytes.slice(-5))
    const changed = await get(apiKey, PDF, { range: 'bytes=-5', 'if-range': '"another"' })
    expect([changed.status, changed.charged, changed.bytes.byteLength]).toEqual([200, '0', fullFile.bytes.byteLength])
  })

  it('costs nothing when no file is sent, and that does not pay for the file', async () => {
    const { apiKey } = await service.createAccount()
    const head = await get(apiKey, XML, { method: 'HEAD' })
    expect([head.status, head.charged, head.paidUntil]).toEqual([200, '0', null])
    const length = Number(head.headers.get('content-length'))
    const unchanged = await get(apiKey, XML, { 'if-none-match': head.etag, range: 'bytes=0-0' })
    expect([unchanged.status, unchanged.charged, unchanged.paidUntil, unchanged.bytes.byteLength]).toEqual([
      304,
      '0',
      null,
      0,
    ])
    const beyond = await get(apiKey, XML, { range: `bytes=${length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${length}`])
    expect((await get(apiKey, 'nothing')).status).toBe(404)
    expect(await usedOf(apiKey)).toBe(0)
    const first = await get(apiKey, XML, { 'if-none-match': '"another"' })
    expect([first.status, first.charged, first.bytes.byteLength]).toEqual([200, '5', length])
  })

  it('is deleted by the job once it must be paid for again, and not before', async () => {
    const { accountId, apiKey } = await service.createAccount()
    const storedDownloads = () =>
      service.storage.db.selectFrom('document_downloads').selectAll().where('account_id', '=', accountId).execute()
    await get(apiKey, XML)
    await downloadJob.run(service.service.dependencies)
    expect(await storedDownloads()).toEqual([{ account_id: accountId, document_id: XML, paid_until: inHours(24) }])
    service.clock.advance(24 * HOUR_MS)
    await downloadJob.run(service.service.dependencies)
    expect(await storedDownloads()).toEqual([])
  })

  it('is listed with the actual size of the file, and with the pages of a PDF', async () => {
    const { apiKey } = await service.createAccount()
    const { body } = await service.request<{ items: RdfDocument[] }>(apiKey, 'GET', `/v1/rdf/documents?krs=${KRS}`)
    for (const { id, size_bytes: size, pages } of body.items) {
      expect([id, size, pages]).toEqual([id, (await get(apiKey, id)).bytes.byteLength, id === PDF ? 1 : null])
    }
    expect(body.items).toHaveLength(2)
  })

  it('is listed without a size while there is more to render than one call may wait for', async () => {
    const { apiKey } = await service.createAccount()
    const path = `/v1/rdf/documents?krs=${krsOf(8)}`
    const countSized = async () => {
      const { body } = await service.request<{ items: RdfDocument[] }>(apiKey, 'GET', path)
      return body.items.filter(({ size_bytes: size }) => size !== null).length
    }
    expect(await countSized()).toBe(RENDERED_PER_CALL)
    expect(await countSized()).toBe(PDFS)
  })
})
