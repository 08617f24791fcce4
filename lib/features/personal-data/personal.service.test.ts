import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Monitor } from '@/lib/contract/monitors'
import { listEntriesAfter, listEntriesOfPerson } from '@/lib/features/audit/statements/audit'
import { publish } from '@/lib/service/monitors/publish'
import { recordedValuesOf } from '@/lib/service/monitors/statements/evidence'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { nipOf, peselOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { personalHandlers } from './handlers'
import { hashIn } from './record-persons'

const NOBODY = '00000000-0000-4000-8000-000000000000'

describe.each(sqliteOnly)('personal numbers on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const create = async (accountId: string, monitor: object) =>
    (await service.requestAs<Monitor>(service.principalOf(accountId), 'POST', '/v1/monitors', monitor)).body
  const watch = (accountId: string, pesel: string, more: object = {}) =>
    create(accountId, { identifier_type: 'pesel', identifier_value: pesel, ...more })
  const entriesOf = async (accountId: string) =>
    (await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })).map(
      ({ action, target, after, actor }) => ({ action, target, actor, after: JSON.parse(after ?? 'null') as unknown }),
    )

  it('are revealed for one value of a monitor, with an audit entry that masks the number', async () => {
    const { accountId } = await service.createAccount()
    const pesel = peselOf(1)
    const { id } = await watch(accountId, pesel, { label: `dług ${pesel}` })
    const context = panelContext(service, accountId, { role: 'compliance' })
    const reveal = (field: 'identifier_value' | 'label') =>
      personalHandlers['personal.reveal']({ body: { kind: 'monitor', id, field } }, context)
    expect(await reveal('identifier_value')).toEqual({ value: pesel })
    expect(await reveal('label')).toEqual({ value: `dług ${pesel}` })
    const entries = await entriesOf(accountId)
    expect(entries).toMatchObject([
      { action: 'personal.reveal', target: id, actor: 'compliance@example.test', after: { field: 'identifier_value' } },
      { action: 'personal.reveal', target: id, after: { kind: 'monitor', field: 'label' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(pesel)
    expect(JSON.stringify(entries)).toContain(`${pesel.slice(0, 2)}•••••••${pesel.slice(-2)}`)
  })

  it('are revealed for a value that a filter contains, and rejected for any other', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    const content = { pesel: [peselOf(2), peselOf(3)] }
    const { id } = await context.callService('filters.create', { body: { name: 'Osoby', content } })
    const reveal = (value: string) =>
      personalHandlers['personal.reveal']({ body: { kind: 'filter', id, value } }, context)
    expect(await reveal(peselOf(3))).toEqual({ value: peselOf(3) })
    await expect(reveal(peselOf(4))).rejects.toMatchObject({ code: 'not_found' })
    expect(await entriesOf(accountId)).toMatchObject([{ action: 'personal.reveal', target: id }])
  })

  it('are revealed for a value of one event', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    await watch(accountId, peselOf(5))
    await watch(accountId, peselOf(6))
    const [first, second] = await liveAnnouncements('krz', 2)
    if (!first || !second) throw new Error('the sample has no announcements to start from')
    const published = [
      { ...first, pesel: peselOf(5) },
      { ...second, pesel: peselOf(6) },
    ]
    await publish(service.service.dependencies, published)
    const { items } = await context.callService('monitorEvents.list', { query: {} })
    expect(items).toHaveLength(2)
    for (const event of items) {
      const body = { kind: 'event', id: event.id, field: 'identifier_value' } as const
      expect(await personalHandlers['personal.reveal']({ body }, context)).toEqual({ value: event.identifier_value })
    }
    const missing = { kind: 'event', id: 1_000_000, field: 'title' } as const
    await expect(personalHandlers['personal.reveal']({ body: missing }, context)).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('of another account are not revealed, matched or exported', async () => {
    const [ownAccount, other] = [await service.createAccount(), await service.createAccount()]
    const { id } = await watch(other.accountId, peselOf(7))
    const context = panelContext(service, ownAccount.accountId)
    const body = { kind: 'monitor', id, field: 'identifier_value' } as const
    await expect(personalHandlers['personal.reveal']({ body }, context)).rejects.toMatchObject({ status: 404 })
    const values = [peselOf(7)]
    expect(await personalHandlers['personal.known']({ body: { values } }, context)).toEqual({ known: [] })
    expect(await personalHandlers['personal.export']({ body: { ids: [id] } }, context)).toEqual({ items: [] })
    expect(await entriesOf(ownAccount.accountId)).toMatchObject([
      { action: 'personal.known', after: { asked: 1, known: 0 } },
      { action: 'personal.export', after: { monitors: 0 } },
    ])
  })

  it('of a list are matched with monitors in any notation', async () => {
    const { accountId } = await service.createAccount()
    const [one, two] = [peselOf(8), peselOf(9)]
    const { id } = await watch(accountId, one)
    await create(accountId, { identifier_type: 'nip', identifier_value: nipOf(1) })
    const spaced = `${one.slice(0, 6)} ${one.slice(6)}`
    const values = [two, one, nipOf(1), spaced, 'PESEL 1', one]
    const context = panelContext(service, accountId)
    expect(await personalHandlers['personal.known']({ body: { values } }, context)).toEqual({
      known: [1, 3, 5].map((index) => ({ index, id })),
    })
  })

  it('can be found in the audit log by the hash of a person that was looked up, exported or revealed', async () => {
    const { accountId } = await service.createAccount()
    const [one, two] = [peselOf(20), peselOf(21)]
    const { id } = await watch(accountId, one)
    const context = panelContext(service, accountId)
    const many = Array.from({ length: 150 }, (_, n) => peselOf(100 + n))
    await personalHandlers['personal.known']({ body: { values: [` ${one}`, two, one] } }, context)
    await personalHandlers['personal.export']({ body: { ids: [id] } }, context)
    await personalHandlers['personal.reveal']({ body: { kind: 'monitor', id, field: 'identifier_value' } }, context)
    await personalHandlers['personal.known']({ body: { values: many } }, context)
    const actionsAbout = async (pesel: string) => {
      const hash = hashIn((await recordedValuesOf(service.storage.db, accountId)).value('pesel', pesel))
      return (await listEntriesOfPerson(service.storage.db, accountId, hash)).map(({ action }) => action)
    }
    expect(await actionsAbout(one)).toEqual(['personal.known', 'personal.export', 'personal.reveal'])
    expect(await actionsAbout(two)).toEqual(['personal.known'])
    expect(await actionsAbout(peselOf(249))).toEqual(['personal.known'])
    expect(await actionsAbout(peselOf(22))).toEqual([])
    const entries = await entriesOf(accountId)
    expect(entries[0]).toMatchObject({ after: { asked: 2, known: 2 } })
    expect(entries[3]).toMatchObject({ after: { asked: 150, known: 0 } })
    expect(JSON.stringify(entries[0]?.after)).toMatch(/"persons":\["[^"]+ #[\da-f]{16}",/)
    expect(JSON.stringify(entries[3]?.after)).toMatch(/"persons_sha256":"[\da-f]{64}"/)
    const text = JSON.stringify(entries)
    for (const pesel of [one, two, ...many]) expect(text).not.toContain(pesel)
  })

  it('are found in the filters that contain them', async () => {
    const { accountId } = await service.createAccount()
    const context = panelContext(service, accountId)
    const make = async (name: string, pesel: string[]) =>
      (await context.callService('filters.create', { body: { name, content: { pesel } } })).id
    const wanted = await make('a', [peselOf(10), peselOf(11)])
    await make('b', [peselOf(11)])
    const found = await personalHandlers['personal.filters']({ body: { value: ` ${peselOf(10)} ` } }, context)
    expect(found).toEqual({ ids: [wanted] })
  })

  it('of monitors are exported after an audit entry with the number of monitors', async () => {
    const { accountId } = await service.createAccount()
    const monitors = await Promise.all([12, 13, 14].map((n) => watch(accountId, peselOf(n), { label: `nr ${n}` })))
    const ids = [...monitors.slice(1).map(({ id }) => id), NOBODY]
    const { items } = await personalHandlers['personal.export']({ body: { ids } }, panelContext(service, accountId))
    expect(new Set(items.map(({ identifier_value }) => identifier_value))).toEqual(new Set([peselOf(13), peselOf(14)]))
    expect(await entriesOf(accountId)).toMatchObject([{ action: 'personal.export', after: { monitors: 2 } }])
  })

  it("of the requested filters are exported unmasked after an audit entry with the persons' hashes", async () => {
    const [ownAccount, other] = [await service.createAccount(), await service.createAccount()]
    const context = panelContext(service, ownAccount.accountId)
    const make = (owner: typeof context, name: string, content: object) =>
      owner.callService('filters.create', { body: { name, content } })
    const one = await make(context, `o ${peselOf(31)}`, { pesel: [peselOf(30)], name: [`Jan ${peselOf(32)}`] })
    await make(context, 'b', { pesel: [peselOf(33)] })
    const foreign = await make(panelContext(service, other.accountId), 'c', { pesel: [peselOf(34)] })
    const { items } = await personalHandlers['personal.exportFilters'](
      { body: { ids: [one.id, foreign.id, NOBODY] } },
      context,
    )
    expect(items).toEqual([{ id: one.id, name: one.name, content: one.content }])
    const [entry] = await entriesOf(ownAccount.accountId)
    expect(entry).toMatchObject({ action: 'personal.export', after: { filters: 1 } })
    const recordedValues = await recordedValuesOf(service.storage.db, ownAccount.accountId)
    const recordedPersons = [30, 31, 32].map((n) => recordedValues.value('pesel', peselOf(n))).toSorted()
    expect(entry?.after).toMatchObject({ persons: recordedPersons })
    for (const n of [30, 31, 32, 33, 34]) expect(JSON.stringify(entry)).not.toContain(peselOf(n))
  })

  it('are not revealed if the audit entry cannot be written', async () => {
    const { accountId } = await service.createAccount()
    const { id } = await watch(accountId, peselOf(15))
    const context = panelContext(service, accountId)
    const broken = { ...context, account: { ...context.account, id: NOBODY } }
    const body = { kind: 'monitor', id, field: 'identifier_value' } as const
    await expect(personalHandlers['personal.reveal']({ body }, broken)).rejects.toThrow()
  })
})
