import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import { ApiError } from '@/lib/domain/api-error'
import type { PanelParsed } from '@/lib/features/contract'
import type { CallService, PanelContext } from '@/lib/panel/context'
import { publish } from '@/lib/service/monitors/publish'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { krsOf } from '@/lib/testing/identifiers'
import { callServiceAs, panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { panelEventHandlers } from './handlers'

/** Much less than the 20 s of a waiting call, even on a busy machine. */
const SOON_MS = 12_000

const [ofKrz] = await liveAnnouncements('krz', 1)
if (!ofKrz) throw new Error('the sample has no announcement to start from')

type Query = Partial<PanelParsed<'events.updates'>['query']>

async function measure<T>(task: Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const result = await task
  return [performance.now() - started, result]
}

describe.each(engines)('a page that waits for events on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  let subject = 7000
  /** Creates a user of an account that watches one company; counts the calls of the service. */
  async function createReader(
    overrides: Partial<PanelContext> = {},
    change = (callService: CallService) => callService,
  ) {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const krs = krsOf((subject += 1))
    const body = { identifier_type: 'krs', identifier_value: krs }
    await service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors', body)
    const member = await makeMember(service.storage, {
      accountId,
      role: 'owner',
      at: service.clock.now().toISOString(),
    })
    const user = { id: member.id, email: member.email, role: 'owner' as const }
    let waits = 0
    const real = callServiceAs(service, accountId)
    // Safe: it is passed on unchanged.
    const countingCall = ((name: 'updates.list', input: { query: { wait?: number } }) => {
      if (name === 'updates.list' && (input.query.wait ?? 0) > 0) waits += 1
      return real(name, input)
    }) as CallService
    const callService = change(countingCall)
    return {
      krs,
      waits: () => waits,
      review: (ids: number[]) =>
        panelEventHandlers['events.review'](
          { body: { ids, change: { note: 'x' } } },
          panelContext(service, accountId, { user, callService }),
        ),
      updates: (query: Query = {}, more: Partial<PanelContext> = {}) =>
        panelEventHandlers['events.updates'](
          { query: { since: 0, limit: 1000, wait: 0, ...query } },
          panelContext(service, accountId, { user, callService, ...overrides, ...more }),
        ),
    }
  }
  const send = async (krs: string) => {
    // Safe: only the fields of one source are replaced.
    const one = { ...ofKrz, nip: null, pesel: null, subject_id: null, krs, id: randomUUID() } as Announcement
    await publish(service.service.dependencies, [one])
  }
  const runLater = (ms: number, task: () => Promise<unknown>) => setTimeout(() => void task(), ms)

  it('receives an event as it arrives, with one call to the service for several waiting pages', async () => {
    const { krs, updates, waits } = await createReader()
    runLater(800, () => send(krs))
    const answers = await Promise.all(Array.from({ length: 5 }, () => measure(updates({ wait: 20 }))))
    for (const [ms, { items, is_live: isLive }] of answers) {
      expect(items).toHaveLength(1)
      expect(isLive).toBe(true)
      expect(ms).toBeGreaterThan(700)
      expect(ms).toBeLessThan(SOON_MS)
    }
    // One answered call, and possibly the next one.
    expect(waits()).toBeLessThanOrEqual(2)
  })

  it('receives a review of a colleague as it is made', async () => {
    const { krs, updates, review } = await createReader()
    await send(krs)
    const [event] = (await updates()).items
    const { next_since: since, latest_review } = await updates({ reviews_since: 0 })
    const waiting = measure(updates({ since, wait: 20, reviews_since: latest_review }))
    runLater(100, () => review([event?.id ?? 0]))
    const [ms, answer] = await waiting
    expect(answer).toMatchObject({ items: [], reviews: [{ id: event?.id, review: { note: 'x' } }] })
    expect(ms).toBeLessThan(SOON_MS)
  })

  it('gets an empty answer when its time is over', async () => {
    const { updates } = await createReader()
    const [ms, answer] = await measure(updates({ wait: 1 }))
    expect(answer).toMatchObject({ items: [], next_since: 0, more: false, is_live: true })
    expect(ms).toBeGreaterThan(900)
    expect(ms).toBeLessThan(SOON_MS)
  })

  it('is not answered early by an event that its filter excludes', async () => {
    const { krs, updates } = await createReader()
    runLater(300, () => send(krs))
    const [ms, answer] = await measure(updates({ wait: 2, source: ['msig'] }))
    expect(answer.items).toEqual([])
    expect(answer.next_since).toBeGreaterThan(0)
    expect(ms).toBeGreaterThan(1900)
  })

  it('is answered when the process stops or its request is aborted', async () => {
    const { updates } = await createReader()
    const stopping = AbortSignal.timeout(300)
    expect((await measure(updates({ wait: 20 }, { stopping })))[0]).toBeLessThan(SOON_MS)
    const request = new Request('http://panel.invalid/', { signal: AbortSignal.timeout(300) })
    expect((await measure(updates({ wait: 20 }, { request })))[0]).toBeLessThan(SOON_MS)
  })

  const withoutWaiting = (callService: CallService) =>
    ((name: 'updates.list', input: { query: { since: number; wait?: number } }) =>
      callService(name, { ...input, query: { ...input.query, wait: 0 } })) as CallService
  const refusingToWait = (callService: CallService) =>
    ((name: 'updates.list', input: { query: { wait?: number } }) =>
      (input.query.wait ?? 0) > 0
        ? Promise.reject(new ApiError('unknown', { status: 422, code: 'invalid' }))
        : callService(name, input)) as CallService

  const repeatingEvents = (callService: CallService) =>
    ((name: 'updates.list', input: { query: { since: number; wait?: number } }) =>
      callService(name, { ...input, query: { ...input.query, since: 0, wait: 0 } })) as CallService

  it('stops waiting at a service that repeats known events', async () => {
    const requests: unknown[] = []
    const { krs, updates } = await createReader({}, (callService) => {
      const real = repeatingEvents(callService)
      return ((name: 'updates.list', input: never) => {
        requests.push(input)
        return real(name, input)
      }) as CallService
    })
    await send(krs)
    expect((await updates({ wait: 5 })).items).toHaveLength(1)
    const [ms, answer] = await measure(updates({ since: Number.MAX_SAFE_INTEGER, wait: 20 }))
    expect(answer).toMatchObject({ items: [], is_live: false })
    expect(ms).toBeLessThan(SOON_MS)
    expect(requests.length).toBeLessThan(10)
  })

  it.each([
    ['ignores the wait parameter', withoutWaiting],
    ['refuses the wait parameter', refusingToWait],
  ])('is answered at once as not live when a service %s', async (_what, change) => {
    const { krs, updates, waits } = await createReader({}, change)
    const [ms, answer] = await measure(updates({ wait: 20 }))
    expect(answer).toMatchObject({ items: [], is_live: false, reading: { state: 'current' } })
    expect(ms).toBeLessThan(SOON_MS)
    service.clock.advance(10_000)
    await send(krs)
    expect((await updates({ wait: 20 })).items).toHaveLength(1)
    expect((await measure(updates({ since: Number.MAX_SAFE_INTEGER, wait: 20 })))[0]).toBeLessThan(SOON_MS)
    expect(waits()).toBe(0)
  })
})
