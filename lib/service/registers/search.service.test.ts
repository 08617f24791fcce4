import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SearchHit } from '@/lib/contract/records'
import { insertSubjects } from '@/lib/service/registers/statements/subjects'
import type { SubjectTable } from '@/lib/service/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { type NaiveCompany, naiveSearch, readNaiveCompanies } from '@/lib/testing/naive/naive-search'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

type Page = { items: SearchHit[]; total: number; next_cursor: string | null }

const PESEL = peselOf(1)
const cursorOf = (place: string) => Buffer.from(`search ${place}`).toString('base64url')

describe.each(engines)('search on %s', (engine) => {
  let service: TestService
  let apiKey: string
  let first: SubjectTable
  beforeAll(async () => {
    service = await startTestService({ engine })
    apiKey = (await service.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })).apiKey
    first = await insertCompany(service.storage)
    const subject = (index: number, overrides: Partial<SubjectTable>): SubjectTable => ({
      ...first,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      krs: krsOf(index),
      nip: nipOf(index),
      regon: null,
      ...overrides,
    })
    const person = { kind: 'person', krs: null, nip: null } as const
    await insertSubjects(service.storage.db, [
      subject(1, { name: 'ŻÓŁW Meble S.A.' }),
      subject(2, { name: 'Ćma 100% S.A.' }),
      subject(3, { name: 'Ąkord_Meble  sp. z o.o.' }),
      subject(4, { name: 'Łąka 18 Meble', status: 'deregistered', nip: null }),
      subject(5, { ...person, name: 'Żaneta Meblowska', pesel: PESEL }),
    ])
  })
  afterAll(() => service.stop())

  const callService = (query: Record<string, string>) =>
    service.request<Page>(apiKey, 'GET', `/v1/search?${new URLSearchParams(query).toString()}`)
  const names = async (q: string) => {
    const { status, body } = await callService({ q })
    expect(status).toBe(200)
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ name }) => name)
  }

  it('returns the identifying data of a company and charges nothing', async () => {
    const { id, krs, nip, regon, name, status, city, legal_form } = first
    expect((await callService({ q: 'hurtownia' })).body).toEqual({
      items: [{ id, krs, nip, regon, name, status, city, legal_form }],
      total: 1,
      next_cursor: null,
    })
    expect((await service.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
  })

  it.each([
    ['zolw', ['ŻÓŁW Meble S.A.']],
    ['Żółw', ['ŻÓŁW Meble S.A.']],
    ['MEBLE żół', ['ŻÓŁW Meble S.A.']],
    ['próbna sp.', ['Hurtownia Próbna sp. z o.o.']],
    // Struck-off companies come last, even if their name sorts earlier.
    ['meble', ['Ąkord_Meble  sp. z o.o.', 'ŻÓŁW Meble S.A.', 'Łąka 18 Meble']],
    // An incomplete legal form filters; a complete one only ranks.
    ['meble sp', ['Ąkord_Meble  sp. z o.o.', 'ŻÓŁW Meble S.A.']],
    ['meble sp.z', ['Ąkord_Meble  sp. z o.o.']],
    ['meble sp. z o', ['Ąkord_Meble  sp. z o.o.']],
    ['meble sp. z o.o.', ['Ąkord_Meble  sp. z o.o.', 'ŻÓŁW Meble S.A.', 'Łąka 18 Meble']],
    ['meble spółka akcyjna', ['ŻÓŁW Meble S.A.', 'Ąkord_Meble  sp. z o.o.', 'Łąka 18 Meble']],
    ['S.A. meble', ['ŻÓŁW Meble S.A.', 'Ąkord_Meble  sp. z o.o.', 'Łąka 18 Meble']],
    ['100%', ['Ćma 100% S.A.']],
    ['100 ćma', ['Ćma 100% S.A.']],
    // Words match by prefix and with one different letter, but not by inner parts.
    ['urtownia', ['Hurtownia Próbna sp. z o.o.']],
    ['owni', []],
    ['%%', []],
    ['__', []],
    ['nikt taki', []],
  ])('finds words of the name by prefix: %s', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  it.each([
    ['0000000018', ['Hurtownia Próbna sp. z o.o.']],
    ['KRS 18', ['Hurtownia Próbna sp. z o.o.']],
    // A number also matches a word of a name, after the companies with that number.
    ['18', ['Hurtownia Próbna sp. z o.o.', 'Łąka 18 Meble']],
    ['123-456-32-18', ['Hurtownia Próbna sp. z o.o.']],
    ['PL1234563218', ['Hurtownia Próbna sp. z o.o.']],
    ['PL 123 456 32 18', ['Hurtownia Próbna sp. z o.o.']],
    ['NIP: 123–456–32–18', ['Hurtownia Próbna sp. z o.o.']],
    ['REGON 123-456-785', ['Hurtownia Próbna sp. z o.o.']],
    ['123456785', ['Hurtownia Próbna sp. z o.o.']],
    ['12345678500000', ['Hurtownia Próbna sp. z o.o.']],
    [krsOf(2), ['Ćma 100% S.A.']],
    // Numbers are compared as a whole.
    ['123456321', []],
    ['1234563219', []],
  ])('finds the number %s', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  it.each([PESEL, `PESEL ${PESEL}`, PESEL.slice(0, 6), 'Żaneta', 'meblowska'])(
    'never finds a person: %s',
    async (q) => {
      const found = await names(q)
      // The person is not found, although her name resembles those of companies.
      expect(found.filter((name) => name.includes('Żaneta'))).toEqual([])
      if (q !== 'meblowska') expect(found).toEqual([])
    },
  )

  it('returns every company once, page by page', async () => {
    const receivedNames: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Page } = await callService({ q: 'meble', limit: '1', ...(cursor ? { cursor } : {}) })
      expect([body.items.length, body.total]).toEqual([1, 3])
      receivedNames.push(...body.items.map(({ name }) => name))
      cursor = body.next_cursor
    }
    expect(receivedNames).toEqual(['Ąkord_Meble  sp. z o.o.', 'ŻÓŁW Meble S.A.', 'Łąka 18 Meble'])
  })

  it.each([
    {},
    { q: 'a' },
    { q: '\u0301\u0301' },
    { q: 'meble', limit: '101' },
    { q: 'meble', cursor: 'x' },
    { q: 'meble', cursor: cursorOf('1') },
    { q: 'x'.repeat(201) },
  ])('rejects %j', async (query) => {
    expect((await callService(query)).status).toBe(422)
  })
})

describe.each(engines)('search of the sample world on %s', (engine) => {
  let service: TestService
  let apiKey: string
  let companies: readonly NaiveCompany[]
  beforeAll(async () => {
    service = await startTestService({ engine, content: 'sample' })
    apiKey = (await service.createAccount()).apiKey
    companies = await readNaiveCompanies(service.storage.db)
  })
  afterAll(() => service.stop())

  async function searchAll(q: string) {
    const ids: string[] = []
    const totals = new Set<number>()
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = new URLSearchParams({ q, limit: '37', ...(cursor ? { cursor } : {}) }).toString()
      const { status, body } = await service.request<Page>(apiKey, 'GET', `/v1/search?${query}`)
      expect(status).toBe(200)
      ids.push(...body.items.map(({ id }) => id))
      totals.add(body.total)
      cursor = body.next_cursor
    }
    expect([...totals]).toEqual([ids.length])
    expect(new Set(ids).size).toBe(ids.length)
    return ids
  }

  it.each([
    'Żaridan sp. z o.o.',
    'żaridan',
    'ZARIDAN',
    'geodezja żaridan',
    'zaridan geod',
    'Żaridanu',
    'żaridnan',
    'żardian geodezja',
    'Geodezji Żaridanem',
    'meble',
    'meble sp',
    'meble s',
    'meble spółka akcyjna',
    'sp. z o.o. meble',
    'meble SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ spółka komandytowa',
    'sp. z o.o.',
    'S.A.',
    'spółka',
    'sp',
    'gr',
    'grupa',
    'grupa ba me',
    'g b',
    'G-B-C',
    'fundacja',
    '"meble"',
    'meble OR geodezja',
    'meble NOT geodezja',
    'NEAR(meble geodezja)',
    'meble*',
    '* - " ( ) : ^',
    "o'meble; drop table subjects",
    'words : meble',
    'שלום עולם',
    'meble שלום',
    'ﬁrma ＭＥＢＬＥ',
    'ß',
    'ßß',
    'x'.repeat(200),
    'meble '.repeat(33),
    '2000',
    '0',
    '00',
  ])('returns the same results in the same order as a scan of every name: %s', async (q) => {
    if (q.trim().length < 2) return
    expect(await searchAll(q)).toEqual(naiveSearch(companies, q))
  })

  it('finds a company by its full name, and by its words in another case and order', async () => {
    for (const { name, id, stored } of companies.filter((_, index) => index % 97 === 0)) {
      expect(naiveSearch(companies, name)[0], name).toBe(id)
      expect((await searchAll(name))[0], name).toBe(id)
      const reordered = stored.key.split(' ').toReversed().join(' ').toUpperCase()
      expect(await searchAll(reordered), reordered).toContain(id)
    }
  })

  it('finds inflected and mistyped names', async () => {
    const namesFound = async (q: string) => {
      const ids = new Set(await searchAll(q))
      return companies.filter(({ id }) => ids.has(id)).map(({ name }) => name)
    }
    for (const q of ['Żaridanu', 'Żaridanem', 'żaridnan', 'zarydan', 'żardian', 'aridan', 'żarridan']) {
      expect((await namesFound(q)).filter((name) => name.includes('ŻARIDAN')).length, q).toBeGreaterThan(0)
    }
  })
})
