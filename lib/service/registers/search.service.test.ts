import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SearchHit } from '@/lib/contract/records'
import { insertSubjects } from '@/lib/storage/registers/subjects'
import type { SubjectTable } from '@/lib/storage/registers/tables'
import { insertCompany } from '@/lib/testing/companies'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

type Page = { items: SearchHit[]; total: number; next_cursor: string | null }

const PESEL = peselOf(1)

describe.each(engines)('search on %s', (engine) => {
  let on: TestService
  let apiKey: string
  let first: SubjectTable
  beforeAll(async () => {
    on = await startTestService({ engine })
    apiKey = (await on.createAccount({ limits: { lookups: 0 }, spendCapPln: 0 })).apiKey
    first = await insertCompany(on.storage)
    const subject = (index: number, over: Partial<SubjectTable>): SubjectTable => ({
      ...first,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      krs: krsOf(index),
      nip: nipOf(index),
      regon: null,
      ...over,
    })
    const person = { kind: 'person', krs: null, nip: null } as const
    await insertSubjects(on.storage.db, [
      subject(1, { name: 'ŻÓŁW Meble S.A.' }),
      subject(2, { name: 'Ćma 100% S.A.' }),
      subject(3, { name: 'Ąkord_Meble  sp. z o.o.' }),
      subject(4, { name: 'Łąka 18 Meble', status: 'deregistered', nip: null }),
      subject(5, { ...person, name: 'Żaneta Meblowska', pesel: PESEL }),
    ])
  })
  afterAll(() => on.stop())

  const ask = (query: Record<string, string>) =>
    on.request<Page>(apiKey, 'GET', `/v1/search?${new URLSearchParams(query).toString()}`)
  const names = async (q: string) => {
    const { status, body } = await ask({ q })
    expect(status).toBe(200)
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ name }) => name)
  }

  it('answers what identifies a company, and costs nothing', async () => {
    const { id, krs, nip, regon, name, status } = first
    expect((await ask({ q: 'hurtownia' })).body).toEqual({
      items: [{ id, krs, nip, regon, name, status }],
      total: 1,
      next_cursor: null,
    })
    expect((await on.request(apiKey, 'GET', '/v1/usage/breakdown')).body).toEqual({ items: [] })
  })

  it.each([
    ['zolw', ['ŻÓŁW Meble S.A.']],
    ['Żółw', ['ŻÓŁW Meble S.A.']],
    ['próbna sp.', ['Hurtownia Próbna sp. z o.o.']],
    ['meble', ['Ąkord_Meble  sp. z o.o.', 'Łąka 18 Meble', 'ŻÓŁW Meble S.A.']],
    ['meble sp', ['Ąkord_Meble  sp. z o.o.']],
    ['00%', ['Ćma 100% S.A.']],
    ['%%', []],
    ['d_m', ['Ąkord_Meble  sp. z o.o.']],
    ['__', []],
    ['nikt taki', []],
  ])('finds a part of the name: %s', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  it.each([
    ['0000000018', ['Hurtownia Próbna sp. z o.o.']],
    ['KRS 18', ['Hurtownia Próbna sp. z o.o.']],
    // Also a part of a name.
    ['18', ['Hurtownia Próbna sp. z o.o.', 'Łąka 18 Meble']],
    ['123-456-32-18', ['Hurtownia Próbna sp. z o.o.']],
    ['PL1234563218', ['Hurtownia Próbna sp. z o.o.']],
    ['123456785', ['Hurtownia Próbna sp. z o.o.']],
    ['12345678500000', ['Hurtownia Próbna sp. z o.o.']],
    [krsOf(2), ['Ćma 100% S.A.']],
    // Numbers are compared whole.
    ['123456321', []],
    ['1234563219', []],
  ])('finds the number %s', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  it.each([PESEL, `PESEL ${PESEL}`, PESEL.slice(0, 6), 'Żaneta', 'meblowska'])(
    'never finds a person: %s',
    async (q) => {
      expect(await names(q)).toEqual([])
    },
  )

  it('gives every company once, page by page', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: Page } = await ask({ q: 'meble', limit: '1', ...(cursor ? { cursor } : {}) })
      expect([body.items.length, body.total]).toEqual([1, 3])
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next_cursor
    }
    expect(seen).toEqual(['Ąkord_Meble  sp. z o.o.', 'Łąka 18 Meble', 'ŻÓŁW Meble S.A.'])
  })

  it.each([{}, { q: 'a' }, { q: '\u0301\u0301' }, { q: 'meble', limit: '101' }, { q: 'meble', cursor: 'x' }])(
    'refuses %j',
    async (query) => {
      expect((await ask(query)).status).toBe(422)
    },
  )
})
