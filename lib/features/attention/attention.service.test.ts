import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addDays, warsawDay } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import { panelEventHandlers } from '@/lib/features/events/handlers'
import { insertPanelEvents } from '@/lib/testing/delivery/rules'
import { panelContext } from '@/lib/testing/panel-context'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { attentionHandlers } from './handlers'

const BANKRUPTCY = 'Obwieszczenie o ogłoszeniu upadłości'

describe.each(sqliteOnly)('what needs attention on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const read = (accountId: string, role: Role = 'owner') =>
    attentionHandlers['attention.get']({}, panelContext(service, accountId, { role }))

  const listEvents = (accountId: string, query: { claims_within?: number; limit?: number }) =>
    panelEventHandlers['events.list']({ query: { limit: 10, ...query } }, panelContext(service, accountId))

  it('is nothing for a new account', async () => {
    const { accountId } = await service.createAccount()
    expect(await read(accountId)).toEqual({ items: [], archives_reports: false })
  })

  it('counts urgent events since yesterday and deadlines within a week, and names a single one', async () => {
    const { accountId } = await service.createAccount()
    const today = warsawDay(service.clock.now())
    await insertPanelEvents(
      service,
      accountId,
      { monitor_id: 'a', source: 'krz', title: BANKRUPTCY, day: today },
      { monitor_id: 'b', source: 'krs', title: 'Zmiana adresu siedziby', day: today },
      { monitor_id: 'c', source: 'krz', title: BANKRUPTCY, day: addDays(today, -1) },
      { monitor_id: 'd', source: 'krz', title: BANKRUPTCY, day: addDays(today, -2) },
      { monitor_id: 'e', source: 'krz', title: BANKRUPTCY, day: addDays(today, -26) },
      { monitor_id: 'f', source: 'krz', title: BANKRUPTCY, day: addDays(today, -40) },
    )
    const { items } = await read(accountId)
    expect(items.map(({ kind, count }) => [kind, count])).toEqual([
      ['urgent_events', 2],
      ['claims', 1],
    ])
    const [urgent, claims] = items
    expect(urgent).toMatchObject({ id: null, from: addDays(today, -1), to: today })
    const { id } = await service.storage.db
      .selectFrom('panel_events')
      .select('id')
      .where('account_id', '=', accountId)
      .where('monitor_id', '=', 'e')
      .executeTakeFirstOrThrow()
    expect(claims).toMatchObject({ id: String(id), from: null })
    expect((await listEvents(accountId, { claims_within: 7 })).items.map(({ id: each }) => each)).toEqual([id])
    expect((await listEvents(accountId, { claims_within: 0 })).total).toBe(0)
  })

  it('counts no urgent event that the team has reviewed, and those of the kinds that the account calls urgent', async () => {
    const { accountId } = await service.createAccount()
    const today = warsawDay(service.clock.now())
    const context = panelContext(service, accountId, { role: 'owner' })
    const urgent = async () => (await read(accountId)).items.find(({ kind }) => kind === 'urgent_events')
    await insertPanelEvents(
      service,
      accountId,
      { monitor_id: 'a', source: 'krz', title: BANKRUPTCY, day: today },
      { monitor_id: 'b', source: 'krs', title: 'Zmiana adresu siedziby', day: today },
    )
    const id = Number((await urgent())?.id)
    await panelEventHandlers['events.review']({ body: { ids: [id], change: { is_reviewed: true } } }, context)
    expect(await urgent()).toBeUndefined()
    await panelEventHandlers['eventSeverities.set']({ body: { choices: { seat: 'urgent' } } }, context)
    expect(await urgent()).toMatchObject({ count: 1 })
  })

  it('shows finance neither events nor what monitors do', async () => {
    const { accountId } = await service.createAccount()
    const today = warsawDay(service.clock.now())
    await insertPanelEvents(service, accountId, { monitor_id: 'a', source: 'krz', title: BANKRUPTCY, day: today })
    await service.storage.db
      .updateTable('event_cursors')
      .set({ code: 'refused', read_at: null })
      .where('account_id', '=', accountId)
      .execute()
    expect((await read(accountId, 'viewer')).items.map(({ kind }) => kind)).toEqual(['urgent_events', 'event_reading'])
    expect((await read(accountId, 'finance')).items).toEqual([])
  })

  it('reports a reading that the service has refused for more than an hour, and a stored archive', async () => {
    const { accountId } = await service.createAccount()
    const { db } = service.storage
    const readAt = (minutes: number) => new Date(service.clock.now().getTime() - minutes * 60_000).toISOString()
    const cursor = {
      account_id: accountId,
      since: 0,
      is_behind: 0,
      retry_at: null,
      code: 'rate_limited',
      last_review: 0,
    }
    await db
      .insertInto('event_cursors')
      .values({ ...cursor, read_at: readAt(59) })
      .execute()
    expect((await read(accountId)).items).toEqual([])
    await db
      .updateTable('event_cursors')
      .set({ read_at: readAt(61) })
      .where('account_id', '=', accountId)
      .execute()
    expect((await read(accountId)).items.map(({ kind }) => kind)).toEqual(['event_reading'])
  })
})
