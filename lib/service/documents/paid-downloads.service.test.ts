import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { RdfDocument } from '@/lib/contract/documents'
import type { UsageSummary } from '@/lib/contract/usage'
import { insertRdfDocuments } from '@/lib/service/documents/statements/rdf-documents'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf } from '@/lib/testing/identifiers'
import { filed } from '@/lib/testing/rdf'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { verifyUsage } from '../metering/verify-usage'
import { downloadJob } from './paid-downloads'

const HOUR_MS = 3_600_000
const KRS = krsOf(7)
const MANY_ID = 'b9b1a6c2-8d86-4c58-9a3e-1f0f9d1c7a08'
const PDFS = 70
const DRAWN_AT_ONCE = 60
const XML = 'xml+file=='
const PDF = 'pdf-file=='
const pathOf = (id: string) => `/v1/rdf/documents/${encodeURIComponent(id)}`

describe.each(engines)('a paid download on %s', (engine) => {
  let on: TestService
  beforeAll(async () => {
    on = await startTestService({ engine })
    const { id: company_id } = await insertCompany(on.storage, { krs: KRS, nip: null, regon: null })
    const { id: many } = await insertCompany(on.storage, { id: MANY_ID, krs: krsOf(8), nip: null, regon: null })
    await insertRdfDocuments(on.storage.db, [
      filed({ company_id, id: XML, year: 2024, filed_on: '2025-06-30' }),
      filed({ company_id, id: PDF, year: 2024, filed_on: '2025-06-30' }, 19),
      ...Array.from({ length: PDFS }, (_, index) =>
        filed(
          { company_id: many, id: `many-${engine}-${index}`, year: 1950 + index, filed_on: `${1951 + index}-06-12` },
          20,
        ),
      ),
    ])
  })
  afterAll(async () => {
    expect(await verifyUsage(on.service.dependencies)).toEqual([])
    await on.stop()
  })

  const get = async (apiKey: string, id: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
    const answer = await fetch(`${on.url}${pathOf(id)}`, { method, headers: { 'x-api-key': apiKey, ...headers } })
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
    (await on.request<UsageSummary>(apiKey, 'GET', '/v1/usage/summary')).body.counts.rdf
  const soon = (hours: number) => new Date(on.clock.now().getTime() + hours * HOUR_MS).toISOString()

  it.each([XML, PDF])('of %s is free for 24 hours, across midnight, and charged again afterwards', async (id) => {
    const { apiKey } = await on.createAccount()
    const until = soon(24)
    const first = await get(apiKey, id)
    expect([first.status, first.charged, first.paidUntil]).toEqual([200, '5', until])
    on.clock.advance(24 * HOUR_MS - 1)
    const again = await get(apiKey, id)
    expect([again.status, again.charged, again.paidUntil]).toEqual([200, '0', until])
    expect(again.bytes).toEqual(first.bytes)
    on.clock.advance(1)
    const paidAgain = await get(apiKey, id)
    expect([paidAgain.charged, paidAgain.paidUntil, paidAgain.etag]).toEqual(['5', soon(24), first.etag])
    expect(await usedOf(apiKey)).toBe(10)
  })

  it('is one charge for those who ask at once, with a key and in the panel', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const panel = async () => {
      const answer = await on.service.handleFor(on.principalOf(accountId), new Request(`${on.url}${pathOf(PDF)}`))
      await answer.arrayBuffer()
      return answer.headers.get('x-units-charged')
    }
    const byKey = async () => (await get(apiKey, PDF, { range: 'bytes=0-9' })).charged
    const charged = await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? panel() : byKey())))
    expect(charged.filter((units) => units === '5')).toHaveLength(1)
    expect(charged.filter((units) => units === '0')).toHaveLength(11)
    expect(await usedOf(apiKey)).toBe(5)
  })

  it('is one charge at the turn of a month, whose calls hold different months', async () => {
    const { apiKey } = await on.createAccount()
    const was = on.clock.now().toISOString()
    on.clock.set('2026-11-30T22:59:59.999Z')
    const before = get(apiKey, XML)
    await new Promise((resolve) => setImmediate(resolve))
    on.clock.set('2026-11-30T23:00:00.001Z')
    const charged = (await Promise.all([before, get(apiKey, XML), get(apiKey, XML)])).map((each) => each.charged)
    expect(charged.filter((units) => units === '5')).toHaveLength(1)
    expect(charged.filter((units) => units === '0')).toHaveLength(2)
    on.clock.set(was)
  })

  it('is the account’s own: another one pays itself', async () => {
    const [one, other] = [await on.createAccount(), await on.createAccount()]
    expect([(await get(one.apiKey, XML)).charged, (await get(other.apiKey, XML)).charged]).toEqual(['5', '5'])
    expect([(await get(one.apiKey, XML)).charged, (await get(other.apiKey, XML)).charged]).toEqual(['0', '0'])
  })

  it('stays free when the pool is empty; what was not paid for is refused, and leaves no trace', async () => {
    const { apiKey } = await on.createAccount({ limits: { rdf: 5 } })
    expect((await get(apiKey, XML)).charged).toBe('5')
    expect((await get(apiKey, PDF)).status).toBe(402)
    expect((await get(apiKey, PDF, { range: 'bytes=0-0' })).status).toBe(402)
    const again = await get(apiKey, XML)
    expect([again.status, again.charged, again.headers.get('x-units-left')]).toEqual([200, '0', '0'])
    expect((await get(apiKey, XML, { method: 'HEAD' })).status).toBe(200)
    expect((await get(apiKey, PDF, { method: 'HEAD' })).status).toBe(402)
    expect((await get(apiKey, PDF)).status).toBe(402)
    expect(await usedOf(apiKey)).toBe(5)
  })

  it('of a part pays for the whole, once', async () => {
    const { apiKey } = await on.createAccount()
    const part = await get(apiKey, PDF, { range: 'bytes=10-19' })
    expect([part.status, part.charged, part.bytes.byteLength]).toEqual([206, '5', 10])
    const whole = await get(apiKey, PDF)
    expect([whole.status, whole.charged]).toEqual([200, '0'])
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.bytes.byteLength}`)
    expect(whole.bytes.slice(10, 20)).toEqual(part.bytes)
    const end = await get(apiKey, PDF, { range: 'bytes=-5', 'if-range': whole.etag })
    expect([end.status, end.charged]).toEqual([206, '0'])
    expect(end.bytes).toEqual(whole.bytes.slice(-5))
    const changed = await get(apiKey, PDF, { range: 'bytes=-5', 'if-range': '"another"' })
    expect([changed.status, changed.charged, changed.bytes.byteLength]).toEqual([200, '0', whole.bytes.byteLength])
  })

  it('costs nothing where nothing is handed out, and is not paid for by that', async () => {
    const { apiKey } = await on.createAccount()
    const head = await get(apiKey, XML, { method: 'HEAD' })
    expect([head.status, head.charged, head.paidUntil]).toEqual([200, '0', null])
    const length = Number(head.headers.get('content-length'))
    const same = await get(apiKey, XML, { 'if-none-match': head.etag, range: 'bytes=0-0' })
    expect([same.status, same.charged, same.paidUntil, same.bytes.byteLength]).toEqual([304, '0', null, 0])
    const beyond = await get(apiKey, XML, { range: `bytes=${length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${length}`])
    expect((await get(apiKey, 'nothing')).status).toBe(404)
    expect(await usedOf(apiKey)).toBe(0)
    const first = await get(apiKey, XML, { 'if-none-match': '"another"' })
    expect([first.status, first.charged, first.bytes.byteLength]).toEqual([200, '5', length])
  })

  it('is forgotten by the job once it has to be paid for again, and not before', async () => {
    const { accountId, apiKey } = await on.createAccount()
    const kept = () =>
      on.storage.db.selectFrom('document_downloads').selectAll().where('account_id', '=', accountId).execute()
    await get(apiKey, XML)
    await downloadJob.run(on.service.dependencies)
    expect(await kept()).toEqual([{ account_id: accountId, document_id: XML, paid_until: soon(24) }])
    on.clock.advance(24 * HOUR_MS)
    await downloadJob.run(on.service.dependencies)
    expect(await kept()).toEqual([])
  })

  it('is announced in the list with the size that the file has, and the pages of a PDF', async () => {
    const { apiKey } = await on.createAccount()
    const { body } = await on.request<{ items: RdfDocument[] }>(apiKey, 'GET', `/v1/rdf/documents?krs=${KRS}`)
    for (const { id, size_bytes: size, pages } of body.items) {
      expect([id, size, pages]).toEqual([id, (await get(apiKey, id)).bytes.byteLength, id === PDF ? 1 : null])
    }
    expect(body.items).toHaveLength(2)
  })

  it('is listed without a size where there is more to draw than a call may wait for, until it is asked again', async () => {
    const { apiKey } = await on.createAccount()
    const path = `/v1/rdf/documents?krs=${krsOf(8)}`
    const sized = async () => {
      const { body } = await on.request<{ items: RdfDocument[] }>(apiKey, 'GET', path)
      return body.items.filter(({ size_bytes: size }) => size !== null).length
    }
    expect(await sized()).toBe(DRAWN_AT_ONCE)
    expect(await sized()).toBe(PDFS)
  })
})
