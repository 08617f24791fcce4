import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { BzpFilter } from '@/lib/contract/bzp'
import { ApiError } from '@/lib/domain/api-error'
import { warsawDay } from '@/lib/domain/calendar'
import type { CallService } from '@/lib/panel/context'
import { filterOf, openAlertsClient, runTenderJobs } from '@/lib/testing/bzp-alerts'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { bzpAlertHandlers } from './handlers'

const NOW = '2026-11-20T11:00:00.000Z'
const QUARTER = 15 * 60_000

type Notice = { id: string; title: string; published_at: string; [field: string]: unknown }

function remoteService() {
  const state = {
    notices: [] as Notice[],
    previews: 0,
    lists: [] as Record<string, unknown>[],
    units: 0,
    ignoresFilter: false,
    fails: undefined as ApiError | undefined,
  }
  const matching = ({ keywords }: Partial<BzpFilter>) =>
    state.notices
      .filter(({ title }) => state.ignoresFilter || (keywords ?? []).some((word) => title.toLowerCase().includes(word)))
      .toSorted((a, b) => (a.published_at < b.published_at ? 1 : -1))
  const preview = (filter: BzpFilter) => {
    state.previews += 1
    const all = matching(filter)
    const days = all.map(({ published_at: at }) => warsawDay(new Date(at ?? NOW)))
    const daily = [...new Set(days)].map((date) => ({ date, count: days.filter((day) => day === date).length }))
    return { days: 30, count: all.length, examples: all.slice(0, 5), daily }
  }
  const list = (
    query: { limit?: number; cursor?: string; date_from?: string; date_to?: string } & Partial<BzpFilter>,
  ) => {
    state.lists.push(query)
    const { limit = 100, cursor = '0', date_from: from = '', date_to: to = '9' } = query
    const within = matching(query).filter(({ published_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)
    const items = within.slice(Number(cursor), Number(cursor) + limit)
    state.units += items.length
    const next = Number(cursor) + items.length
    return { items, total: within.length, next_cursor: next < within.length ? String(next) : null }
  }
  const answer = async (name: string, input: never): Promise<unknown> => {
    if (state.fails) throw state.fails
    const { body, query } = input as { body: BzpFilter; query: Parameters<typeof list>[0] }
    return name === 'bzp.previewAlert' ? preview(body) : list(query)
  }
  // Safe: alerts call only these two operations.
  return { state, callService: answer as CallService }
}

describe.each(sqliteOnly)('alerts over a remote service on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine, now: NOW })
  })
  beforeEach(() => service.clock.set(NOW))
  afterAll(() => service.stop())

  let lastNoticeNumber = 0
  const noticeOf = (title: string, overrides: Partial<Notice> = {}): Notice => {
    lastNoticeNumber += 1
    const id = `r-${engine}-${lastNoticeNumber}`
    return {
      id,
      tender_id: `t-${id}`,
      title,
      description: 'Opis',
      authority: 'Gmina',
      published_at: service.clock.now().toISOString(),
      ...overrides,
    }
  }
  const openAccount = async (budget = 0) => {
    const { accountId } = await service.createAccount()
    const remote = remoteService()
    const owner = await openAlertsClient(service, accountId, {
      more: { isEmbedded: false, callService: remote.callService },
    })
    if (budget > 0) await bzpAlertHandlers['bzpAlerts.setBudget']({ body: { budget_units: budget } }, owner.context())
    const runJobs = async () => {
      service.clock.advance(QUARTER)
      const callFor = ({ id }: { id: string }) => (id === accountId ? remote.callService : remoteService().callService)
      await runTenderJobs(service, { isEmbedded: false, callFor })
    }
    const publish = (count: number, title: string) => {
      for (let index = 0; index < count; index += 1) {
        service.clock.advance(1000)
        remote.state.notices.push(noticeOf(`${title} ${index}`))
      }
    }
    return { remote: remote.state, owner, runJobs, publish }
  }
  const bridgeFilter = filterOf({ keywords: ['most'] })

  it('find what is new in the preview, at no cost', async () => {
    const { remote, owner, runJobs, publish } = await openAccount()
    publish(7, 'Most przed')
    const alert = await owner.create({ filter: bridgeFilter })
    await runJobs()
    expect(await owner.titles()).toEqual([])
    publish(3, 'Most po')
    await runJobs()
    await runJobs()
    expect(await owner.titles()).toEqual(['Most po 2', 'Most po 1', 'Most po 0'])
    expect(remote.lists).toEqual([])
    expect(await owner.watch()).toMatchObject({
      is_free: false,
      budget_units: 0,
      used_units: 0,
      previews: 3,
      behind: [],
    })
    expect((await owner.alerts())[0]).toMatchObject({ id: alert.id, match_count: 3, new_count: 3 })
  })

  it('find everything of a service that was empty before, whatever the dates', async () => {
    const { remote, owner, runJobs } = await openAccount()
    await owner.create({ filter: bridgeFilter })
    remote.notices.push(noticeOf('Most spóźniony', { published_at: '2026-11-18T10:00:00.000Z' }))
    await runJobs()
    expect(await owner.titles()).toEqual(['Most spóźniony'])
  })

  it('report what the budget did not cover, and fetch it once it does', async () => {
    const { remote, owner, runJobs, publish } = await openAccount()
    publish(2, 'Most przed')
    const alert = await owner.create({ filter: bridgeFilter })
    publish(30, 'Most')
    await runJobs()
    expect((await owner.matches()).total).toBe(5)
    expect((await owner.watch()).behind).toEqual([
      {
        alert_id: alert.id,
        since: expect.stringContaining('2026-11-20T11:00:0') as string,
        missing: 27,
        why: 'budget',
      },
    ])
    // Known notices among the examples must not hide the missing ones.
    await runJobs()
    expect((await owner.watch()).behind).toHaveLength(1)
    expect(remote.lists).toEqual([])
    await bzpAlertHandlers['bzpAlerts.setBudget']({ body: { budget_units: 20 } }, owner.context())
    await runJobs()
    expect((await owner.watch()).used_units).toBe(20)
    expect((await owner.watch()).behind).toHaveLength(1)
    await bzpAlertHandlers['bzpAlerts.setBudget']({ body: { budget_units: 200 } }, owner.context())
    await runJobs()
    expect((await owner.matches()).total).toBe(30)
    const watch = await owner.watch()
    expect([watch.behind, watch.used_units]).toEqual([[], remote.units])
    await runJobs()
    expect((await owner.watch()).used_units).toBe(remote.units)
  })

  it('use no more than the budget of a Warsaw month', async () => {
    const { remote, owner, runJobs, publish } = await openAccount(10)
    await owner.create({ filter: bridgeFilter })
    publish(40, 'Most')
    await runJobs()
    await runJobs()
    expect([remote.units, (await owner.watch()).used_units]).toEqual([10, 10])
    service.clock.set('2026-11-30T23:30:00.000Z')
    await runJobs()
    expect((await owner.watch()).used_units).toBe(10)
    expect(remote.units).toBe(20)
  })

  it('ignore notices that do not match the filter, and stop reading a list that ignores it', async () => {
    const { remote, owner, runJobs, publish } = await openAccount(1000)
    const alert = await owner.create({ filter: bridgeFilter })
    publish(2, 'Most')
    publish(1, 'Szkoła')
    remote.ignoresFilter = true
    await runJobs()
    expect(await owner.titles()).toEqual(['Most 1', 'Most 0'])
    expect((await owner.watch()).behind).toMatchObject([{ alert_id: alert.id, why: 'filter_ignored' }])
    await runJobs()
    expect(remote.lists).toEqual([])
  })

  it('pause after a refusal of the service, and resume when it answers', async () => {
    const { remote, owner, runJobs, publish } = await openAccount()
    await owner.create({ filter: bridgeFilter })
    publish(1, 'Most')
    remote.fails = new ApiError('Too many', { status: 429, code: 'rate_limited', retryAfterS: 1800 })
    await runJobs()
    expect((await owner.watch()).problem).toBe('rate_limited')
    remote.fails = undefined
    await runJobs()
    expect(await owner.titles()).toEqual([])
    await runJobs()
    expect(await owner.titles()).toEqual(['Most 0'])
    expect((await owner.watch()).problem).toBeNull()
    remote.fails = new ApiError('Pay', { status: 402, code: 'payment_required' })
    await runJobs()
    expect((await owner.watch()).problem).toBe('payment_required')
  })

  it('are not held up by a filter that the service refuses', async () => {
    const { remote, owner, runJobs, publish } = await openAccount()
    const refusedAlert = await owner.create({ name: 'dziwny', filter: filterOf({ keywords: ['dziwny'] }) })
    await owner.create({ filter: bridgeFilter })
    publish(1, 'Most')
    const refusing = { ...remote }
    const { callService } = owner.context()
    const callWithRefusal = async (name: string, input: never): Promise<unknown> => {
      const { body } = input as { body: BzpFilter }
      if (body.keywords.includes('dziwny')) throw new ApiError('No', { status: 422, code: 'invalid' })
      return callService(name as 'bzp.previewAlert', input)
    }
    service.clock.advance(QUARTER)
    await runTenderJobs(service, { isEmbedded: false, callFor: () => callWithRefusal as CallService })
    expect(refusing.lists).toEqual([])
    expect(await owner.titles()).toEqual(['Most 0'])
    expect((await owner.watch()).behind).toMatchObject([{ alert_id: refusedAlert.id, why: 'refused' }])
    await runJobs()
    expect((await owner.watch()).behind).toEqual([])
  })

  it('do not treat as new what a service without dates has shown before', async () => {
    const { remote, owner, runJobs } = await openAccount()
    const undated = (title: string) => ({ ...noticeOf(title), published_at: undefined as unknown as string })
    remote.notices.push(undated('Most A'), undated('Most B'))
    await owner.create({ filter: bridgeFilter })
    await runJobs()
    expect(await owner.titles()).toEqual([])
    remote.notices.push(undated('Most C'))
    await runJobs()
    expect(await owner.titles()).toEqual(['Most C'])
    const days = await openAccount()
    days.remote.notices.push(noticeOf('Most rano', { published_at: '2026-11-20' }))
    await days.owner.create({ filter: bridgeFilter })
    days.remote.notices.push(noticeOf('Most potem', { published_at: '2026-11-20' }))
    await days.runJobs()
    expect(await days.owner.titles()).toEqual(['Most potem'])
  })

  it('accept notices with few fields', async () => {
    const { remote, owner, runJobs } = await openAccount()
    await owner.create({ name: 'limit', filter: filterOf({ keywords: ['most'], value_from: 5 }) })
    await owner.create({ filter: filterOf({ keywords: ['most'], provinces: ['PL02'] }) })
    remote.notices.push({
      id: `skąpy-${engine}`,
      title: 'Most',
      published_at: service.clock.now().toISOString(),
      notice_type: 'New',
    })
    await runJobs()
    const { items } = await owner.matches()
    expect(items.map(({ tender_id, notice }) => [tender_id, Object.keys(notice).toSorted()])).toEqual([
      [`skąpy-${engine}`, ['id', 'published_at', 'title']],
    ])
  })
})
