import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import type { Role } from '@/lib/domain/roles'
import { recordActionOnly } from '@/lib/features/audit/audit'
import { gatherEvidence } from '@/lib/features/certificates/evidence'
import { toStretches } from '@/lib/features/certificates/timeline'
import { krsOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { filterVersionHandlers } from './version-handlers'

describe.each(sqliteOnly)('versions of filters on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function openAccount() {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const call = <B>(method: string, path: string, body?: unknown) =>
      service.requestAs<B>(service.principalOf(accountId), method, path, body)
    const context = (role: Role = 'owner') => panelContext(service, accountId, { role })
    return {
      accountId,
      call,
      context,
      create: async (content: unknown, name = 'Dostawcy') =>
        (await call<Filter>('POST', '/v1/filters', { name, content })).body,
      save: async (id: string, content: unknown, name = 'Dostawcy') => {
        service.clock.advance(60_000)
        return (await call<Filter>('PUT', `/v1/filters/${id}`, { name, content })).body
      },
      list: async (id: string, role?: Role) =>
        (await filterVersionHandlers['filterVersions.list']({ params: { id } }, context(role))).items,
      get: (id: string, number: number) =>
        filterVersionHandlers['filterVersions.get']({ params: { id, version: number } }, context()),
    }
  }

  it('list and return the content of each version, newest first', async () => {
    const { create, save, list, get, call } = await openAccount()
    const { id } = await create({ krs: [krsOf(1), krsOf(2)] })
    await save(id, { krs: [krsOf(2)], name: ['Hurtownia Wisła'] })
    await save(id, { krs: [krsOf(2)], name: ['Hurtownia Wisła'] })
    await save(id, { krs: [krsOf(2)], name: ['Hurtownia Wisła'] }, 'Nowa nazwa')
    expect(await list(id)).toMatchObject([
      { number: 3, kind: 'changed', name: 'Nowa nazwa', item_count: 2, added: 0, removed: 0 },
      { number: 2, kind: 'changed', name: 'Dostawcy', item_count: 2, added: 1, removed: 1 },
      { number: 1, kind: 'created', name: 'Dostawcy', item_count: 2, added: 2, removed: 0 },
    ])
    expect(await get(id, 1)).toMatchObject({
      name: 'Dostawcy',
      content: { krs: [krsOf(1), krsOf(2)], name: [] },
      missing_lists: [],
    })
    expect(await get(id, 2)).toMatchObject({ content: { krs: [krsOf(2)], name: ['Hurtownia Wisła'] } })
    await call('DELETE', `/v1/filters/${id}`)
    const [deleted] = await list(id)
    expect(deleted).toMatchObject({ number: 4, kind: 'deleted', item_count: 0, removed: 2 })
    expect((await get(id, 3)).content.krs).toEqual([krsOf(2)])
    await expect(get(id, 5)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('return personal numbers only while the filter still contains them', async () => {
    const { create, save, list, get, call } = await openAccount()
    const [remainingPesel, removedPesel] = [peselOf(1), peselOf(2)]
    const { id } = await create({ krs: [krsOf(1)], pesel: [remainingPesel] })
    await save(id, { krs: [krsOf(1)], pesel: [remainingPesel, removedPesel] })
    await save(id, { krs: [krsOf(2)], pesel: [remainingPesel] })
    const versions = await list(id)
    expect(versions.map(({ kept_lists: lists }) => lists.includes('pesel'))).toEqual([true, false, true])
    expect(versions.every(({ kept_lists: lists }) => lists.includes('krs'))).toBe(true)
    expect(await get(id, 1)).toMatchObject({ content: { pesel: [remainingPesel] }, missing_lists: [] })
    const second = await get(id, 2)
    expect(second).toMatchObject({ content: { krs: [krsOf(1)], pesel: [remainingPesel] }, missing_lists: ['pesel'] })
    expect(JSON.stringify(second)).not.toContain('#')
    await call('DELETE', `/v1/filters/${id}`)
    expect(await get(id, 1)).toMatchObject({ content: { pesel: [] }, missing_lists: ['pesel'] })
    expect(JSON.stringify(await list(id))).not.toContain(remainingPesel)
  })

  it('name their author only to roles that may read the audit log, and are not found by another account', async () => {
    const { create, save, list, context } = await openAccount()
    const { id } = await create({ krs: [krsOf(1)] })
    const recordEntry = (action: 'filters.create' | 'filters.update', email: string) => {
      const { user, ...rest } = context()
      return recordActionOnly({ ...rest, user: { ...user, email } }, { action, target: id })
    }
    await recordEntry('filters.create', 'anna@example.test')
    await save(id, { krs: [krsOf(2)] })
    await recordEntry('filters.update', 'key:brd_ab…cd Klucz')
    await save(id, { krs: [krsOf(3)] })
    await recordEntry('filters.update', 'jan@example.test')
    await save(id, { krs: [krsOf(4)] })
    expect((await list(id)).map(({ by }) => by)).toEqual([null, 'jan@example.test', null, 'anna@example.test'])
    expect((await list(id, 'viewer')).map(({ by }) => by)).toEqual([null, null, null, null])
    const stranger = await openAccount()
    await expect(stranger.list(id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.get(id, 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('list deleted filters that had content, latest first, without those of another account', async () => {
    const { create, save, call, context, get } = await openAccount()
    const person = peselOf(7)
    const deleted = async (role?: Role) => filterVersionHandlers['filterVersions.deleted']({}, context(role))
    const [first, second, empty, existing] = [
      await create({ krs: [krsOf(1)] }, 'Pierwszy'),
      await create({ krs: [krsOf(1), krsOf(2)], pesel: [person] }, 'Drugi'),
      await create({}, 'Pusty'),
      await create({ krs: [krsOf(1)] }, 'Jest nadal'),
    ]
    await save(second.id, { krs: [krsOf(2)], pesel: [person] }, 'Drugi, nowszy')
    expect(await deleted()).toEqual({ items: [], more: 0 })
    for (const { id } of [first, second, empty]) {
      service.clock.advance(60_000)
      await call('DELETE', `/v1/filters/${id}`)
    }
    const { user, ...rest } = context()
    const anna = { ...rest, user: { ...user, email: 'anna@example.test' } }
    await recordActionOnly(anna, { action: 'filters.delete', target: second.id })
    const { items } = await deleted()
    expect(items).toMatchObject([
      { filter_id: second.id, name: 'Drugi, nowszy', by: 'anna@example.test', item_count: 2, number: 2 },
      { filter_id: first.id, name: 'Pierwszy', by: null, item_count: 1, number: 1 },
    ])
    expect(JSON.stringify(items)).not.toContain(existing.id)
    expect(JSON.stringify(items)).not.toContain(person)
    expect(await get(second.id, items[0]?.number ?? 0)).toMatchObject({
      name: 'Drugi, nowszy',
      content: { krs: [krsOf(2)], pesel: [] },
      missing_lists: ['pesel'],
    })
    expect((await deleted('viewer')).items.map(({ by }) => by)).toEqual([null, null])
    const stranger = await openAccount()
    expect(await filterVersionHandlers['filterVersions.deleted']({}, stranger.context())).toEqual({
      items: [],
      more: 0,
    })
  })

  it('store the states of a filter that a remote service has shown', async () => {
    const { create, accountId, call } = await openAccount()
    const { id } = await create({ krs: [krsOf(1)] })
    await service.storage.db.deleteFrom('filter_versions').where('filter_id', '=', id).execute()
    const list = async () => {
      const remote = panelContext(service, accountId, { isEmbedded: false })
      return (await filterVersionHandlers['filterVersions.list']({ params: { id } }, remote)).items
    }
    expect(await list()).toMatchObject([{ number: 1, kind: 'created', added: 1 }])
    service.clock.advance(60_000)
    await service.storage.db.updateTable('filters').set({ updated_at: service.clock.now().toISOString() }).execute()
    await service.storage.db
      .updateTable('filters')
      .set({ content: JSON.stringify({ krs: [krsOf(1), krsOf(2)] }) })
      .where('id', '=', id)
      .execute()
    expect(await list()).toMatchObject([
      { number: 2, kind: 'changed', added: 1, removed: 0 },
      { number: 1, kind: 'created' },
    ])
    await service.storage.db.deleteFrom('filters').where('id', '=', id).execute()
    expect((await call('GET', `/v1/filters/${id}`)).status).toBe(404)
    expect((await list())[0]).toMatchObject({ number: 3, kind: 'deleted' })
  })

  it('show in the evidence of a monitor what each of its filters contained while it was attached', async () => {
    const { create, save, call, context } = await openAccount()
    const [oldFilter, next] = [await create({ krs: [krsOf(1)] }, 'Dawny'), await create({ krs: [krsOf(2)] }, 'Nowy')]
    const monitor = await call<Monitor>('POST', '/v1/monitors', { filter_id: oldFilter.id })
    await save(next.id, { krs: [krsOf(2), krsOf(3)] }, 'Nowy')
    service.clock.advance(60_000)
    await call('DELETE', `/v1/filters/${oldFilter.id}`)
    service.clock.advance(60_000)
    await call('POST', '/v1/monitors/attach', { ids: [monitor.body.id], filter_id: next.id })
    await save(next.id, { krs: [krsOf(3)] }, 'Nowy')
    service.clock.advance(60_000)
    const { versions, life } = await gatherEvidence(context(), monitor.body.id)
    expect(versions.map(({ kind, item_count: count }) => [kind, count])).toEqual([
      ['created', 1],
      ['deleted', 0],
      ['attached', 2],
      ['changed', 1],
    ])
    const stretches = toStretches(versions, { from: life.from ?? '', until: service.clock.now().toISOString() })
    expect(stretches.map(({ state }) => state)).toEqual(['watching', 'deleted', 'watching', 'watching'])
  })
})
