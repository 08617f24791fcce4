import { randomUUID } from 'node:crypto'

import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { up as maskSearchTexts } from '@/lib/storage/migrations/031-masked-search'
import { createCaller } from '@/lib/testing/caller'
import { bareSubject } from '@/lib/testing/companies'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

type Page = { items: Monitor[]; total: number; next_cursor: string | null }
type Refusal = { detail: { code: string; message: string; limit?: number; current?: number; requested?: number } }
type Invalid = { detail: { loc: (string | number)[]; msg: string; type: string }[] }

describe.each(engines)('monitors on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
    await service.storage.db
      .insertInto('subjects')
      .values([
        bareSubject({ nip: nipOf(1), krs: krsOf(1), name: 'HURTOWNIA ŻÓŁW SPÓŁKA AKCYJNA' }),
        bareSubject({ pesel: peselOf(1), name: 'Łucja Wrzosowodzka', kind: 'person' }),
      ])
      .execute()
  })
  afterAll(() => service.stop())

  async function account(options?: Parameters<TestService['createAccount']>[0]) {
    const { accountId, call } = await createCaller(service, options)
    return {
      accountId,
      call,
      list: async (query = '') => (await call<Page>('GET', `/v1/monitors${query}`)).body,
      create: async (body: unknown) => {
        const answer = await call<Monitor>('POST', '/v1/monitors', body)
        expect(answer.status).toBe(201)
        return answer.body
      },
    }
  }
  const nip = (index: number, more = {}) => ({ identifier_type: 'nip', identifier_value: nipOf(index), ...more })

  describe('create', () => {
    it('stores the identifier in its canonical form, with the name of its subject', async () => {
      const { create, list } = await account()
      const value = nipOf(1)
      const sent = `PL ${value.slice(0, 3)}-${value.slice(3, 6)}-${value.slice(6, 8)}-${value.slice(8)}`
      const created = await create({
        identifier_type: 'NIP',
        identifier_value: sent,
        label: ' Umowa 7 ',
        tags: [' b', 'a', 'b '],
      })
      expect(created).toEqual({
        id: expect.any(String) as string,
        identifier_type: 'nip',
        identifier_value: value,
        label: 'Umowa 7',
        tags: ['a', 'b'],
        filter_id: null,
        subject_name: 'HURTOWNIA ŻÓŁW SPÓŁKA AKCYJNA',
        created_at: '2026-11-20T11:00:00.000Z',
        last_event_at: null,
        last_event_source: null,
      })
      expect((await list()).items).toEqual([created])
    })

    it('pads KRS numbers', async () => {
      const { create } = await account()
      const created = await create({ identifier_type: 'krs', identifier_value: '412874' })
      expect(created.identifier_value).toBe('0000412874')
    })

    it('reports the wrong field with 422', async () => {
      const { call, list } = await account()
      for (const [body, loc] of [
        [{ identifier_type: 'nip', identifier_value: '5213017229' }, ['body', 'identifier_value']],
        [{ identifier_type: 'vat', identifier_value: nipOf(2) }, ['body', 'identifier_type']],
        [{ identifier_value: nipOf(2) }, ['body', 'identifier_type']],
        [{}, ['body', 'identifier_value']],
        [{ filter_id: randomUUID(), ...nip(2) }, ['body', 'identifier_value']],
        [nip(2, { tags: ['x'.repeat(65)] }), ['body', 'tags', 0]],
        [nip(2, { tags: ['a\u0000b'] }), ['body', 'tags', 0]],
        [nip(2, { label: 'a\u0000b' }), ['body', 'label']],
        [nip(2, { tags: Array.from({ length: 11 }, (_, index) => `t${index}`) }), ['body', 'tags']],
      ] as const) {
        const answer = await call<Invalid>('POST', '/v1/monitors', body)
        expect([answer.status, answer.body.detail[0]?.loc]).toEqual([422, loc])
      }
      expect((await list()).total).toBe(0)
    })

    it('accepts null for omitted fields, repeated tags once, and ids in either case', async () => {
      const { call, create } = await account()
      const created = await create(
        nip(7, { label: null, filter_id: null, tags: Array.from({ length: 11 }, () => ' x ') }),
      )
      expect(created).toMatchObject({ label: null, filter_id: null, tags: ['x'] })
      const upper = `/v1/monitors/${created.id.toUpperCase()}`
      expect((await call('GET', upper)).body).toEqual(created)
      const tagged = await call('POST', '/v1/monitors/bulk-tag', { ids: [created.id.toUpperCase()], add: ['y'] })
      expect(tagged.body).toEqual({ updated: 1 })
      expect((await call('DELETE', upper)).status).toBe(204)
    })

    it('returns 409 for a duplicate and 404 for a filter of another account', async () => {
      const [owner, other] = [await account(), await account()]
      await owner.create(nip(3))
      expect((await owner.call<Refusal>('POST', '/v1/monitors', nip(3))).status).toBe(409)
      const content = { name: ['Wisła'] }
      const filter = await other.call<{ id: string }>('POST', '/v1/filters', { name: 'cudzy', content })
      const foreign = await owner.call('POST', '/v1/monitors', { filter_id: filter.body.id })
      const unknown = await owner.call('POST', '/v1/monitors', { filter_id: randomUUID() })
      expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
      const created = await other.create({ filter_id: filter.body.id })
      expect(created).toMatchObject({ filter_id: filter.body.id, identifier_type: null, identifier_value: null })
      expect((await other.call('POST', '/v1/monitors', { filter_id: filter.body.id })).status).toBe(409)
    })

    it('never exceeds the limit under parallel calls', async () => {
      const { call, list } = await account({ limits: { monitors: 5 } })
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => call<Refusal>('POST', '/v1/monitors', nip(100 + index))),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
      const refused = answers.filter(({ status }) => status === 409)
      expect(refused).toHaveLength(7)
      for (const { body } of refused) {
        expect(body.detail).toMatchObject({ code: 'monitor_limit', limit: 5, current: 5, requested: 1 })
      }
      expect((await list()).total).toBe(5)
    })
  })

  describe('one monitor', () => {
    it('is read, relabelled and deleted by its own account, and does not exist for others', async () => {
      const [owner, other] = [await account(), await account()]
      const created = await owner.create(nip(4, { tags: ['x'] }))
      const path = `/v1/monitors/${created.id}`
      const missing = await other.call('GET', `/v1/monitors/${randomUUID()}`)
      for (const [method, body] of [['GET'], ['PATCH', { label: 'moje' }], ['DELETE']] as const) {
        const answer = await other.call(method, path, body)
        expect([answer.status, answer.body]).toEqual([404, missing.body])
      }
      expect((await owner.call('GET', path)).body).toEqual(created)
      expect((await owner.call('PATCH', path, { label: 'Źródło' })).body).toEqual({ ...created, label: 'Źródło' })
      expect((await owner.list('?q=zrodlo')).items).toHaveLength(1)
      expect((await owner.call('PATCH', path, { label: null })).body).toEqual(created)
      expect((await owner.list('?q=zrodlo')).items).toHaveLength(0)
      expect((await owner.call('PATCH', path, {})).status).toBe(422)
      const deleted = await owner.call('DELETE', path)
      expect([deleted.status, deleted.body]).toEqual([204, ''])
      expect((await owner.call('DELETE', path)).status).toBe(404)
      expect((await owner.call('GET', '/v1/monitors/not-a-uuid')).status).toBe(422)
      const tags = await service.storage.db
        .selectFrom('monitor_tags')
        .selectAll()
        .where('monitor_id', '=', created.id)
        .execute()
      expect(tags).toEqual([])
    })
  })

  describe('list', () => {
    it('pages newest first without losing or repeating monitors while others are added', async () => {
      const { call, list, create } = await account()
      const items = Array.from({ length: 25 }, (_, index) => nip(200 + index))
      await call('POST', '/v1/monitors/bulk', { items })
      const listedValues: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: Page = await list(`?limit=7${cursor && `&cursor=${cursor}`}`)
        expect(page.total).toBe(25 + listedValues.length / 7)
        listedValues.push(...page.items.map((item) => item.identifier_value ?? ''))
        cursor = page.next_cursor
        if (cursor !== null) await create(nip(300 + listedValues.length))
      }
      expect(listedValues).toEqual(items.map((item) => item.identifier_value).reverse())
    })

    it('rejects invalid limits and cursors', async () => {
      const { call } = await account()
      for (const query of [
        'limit=0',
        'limit=1001',
        'limit=x',
        'cursor=abc',
        'cursor=MTI%3D',
        'cursor=LTE',
        'cursor=MDE!',
      ]) {
        const answer = await call<Invalid>('GET', `/v1/monitors?${query}`)
        expect([query, answer.status]).toEqual([query, 422])
        expect(answer.body.detail[0]?.loc).toEqual(['query', query.split('=')[0]])
      }
    })

    it('searches folded names, labels and numbers, and treats wildcards as plain characters', async () => {
      const { create, list } = await account()
      await create(nip(1))
      await create({ identifier_type: 'krs', identifier_value: krsOf(9), label: String.raw`100%_pewne\ok` })
      await create(nip(5, { label: '1000 pewne' }))
      const find = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).items.length
      expect(await find('żółw')).toBe(1)
      expect(await find('ZOLW sp')).toBe(1)
      expect(await find('sp-ZOLW')).toBe(1)
      expect(await find('100%')).toBe(1)
      expect(await find('0%_p')).toBe(1)
      expect(await find(String.raw`\o`)).toBe(1)
      expect(await find('%')).toBe(1)
      expect(await find('_')).toBe(1)
      expect(await find(krsOf(9))).toBe(1)
      expect(await find(`${nipOf(5).slice(0, 3)}-${nipOf(5).slice(3)}`)).toBe(1)
      expect(await find('   ')).toBe(3)
      expect(await find('nie ma')).toBe(0)
      expect(await find("' or 1=1 --")).toBe(0)
    })

    it('finds a legal form in any spelling, and a number as people write it', async () => {
      const { create, list } = await account()
      await create(nip(11, { label: 'Jaskółka Sp. z o.o.' }))
      await create(nip(12, { label: 'JASKÓŁKA SPÓŁKA AKCYJNA' }))
      const find = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ label }) => label)
      for (const q of [
        'jaskolka spółka z ograniczoną odpowiedzialnością',
        'jaskółka sp z oo',
        `NIP UE: PL${nipOf(11)}`,
      ])
        expect(await find(q), q).toEqual(['Jaskółka Sp. z o.o.'])
      for (const q of ['jaskółka s.a.', 'Jaskółka SA', `\u200E${nipOf(12)}`])
        expect(await find(q), q).toEqual(['JASKÓŁKA SPÓŁKA AKCYJNA'])
    })

    it('finds a PESEL only as a whole, never by its parts', async () => {
      const { create, list } = await account()
      await create({ identifier_type: 'pesel', identifier_value: peselOf(1) })
      expect((await list(`?q=${peselOf(1)}`)).items[0]?.subject_name).toBe('Łucja Wrzosowodzka')
      expect((await list(`?q=${peselOf(1).slice(0, 8)}`)).total).toBe(0)
      expect((await list('?q=wrzos')).total).toBe(1)
    })

    it('finds a PESEL in a label only as a whole, never by its parts, however it is written', async () => {
      const { create, list } = await account()
      const pesel = peselOf(1)
      const spellings = [pesel, `${pesel.slice(0, 6)}-${pesel.slice(6)}`, pesel.split('').join(' ')]
      for (const [index, text] of spellings.entries()) await create(nip(index + 10, { label: `dług ${text} z 2026` }))
      for (let start = 0; start < 9; start += 1) {
        for (const length of [3, 5, 10]) {
          const part = pesel.slice(start, start + length)
          const isOfNip = (await list(`?q=${part}`)).items.every(({ identifier_value: value }) => value?.includes(part))
          expect(isOfNip, part).toBe(true)
        }
      }
      expect((await list(`?q=${pesel}`)).items.map(({ label }) => label)).toEqual([`dług ${pesel} z 2026`])
      expect((await list('?q=2026')).total).toBe(3)
    })

    it('finds a PESEL in older labels by its parts before the migration and only as a whole after it', async () => {
      const { create, list } = await account()
      const pesel = peselOf(1)
      const created = await create(nip(20, { label: `Dług ${pesel} Łódź` }))
      const old = { search_text: `dlug ${pesel} lodz \n ${nipOf(20)}` }
      await service.storage.db.updateTable('monitors').set(old).where('id', '=', created.id).execute()
      expect((await list(`?q=${pesel.slice(2, 9)}`)).total).toBe(1)
      for (let run = 0; run < 2; run += 1) await maskSearchTexts(service.storage.db as Kysely<unknown>)
      expect((await list(`?q=${pesel.slice(2, 9)}`)).total).toBe(0)
      for (const q of ['dlug lodz', nipOf(20), pesel]) expect((await list(`?q=${q}`)).total, q).toBe(1)
    })

    it('filters by every given tag, by kind and by monitors without tags', async () => {
      const { create, list } = await account()
      await create(nip(6, { tags: ['a', 'b'] }))
      await create(nip(7, { tags: ['a'] }))
      await create({ identifier_type: 'krs', identifier_value: krsOf(6) })
      const totals = async (query: string) => {
        const page = await list(`?limit=1&${query}`)
        return [page.items.length, page.total]
      }
      expect(await totals('tag=a')).toEqual([1, 2])
      expect(await totals('tag=a&tag=b')).toEqual([1, 1])
      expect(await totals('tag=a&tag=a')).toEqual([1, 2])
      expect(await totals('tag=A')).toEqual([0, 0])
      expect(await totals('untagged=true')).toEqual([1, 1])
      expect(await totals('untagged=false')).toEqual([1, 3])
      expect(await totals('untagged=true&tag=a')).toEqual([0, 0])
      expect(await totals(`filter_id=${randomUUID()}`)).toEqual([0, 0])
      expect(await totals('identifier_type=krs')).toEqual([1, 1])
      expect(await totals('identifier_type=nip&tag=b')).toEqual([1, 1])
    })

    it('shows no monitors of another account', async () => {
      const [owner, other] = [await account(), await account()]
      await owner.create(nip(8, { tags: ['tajne'] }))
      expect(await other.list('?tag=tajne')).toEqual({ items: [], total: 0, next_cursor: null })
      expect((await other.list()).total).toBe(0)
    })
  })

  it('counts the tags in use', async () => {
    const { create, accountId } = await account()
    await create(nip(10, { tags: ['b', 'a'] }))
    await create(nip(11, { tags: ['a', 'Ł'] }))
    await create(nip(12))
    const answer = await service.requestAs(service.principalOf(accountId), 'GET', '/v1/monitors/tags')
    expect(answer.body).toEqual({
      items: [
        { tag: 'a', monitors: 2 },
        { tag: 'b', monitors: 1 },
        { tag: 'Ł', monitors: 1 },
      ],
      untagged: 1,
      total: 3,
    })
  })
})
