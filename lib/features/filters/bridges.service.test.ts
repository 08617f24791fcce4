import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Filter } from '@/lib/contract/filters'
import type { Monitor } from '@/lib/contract/monitors'
import { importHandlers } from '@/lib/features/imports/handlers'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { filterBridgeHandlers } from './bridge-handlers'

type Bridges = PanelHandlersOf<'filterBridges'>
type From = Parameters<Bridges['filterBridges.plan']>[0]['body']['from']

describe.each(sqliteOnly)('filters created from monitors on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function openAccount() {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const call = <B>(method: string, path: string, body?: unknown) =>
      service.requestAs<B>(service.principalOf(accountId), method, path, body)
    const context = (overrides: Partial<PanelContext> = {}) => panelContext(service, accountId, overrides)
    const watch = async (type: string, value: string, tags: readonly string[] = []) =>
      (await call<Monitor>('POST', '/v1/monitors', { identifier_type: type, identifier_value: value, tags })).body.id
    const filter = async (content: unknown) =>
      (await call<Filter>('POST', '/v1/filters', { name: 'Dostawcy', content })).body
    return {
      call,
      context,
      watch,
      filter,
      get: async (id: string) => (await call<Filter>('GET', `/v1/filters/${id}`)).body,
      plan: (from: From, filter_id?: string) =>
        filterBridgeHandlers['filterBridges.plan']({ body: { from, filter_id } }, context()),
      make: (from: From, target: { name: string } | { filter_id: string }) =>
        filterBridgeHandlers['filterBridges.make']({ body: { from, ...target } }, context()),
      entries: () =>
        service.storage.db
          .selectFrom('audit_entries')
          .select(['action', 'target', 'after'])
          .where('account_id', '=', accountId)
          .orderBy('number')
          .execute(),
    }
  }

  it('contain each number of the chosen monitors in its list, and the result counts what was left out', async () => {
    const { watch, filter, call, plan, make, get, entries } = await openAccount()
    const subject = randomUUID()
    const ids = [
      await watch('krs', krsOf(1)),
      await watch('krs', krsOf(2)),
      await watch('nip', nipOf(1)),
      await watch('pesel', peselOf(1)),
      await watch('subject_id', subject),
    ]
    const other = await filter({ krs: [krsOf(9)] })
    const byFilter = await call<Monitor>('POST', '/v1/monitors', { filter_id: other.id })
    const from = { ids: [...ids, byFilter.body.id, randomUUID(), 'x'] }
    const counts = {
      monitors: 6,
      lists: [
        { list: 'krs', count: 2 },
        { list: 'nip', count: 1 },
        { list: 'pesel', count: 1 },
        { list: 'subject_id', count: 1 },
      ],
      by_filter: 1,
      unlisted: 0,
      missing: 2,
      added: 5,
      held: 0,
      too_long: [],
    }
    expect(await plan(from)).toEqual(counts)
    const result = await make(from, { name: 'Z monitorów' })
    expect(result).toEqual({ ...counts, filter_id: result.filter_id, name: 'Z monitorów' })
    expect((await get(result.filter_id)).content).toMatchObject({
      krs: [krsOf(1), krsOf(2)],
      nip: [nipOf(1)],
      pesel: [peselOf(1)],
      subject_id: [subject],
    })
    expect(await entries()).toMatchObject([{ action: 'filters.create', target: result.filter_id }])
    expect(JSON.stringify(await entries())).not.toContain(peselOf(1))
  })

  it('receive the monitors of a tag once, even if another request saves the filter at the same time', async () => {
    const { watch, filter, call, context, plan, make, get, entries } = await openAccount()
    for (let n = 1; n <= 30; n += 1) await watch('krs', krsOf(n), n <= 25 ? ['kluczowi'] : ['inni'])
    const target = await filter({ krs: [krsOf(1), krsOf(40)], name: ['Wisła'] })
    expect(await plan({ tag: 'kluczowi' }, target.id)).toMatchObject({ monitors: 25, added: 24, held: 1 })
    let isFirst = true
    const racingContext = context({
      callService: async (name, input) => {
        if (name === 'filters.update' && isFirst) {
          isFirst = false
          await call('PUT', `/v1/filters/${target.id}`, { name: 'Inna nazwa', content: { krs: [krsOf(41)] } })
        }
        return context().callService(name, input)
      },
    })
    const body = { from: { tag: 'kluczowi' }, filter_id: target.id }
    const result = await filterBridgeHandlers['filterBridges.make']({ body }, racingContext)
    expect(result).toMatchObject({ added: 25, held: 0 })
    const now = await get(target.id)
    expect(now).toMatchObject({ name: 'Inna nazwa', item_count: 26 })
    expect(now.content.krs).toContain(krsOf(41))
    expect(await make({ tag: 'kluczowi' }, { filter_id: target.id })).toMatchObject({ added: 0, held: 25 })
    expect(await entries()).toHaveLength(1)
  })

  it('can be created from the monitors that an import added', async () => {
    const { watch, context, plan, make, get } = await openAccount()
    const id = randomUUID()
    const start = { kind: 'import' as const, file_name: 'lista.csv', tag: null, subjects: 2 }
    await importHandlers['imports.start']({ params: { id }, body: start }, context())
    service.clock.advance(1000)
    await watch('krs', krsOf(1))
    await watch('nip', nipOf(1))
    const sent = [
      { type: 'krs', value: krsOf(1), tags: [] },
      { type: 'nip', value: nipOf(1), tags: [] },
    ]
    const step = { sent, tagged: [], removed: [], untagged: [] }
    await importHandlers['imports.record']({ params: { id }, body: step }, context())
    await watch('krs', krsOf(2))
    expect(await plan({ import_id: id })).toMatchObject({ monitors: 2, added: 2 })
    const { filter_id } = await make({ import_id: id }, { name: 'Z importu' })
    expect((await get(filter_id)).content).toMatchObject({ krs: [krsOf(1)], nip: [nipOf(1)] })
    const stranger = await openAccount()
    await expect(stranger.plan({ import_id: id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are rejected without any monitors, above the size of a list, and for another account', async () => {
    const { watch, filter, make, plan, get } = await openAccount()
    const id = await watch('krs', krsOf(1), ['pełny'])
    const full = await filter({ krs: Array.from({ length: 10_000 }, (_, n) => krsOf(1_000 + n)) })
    expect(await plan({ tag: 'pełny' }, full.id)).toMatchObject({ too_long: [{ list: 'krs', count: 10_001 }] })
    await expect(make({ tag: 'pełny' }, { filter_id: full.id })).rejects.toMatchObject({ code: 'invalid' })
    expect((await get(full.id)).item_count).toBe(10_000)
    await expect(make({ tag: 'nieznany' }, { name: 'Pusty' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(make({ ids: [randomUUID()] }, { name: 'Pusty' })).rejects.toMatchObject({ code: 'invalid' })
    const stranger = await openAccount()
    await expect(stranger.make({ ids: [id] }, { name: 'Cudzy' })).rejects.toMatchObject({ code: 'invalid' })
    await stranger.watch('krs', krsOf(5), ['obcy'])
    await expect(stranger.make({ tag: 'obcy' }, { filter_id: full.id })).rejects.toMatchObject({ status: 404 })
  })
})
