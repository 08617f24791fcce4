import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { BulkCreateResult, Monitor } from '@/lib/contract/monitors'
import { applyTagChange } from '@/lib/domain/tags/tags'
import { createCaller } from '@/lib/testing/caller'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

const SEED = 20_261_120
type Page = { items: Monitor[]; total: number }
type Refusal = { detail: { code: string; limit: number; current: number; requested: number } }

describe.each(sqliteOnly)('bulk calls on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function account(options?: Parameters<TestService['createAccount']>[0]) {
    const { call } = await createCaller(service, options)
    return {
      call,
      add: (items: unknown) => call<BulkCreateResult>('POST', '/v1/monitors/bulk', { items }),
      retag: (body: unknown) => call<{ updated: number }>('POST', '/v1/monitors/bulk-tag', body),
      all: async () => (await call<Page>('GET', '/v1/monitors?limit=1000')).body.items,
    }
  }
  const nip = (index: number, label?: string) => ({ identifier_type: 'nip', identifier_value: nipOf(index), label })
  const nips = (from: number, count: number) => Array.from({ length: count }, (_, index) => nip(from + index))

  describe('create', () => {
    it('inserts new items, counts repetitions and returns malformed items by index', async () => {
      const { add, all } = await account()
      await add([nip(1)])
      const value = nipOf(2)
      const pesel = peselOf(1)
      const wrongPesel = pesel.slice(0, 10) + String((Number(pesel[10]) + 1) % 10)
      const { status, body } = await add([
        nip(1),
        nip(2, ' pierwszy raz '),
        { identifier_type: 'NIP', identifier_value: `PL${value.slice(0, 3)}-${value.slice(3)}`, label: 'drugi raz' },
        { identifier_type: 'nip', identifier_value: '5213017229' },
        { identifier_type: 'pesel', identifier_value: wrongPesel },
        'nip',
        null,
        { identifier_type: 7, identifier_value: ['x'] },
        { identifier_type: 'nip' },
        nip(3),
        { identifier_type: 'pesel', identifier_value: pesel.slice(0, 9) },
        { identifier_type: 'nip', identifier_value: wrongPesel },
        { ...nip(4), label: 'x'.repeat(201) },
        { ...nip(4), label: 4 },
        { identifier_type: 'krs', identifier_value: '' },
        [],
        nip(5, 'dwa\nwiersze'),
        { identifier_type: 'nip', identifier_value: `${nipOf(5).slice(0, 5)}\n${nipOf(5).slice(5)}` },
      ])
      expect([status, body.inserted, body.duplicates]).toEqual([200, 2, 2])
      expect(body.invalid.map((item) => item.index)).toEqual([3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17])
      const byIndex = new Map(body.invalid.map(({ index, ...item }) => [index, item]))
      expect(byIndex.get(3)).toEqual({
        identifier_type: 'nip',
        identifier_value: '5213017229',
        error: 'Not a valid NIP: the check digit does not match',
      })
      expect(byIndex.get(5)).toMatchObject({ identifier_type: '', identifier_value: '' })
      expect(byIndex.get(7)).toMatchObject({ identifier_type: '7', identifier_value: '' })
      expect(byIndex.get(4)).toMatchObject({ identifier_type: 'pesel', identifier_value: wrongPesel })
      expect(byIndex.get(16)?.error).toBe('label should be text on one line, without control characters')
      expect(byIndex.get(17)?.error).toBe('identifier_value should be without control characters')
      const labels = new Map((await all()).map((item) => [item.identifier_value, item.label]))
      expect(labels).toEqual(
        new Map([
          [nipOf(1), null],
          [value, 'pierwszy raz'],
          [nipOf(3), null],
        ]),
      )
    })

    it('returns every malformed value as it was sent, whatever its kind', async () => {
      const { add } = await account()
      const sent = [
        { identifier_type: 'KRS', identifier_value: '12345678901' },
        { identifier_type: 'krs', identifier_value: '0f8fad5b-d9cb-469f-a165-70867728950e' },
        { identifier_type: 'subject_id', identifier_value: ' 0f8fad5b-d9cb-469f-a165 ' },
        { identifier_type: 'pesel ', identifier_value: '90.01.15.12347' },
        { identifier_type: 'nip', identifier_value: '９００１１５１２３４６' },
        { identifier_type: 'nip', identifier_value: 'x'.repeat(5000) },
      ]
      const { body } = await add(sent)
      expect(body.invalid.map(({ error: _error, ...item }) => item)).toEqual(
        sent.map((item, index) => ({ index, ...item })),
      )
    })

    it('stores a composed and a decomposed label in the same form', async () => {
      const { add, all } = await account()
      await add([nip(1, 'Cafe\u0301'), nip(2, 'Caf\u00e9')])
      expect((await all()).map(({ label }) => label)).toEqual(['Caf\u00e9', 'Caf\u00e9'])
    })

    it('inserts and changes nothing when repeated', async () => {
      const { add, all } = await account()
      const items = nips(10, 30)
      expect((await add(items)).body).toEqual({ inserted: 30, duplicates: 0, invalid: [] })
      const before = await all()
      expect((await add(items)).body).toEqual({ inserted: 0, duplicates: 30, invalid: [] })
      expect(await all()).toEqual(before)
    })

    it('rejects a malformed envelope with 422 and an oversized one with 413', async () => {
      const { call, all } = await account()
      for (const body of [{}, { items: [] }, { items: 'x' }, { items: nips(0, 1001) }, [], null]) {
        expect((await call('POST', '/v1/monitors/bulk', body)).status).toBe(422)
      }
      const huge = { items: [{ ...nip(1), label: 'x'.repeat(8_000_000) }] }
      expect((await call('POST', '/v1/monitors/bulk', huge)).status).toBe(413)
      expect(await all()).toEqual([])
    })

    it('returns an answer for any JSON as items', async () => {
      const { add } = await account()
      await fc.assert(
        fc.asyncProperty(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }), async (items) => {
          const { status, body } = await add(items)
          expect([status, body.invalid.length + body.inserted + body.duplicates]).toEqual([200, items.length])
        }),
        { numRuns: rounds({ long: 300, short: 30 }), seed: seedFor('items of any JSON', SEED) },
      )
    })

    it('inserts nothing when the limit would be exceeded, and can fill the limit exactly', async () => {
      const { call, add, all } = await account({ limits: { monitors: 10 } })
      await add(nips(0, 4))
      const refused = await call<Refusal>('POST', '/v1/monitors/bulk', { items: nips(2, 9) })
      expect(refused.status).toBe(409)
      expect(refused.body.detail).toMatchObject({ code: 'monitor_limit', limit: 10, current: 4, requested: 7 })
      expect(await all()).toHaveLength(4)
      expect((await add([...nips(0, 4), ...nips(20, 6)])).body).toMatchObject({ inserted: 6, duplicates: 4 })
      expect((await add(nips(0, 4))).body).toMatchObject({ inserted: 0, duplicates: 4 })
    })

    it('accepts exactly as many parallel calls as fit into the limit', async () => {
      const { add, all } = await account({ limits: { monitors: 100 } })
      const answers = await Promise.all(Array.from({ length: 10 }, (_, part) => add(nips(part * 30, 30))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
      expect(await all()).toHaveLength(90)
    })

    it('counts the same item once when parallel calls send it', async () => {
      const { add, all } = await account()
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(nips(0, 50))))
      expect(answers.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(50)
      expect(answers.reduce((sum, { body }) => sum + body.duplicates, 0)).toBe(250)
      expect(await all()).toHaveLength(50)
    })
  })

  describe('tag', () => {
    it('changes only monitors of its own account and counts only real changes', async () => {
      const [owner, other] = [await account(), await account()]
      await owner.add(nips(0, 3))
      await other.add(nips(0, 1))
      const [ids, foreign] = [(await owner.all()).map(({ id }) => id), (await other.all()).map(({ id }) => id)]
      const sent = [...ids, ...ids, ...foreign, randomUUID(), 'not-an-id']
      expect((await owner.retag({ ids: sent, add: [' klienci ', 'klienci', 'Klienci'] })).body).toEqual({ updated: 3 })
      expect((await owner.retag({ ids: sent, add: ['klienci'] })).body).toEqual({ updated: 0 })
      expect((await owner.retag({ ids, remove: ['klienci'], add: ['klienci'] })).body).toEqual({ updated: 0 })
      expect((await owner.retag({ ids: ids.slice(1), remove: ['klienci', 'nieznany'] })).body).toEqual({ updated: 2 })
      expect((await owner.all()).map((item) => item.tags)).toEqual([['Klienci', 'klienci'], ['Klienci'], ['Klienci']])
      expect((await other.all())[0]?.tags).toEqual([])
      expect((await owner.retag({ ids: foreign, add: ['x'] })).body).toEqual({ updated: 0 })
    })

    it('does not change a monitor that would have more than ten tags', async () => {
      const { add, retag, all } = await account()
      await add(nips(0, 2))
      const [first, second] = (await all()).map(({ id }) => id)
      const ten = Array.from({ length: 10 }, (_, index) => `t${index}`)
      expect((await retag({ ids: [first], add: ten })).body).toEqual({ updated: 1 })
      expect((await retag({ ids: [first, second], add: ['x'], remove: ['none'] })).body).toEqual({ updated: 1 })
      expect((await retag({ ids: [first], add: ['x'], remove: ['t3'] })).body).toEqual({ updated: 1 })
      expect((await all()).map((item) => item.tags.length)).toEqual([10, 1])
      expect((await retag({ ids: [second], add: [...ten, 'y'] })).body).toEqual({ updated: 0 })
    })

    it('rejects malformed bodies', async () => {
      const { retag } = await account()
      const id = randomUUID()
      for (const body of [
        { ids: [id] },
        { ids: [], add: ['x'] },
        { add: ['x'] },
        { ids: [id], add: [' '] },
        { ids: [id], add: ['x'.repeat(65)] },
        { ids: [id], add: ['x\u0000'] },
        { ids: [id], add: ['\ud800'] },
        { ids: [1], add: ['x'] },
        { ids: ['a\u0000b'], add: ['x'] },
        { ids: Array.from({ length: 10_001 }, () => id), add: ['x'] },
      ]) {
        expect((await retag(body)).status).toBe(422)
      }
    })

    it('never exceeds ten tags under parallel calls', async () => {
      const { add, retag, all } = await account()
      await add(nips(0, 5))
      const ids = (await all()).map(({ id }) => id)
      const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => retag({ ids, add: [`tag ${index}`] })))
      expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(50)
      for (const item of await all()) expect(item.tags).toHaveLength(10)
    })

    it('matches the pure model over any sequence of changes', async () => {
      const { add, retag, all } = await account()
      await add(nips(0, 4))
      const model = new Map((await all()).map(({ id }) => [id, new Set<string>()]))
      const ids = [...model.keys()]
      const tags = fc.array(fc.constantFrom(...'abcdefghijklmn'.split('')), { maxLength: 8 })
      const change = fc
        .record({ ids: fc.subarray(ids, { minLength: 1 }), add: tags, remove: tags })
        .filter((body) => body.add.length + body.remove.length > 0)
      await fc.assert(
        fc.asyncProperty(change, async (body) => {
          let updated = 0
          for (const id of body.ids) {
            const result = applyTagChange([...(model.get(id) ?? [])], body)
            if (result.changed) updated += 1
            model.set(id, new Set(result.tags))
          }
          expect((await retag(body)).body).toEqual({ updated })
          for (const item of await all()) expect(item.tags).toEqual([...(model.get(item.id) ?? [])].sort())
        }),
        { numRuns: rounds({ long: 200, short: 30 }), seed: seedFor('tags of many', SEED) },
      )
    })
  })

  it('adds 1000 items and tags 10 000 ids quickly', async () => {
    const { add, retag } = await account({ plan: 'enterprise' })
    await add(nips(50_000, 1000))
    const started = performance.now()
    const krs = Array.from({ length: 1000 }, (_, index) => ({ identifier_type: 'krs', identifier_value: krsOf(index) }))
    expect((await add(krs)).body.inserted).toBe(1000)
    const addMs = performance.now() - started
    for (let part = 1; part < 9; part += 1) await add(nips(50_000 + part * 1000, 1000))
    const rows = await service.storage.db
      .selectFrom('monitors')
      .select('id')
      .orderBy('position', 'desc')
      .limit(10_000)
      .execute()
    const taggingFrom = performance.now()
    const { body } = await retag({ ids: rows.map(({ id }) => id), add: ['a', 'b'] })
    const tagMs = performance.now() - taggingFrom
    expect(body.updated).toBe(10_000)
    // Generous, because the machine is shared. One query per item would take many times longer.
    expect(addMs).toBeLessThan(1000)
    expect(tagMs).toBeLessThan(4000)
  })
})
