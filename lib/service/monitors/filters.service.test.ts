import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import { createCaller } from '@/lib/testing/caller'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

type Invalid = { detail: { loc: (string | number)[]; msg: string; type: string }[] }
type Refusal = { detail: { code: string; updated_at?: string; limit?: number; current?: number } }

describe.each(sqliteOnly)('filters on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function account(options?: Parameters<TestService['createAccount']>[0]) {
    const { call } = await createCaller(service, options)
    return {
      call,
      create: async (name: string, content: unknown) => {
        const { status, body } = await call<Filter>('POST', '/v1/filters', { name, content })
        expect(status).toBe(201)
        return body
      },
    }
  }
  const storedItems = async (id: string) => {
    const rows = await service.storage.db
      .selectFrom('filter_items')
      .select(['kind', 'value'])
      .where('filter_id', '=', id)
      .execute()
    return rows.map(({ kind, value }) => `${kind} ${value}`).sort()
  }

  it('convert every list to its stored form without duplicates', async () => {
    const { create, call } = await account()
    const id = randomUUID()
    const created = await create('  Wszystko  ', {
      krs: ['412874', 'KRS 0000412874'],
      nip: [`PL${nipOf(1)}`, nipOf(1), nipOf(2)],
      regon: ['123456785'],
      pesel: [peselOf(1)],
      krz_signature: ['wa1m/gup-S/123/2024'],
      msig_signature: ['ix gu 9001/13'],
      name: ['Hurtownia   Wisła', 'HURTOWNIA WISŁA', 'inna'],
      subject_id: [id.toUpperCase()],
    })
    expect(created).toMatchObject({
      name: 'Wszystko',
      item_count: 10,
      content: {
        krs: ['0000412874'],
        nip: [nipOf(1), nipOf(2)],
        regon: ['123456785'],
        pesel: [peselOf(1)],
        krz_signature: ['WA1M/GUp-s/123/2024'],
        msig_signature: ['IX GU 9001/13'],
        name: ['Hurtownia Wisła', 'inna'],
        subject_id: [id],
      },
    })
    expect((await call('GET', `/v1/filters/${created.id}`)).body).toEqual(created)
    expect(await storedItems(created.id)).toContain('name hurtownia wisla')
    expect(await storedItems(created.id)).toHaveLength(10)
  })

  it('are listed by name with a total', async () => {
    const { create, call } = await account()
    for (const name of ['Żółte', 'zielone', 'Ambitne', 'Ambitne']) await create(name, {})
    const { body } = await call<{ items: Filter[]; total: number }>('GET', '/v1/filters')
    expect(body.total).toBe(4)
    expect(body.items.map(({ name }) => name)).toEqual(['Ambitne', 'Ambitne', 'zielone', 'Żółte'])
  })

  it('are paged in the order of their names while filters are added and deleted', async () => {
    const { create, call } = await account()
    const names = ['Żółte', 'Ambitne', `Ż${'ó'.repeat(119)}`, 'Ambitne', 'zielone']
    const ids = new Map<string, string>()
    for (const name of names) ids.set(name, (await create(name, {})).id)
    const page = async (query: string) =>
      (await call<{ items: Filter[]; total: number; next_cursor: string | null }>('GET', `/v1/filters${query}`)).body
    const first = await page('?limit=3')
    expect([first.items.map(({ name }) => name), first.total]).toEqual([['Ambitne', 'Ambitne', 'zielone'], 5])
    await call('DELETE', `/v1/filters/${ids.get('zielone')}`)
    await create('aaa', {})
    const second = await page(`?limit=1&cursor=${first.next_cursor}`)
    const third = await page(`?limit=1&cursor=${second.next_cursor}`)
    expect([second, third].map(({ items }) => items[0]?.name)).toEqual(['Żółte', `Ż${'ó'.repeat(119)}`])
    expect(third.next_cursor).toBeNull()
    expect((await page('')).items).toHaveLength(5)
    for (const query of ['?limit=0', '?limit=1001', '?cursor=x']) {
      expect((await call('GET', `/v1/filters${query}`)).status).toBe(422)
    }
  })

  it('are listed by masked name, so that neither order nor cursor reveals a personal number', async () => {
    const { create, call } = await account()
    const pesel = peselOf(1)
    await create(`Jan ${pesel}`, {})
    for (let digit = 0; digit < 10; digit += 1) await create(`Jan ${pesel.slice(0, 2)}${digit}`, {})
    type Page = { items: Filter[]; next_cursor: string | null }
    const { body } = await call<Page>('GET', '/v1/filters?limit=10')
    expect(body.items.map(({ name }) => name)).not.toContain(`Jan ${pesel}`)
    for (const limit of [1, 5, 10]) {
      const { body: page } = await call<Page>('GET', `/v1/filters?limit=${limit}`)
      expect(Buffer.from(page.next_cursor ?? '', 'base64url').toString()).not.toContain(pesel)
    }
  })

  it('report each wrong value by its position and do not repeat personal numbers', async () => {
    const { call } = await account()
    const content = {
      nip: [nipOf(1), nipOf(2), nipOf(3), '5213017229'],
      pesel: ['12345678901'],
      krz_signature: ['KR15/GUp-s/1/2024'],
      name: ['---'],
      subject_id: ['nie-uuid'],
    }
    const { status, body } = await call<Invalid>('POST', '/v1/filters', { name: 'x', content })
    expect(status).toBe(422)
    expect(body.detail.map(({ loc }) => loc.join('.')).sort()).toEqual([
      'body.content.krz_signature.0',
      'body.content.name.0',
      'body.content.nip.3',
      'body.content.pesel.0',
      'body.content.subject_id.0',
    ])
    expect(body.detail.find(({ loc }) => loc[2] === 'nip')?.msg).toBe('Not a valid NIP: the check digit does not match')
    expect(JSON.stringify(body)).not.toContain('12345678901')
    for (const wrong of [
      { name: '', content: {} },
      { name: 'x' },
      { name: 'x', content: { nip: 'x' } },
      { name: 'x', content: { nip: [1] } },
      { name: 'x\u0000', content: {} },
      { name: 'x', content: { name: ['a\u0000'] } },
      { name: 'x', content: { krz_signatures: ['WA1M/GUp-s/1/2024'] } },
      { name: 'x', content: { name: [Array.from({ length: 21 }, (_, index) => `w${index}`).join(' ')] } },
      { name: 'x', content: { krs: Array.from({ length: 10_001 }, (_, index) => String(index + 1)) } },
    ]) {
      expect((await call('POST', '/v1/filters', wrong)).status).toBe(422)
    }
  })

  it('hold ten thousand values', async () => {
    const { create } = await account()
    const krs = Array.from({ length: 10_000 }, (_, index) => krsOf(index))
    const created = await create('dużo', { krs })
    expect(created.item_count).toBe(10_000)
    expect(await storedItems(created.id)).toHaveLength(10_000)
    const name = Array.from({ length: 10_000 }, (_, index) => `Przedsiębiorstwo ${index} ${'długa nazwa '.repeat(8)}`)
    expect((await create('długie', { name })).item_count).toBe(10_000)
  })

  it('never exceed the limit under parallel calls', async () => {
    const { call } = await account({ limits: { filters: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => call<Refusal>('POST', '/v1/filters', { name: `f${index}`, content: {} })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.detail).toMatchObject({ code: 'filter_limit', limit: 3, current: 3 })
  })

  it('are replaced as a whole, and return 409 after another edit', async () => {
    const { create, call } = await account()
    const created = await create('a', { nip: [nipOf(1), nipOf(2)] })
    const path = `/v1/filters/${created.id}`
    const edit = { name: 'b', content: { nip: [nipOf(2)], krs: [krsOf(1)] }, updated_at: created.updated_at }
    const [first, second] = [await call<Filter>('PUT', path, edit), await call<Refusal>('PUT', path, edit)]
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ id: created.id, name: 'b', item_count: 2, created_at: created.created_at })
    expect(Date.parse(first.body.updated_at)).toBeGreaterThan(Date.parse(created.updated_at))
    expect(await storedItems(created.id)).toEqual([`krs ${krsOf(1)}`, `nip ${nipOf(2)}`])
    expect([second.status, second.body.detail]).toEqual([
      409,
      { code: 'filter_changed', message: expect.any(String) as string, updated_at: first.body.updated_at },
    ])
    expect((await call('PUT', path, { name: 'c', content: {} })).status).toBe(200)
    expect((await call('PUT', path, { name: 'd', content: { nip: ['x'] } })).status).toBe(422)
    expect((await call<Filter>('GET', path)).body).toMatchObject({ name: 'c', item_count: 0 })
  })

  it('accept exactly one of several parallel edits of the same version', async () => {
    const { create, call } = await account()
    const created = await create('a', {})
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        call('PUT', `/v1/filters/${created.id}`, { name: `n${index}`, content: {}, updated_at: created.updated_at }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  it('do not exist for another account', async () => {
    const [owner, other] = [await account(), await account()]
    const created = await owner.create('moje', { nip: [nipOf(1)] })
    const body = { name: 'x', content: {} }
    for (const [method, sent] of [['GET'], ['PUT', body], ['DELETE']] as const) {
      const foreign = await other.call(method, `/v1/filters/${created.id}`, sent)
      const missing = await other.call(method, `/v1/filters/${randomUUID()}`, sent)
      expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    }
    // Decision 36 (order of the checks): the input is validated before ownership is checked.
    const wrong = { name: 'x', content: { nip: ['1'] } }
    expect((await other.call('PUT', `/v1/filters/${created.id}`, wrong)).status).toBe(422)
    expect((await owner.call('GET', `/v1/filters/${created.id.toUpperCase()}`)).body).toEqual(created)
    expect((await owner.call('GET', `/v1/filters/${created.id}`)).body).toEqual(created)
  })

  it('can be used to list their monitors, also after their deletion', async () => {
    const { create, call } = await account()
    const [one, other] = [await create('A', {}), await create('B', {})]
    const created = await call<Monitor>('POST', '/v1/monitors', { filter_id: one.id, label: 'A' })
    await call('POST', '/v1/monitors', { filter_id: other.id })
    await call('POST', '/v1/monitors', { identifier_type: 'krs', identifier_value: krsOf(7) })
    const ofOne = () => call<{ items: Monitor[]; total: number }>('GET', `/v1/monitors?filter_id=${one.id}`)
    expect((await ofOne()).body).toMatchObject({ total: 1, items: [{ id: created.body.id }] })
    await call('DELETE', `/v1/filters/${one.id}`)
    expect((await ofOne()).body.total).toBe(1)
  })

  it('are deleted permanently, while their monitors keep the filter id', async () => {
    const { create, call } = await account()
    const created = await create('a', { nip: [nipOf(1)] })
    await call('POST', '/v1/monitors', { filter_id: created.id, label: 'lista' })
    expect((await call('DELETE', `/v1/filters/${created.id}`)).status).toBe(204)
    expect((await call('DELETE', `/v1/filters/${created.id}`)).status).toBe(404)
    expect(await storedItems(created.id)).toEqual([])
    const { body } = await call<{ items: Monitor[] }>('GET', '/v1/monitors')
    expect(body.items).toMatchObject([{ filter_id: created.id, label: 'lista' }])
  })
})
