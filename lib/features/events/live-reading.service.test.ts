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

async function timed<T>(task: Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const made = await task
  return [performance.now() - started, made]
}

describe.each(engines)('a page that waits for events on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  afterAll(() => at.stop())

  let subject = 7000
  /** Creates a user of an account that watches one company; counts the calls of the service. */
  async function reader(given: Partial<PanelContext> = {}, change = (ask: CallService) => ask) {
    const { accountId } = await at.createAccount({ plan: 'enterprise' })
    const krs = krsOf((subject += 1))
    const body = { identifier_type: 'krs', identifier_value: krs }
    await at.requestAs(at.principalOf(accountId), 'POST', '/v1/monitors', body)
    const member = await makeMember(at.storage, { accountId, role: 'owner', at: at.clock.now().toISOString() })
    const user = { id: member.id, email: member.email, role: 'owner' as const }
    let waits = 0
    const real = callServiceAs(at, accountId)
    // Safe: it is passed on unchanged.
    const counted = ((name: 'updates.list', input: { query: { wait?: number } }) => {
      if (name === 'updates.list' && (input.query.wait ?? 0) > 0) waits += 1
      return real(name, input)
    }) as CallService
    const ask = change(counted)
    return {
      krs,
      waits: () => waits,
      updates: (query: Query = {}, more: Partial<PanelContext> = {}) =>
        panelEventHandlers['events.updates'](
          { query: { since: 0, limit: 1000, wait: 0, ...query } },
          panelContext(at, accountId, { user, ask, ...given, ...more }),
        ),
    }
  }
  const send = async (krs: string) => {
    // Safe: only the fields of one source are replaced.
    const one = { ...ofKrz, nip: null, pesel: null, subject_id: null, krs, id: randomUUID() } as Announcement
    await publish(at.service.dependencies, [one])
  }
  const soon = (ms: number, task: () => Promise<unknown>) => setTimeout(() => void task(), ms)

  it('learns of one as it comes, though several wait by one call to the service', async () => {
    const { krs, updates, waits } = await reader()
    soon(800, () => send(krs))
    const answers = await Promise.all(Array.from({ length: 5 }, () => timed(updates({ wait: 20 }))))
    for (const [ms, { items, is_live: isLive }] of answers) {
      expect(items).toHaveLength(1)
      expect(isLive).toBe(true)
      expect(ms).toBeGreaterThan(700)
      expect(ms).toBeLessThan(SOON_MS)
    }
    // One answered call, and possibly the next one.
    expect(waits()).toBeLessThanOrEqual(2)
  })

  it('is answered empty when its time is over', async () => {
    const { updates } = await reader()
    const [ms, answer] = await timed(updates({ wait: 1 }))
    expect(answer).toMatchObject({ items: [], next_since: 0, more: false, is_live: true })
    expect(ms).toBeGreaterThan(900)
    expect(ms).toBeLessThan(SOON_MS)
  })

  it('is not answered by what it is not narrowed to', async () => {
    const { krs, updates } = await reader()
    soon(300, () => send(krs))
    const [ms, answer] = await timed(updates({ wait: 2, source: ['msig'] }))
    expect(answer.items).toEqual([])
    expect(answer.next_since).toBeGreaterThan(0)
    expect(ms).toBeGreaterThan(1900)
  })

  it('is answered when the process stops, or nobody waits for it any more', async () => {
    const { updates } = await reader()
    const stopping = AbortSignal.timeout(300)
    expect((await timed(updates({ wait: 20 }, { stopping })))[0]).toBeLessThan(SOON_MS)
    const request = new Request('http://panel.invalid/', { signal: AbortSignal.timeout(300) })
    expect((await timed(updates({ wait: 20 }, { request })))[0]).toBeLessThan(SOON_MS)
  })

  const ignoring = (ask: CallService) =>
    ((name: 'updates.list', input: { query: { since: number; wait?: number } }) =>
      ask(name, { ...input, query: { ...input.query, wait: 0 } })) as CallService
  const refusing = (ask: CallService) =>
    ((name: 'updates.list', input: { query: { wait?: number } }) =>
      (input.query.wait ?? 0) > 0
        ? Promise.reject(new ApiError('unknown', { status: 422, code: 'invalid' }))
        : ask(name, input)) as CallService

  const repeating = (ask: CallService) =>
    ((name: 'updates.list', input: { query: { since: number; wait?: number } }) =>
      ask(name, { ...input, query: { ...input.query, since: 0, wait: 0 } })) as CallService

  it('asks a service no more that gives again and again what is known', async () => {
    const asked: unknown[] = []
    const { krs, updates } = await reader({}, (ask) => {
      const real = repeating(ask)
      return ((name: 'updates.list', input: never) => {
        asked.push(input)
        return real(name, input)
      }) as CallService
    })
    await send(krs)
    expect((await updates({ wait: 5 })).items).toHaveLength(1)
    const [ms, answer] = await timed(updates({ since: Number.MAX_SAFE_INTEGER, wait: 20 }))
    expect(answer).toMatchObject({ items: [], is_live: false })
    expect(ms).toBeLessThan(SOON_MS)
    expect(asked.length).toBeLessThan(10)
  })

  it.each([
    ['does not know of waiting', ignoring],
    ['refuses it', refusing],
  ])('is told to ask again where a service %s', async (_what, change) => {
    const { krs, updates, waits } = await reader({}, change)
    const [ms, answer] = await timed(updates({ wait: 20 }))
    expect(answer).toMatchObject({ items: [], is_live: false, reading: { state: 'current' } })
    expect(ms).toBeLessThan(SOON_MS)
    at.clock.advance(10_000)
    await send(krs)
    expect((await updates({ wait: 20 })).items).toHaveLength(1)
    expect((await timed(updates({ since: Number.MAX_SAFE_INTEGER, wait: 20 })))[0]).toBeLessThan(SOON_MS)
    expect(waits()).toBe(0)
  })
})
