import { randomUUID } from 'node:crypto'

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import { ApiError } from '@/lib/domain/api-error'
import type { CallService } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { publish } from '@/lib/service/monitors/publish'
import { listEventsSince } from '@/lib/service/monitors/statements/monitor-events'
import { openStorage } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { krsOf, peselOf } from '@/lib/testing/identifiers'
import { callServiceAs, fetchAs, sendsNothing } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { type TestService, engines, startTestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import { readEvents } from './event-reader'
import { eventsJob } from './job'
import { toEventReading } from './refresh-event-copy'
import { findCursor } from './statements/event-cursors'
import { listStoredEventsAfter } from './statements/panel-events'

const [template] = await liveAnnouncements('krz', 1)
const about = (fields: Partial<Announcement>): Announcement =>
  // Safe: only the fields of one source are replaced.
  ({
    ...template,
    nip: null,
    krs: null,
    pesel: null,
    subject_id: null,
    id: randomUUID(),
    ...fields,
  }) as Announcement

const SEED = 20_261_120
const EVERYTHING = { since: 0, limit: 1_000_000 }

describe.each(engines)('the copy of the events on %s', (engine) => {
  let at: TestService
  let second: Storage
  let reopen: () => Promise<Storage>
  let drop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    at = await startTestService({ engine, ...(database && { databaseUrl: database.url }) })
    drop = () => database?.drop() ?? Promise.resolve()
    const { dataDir } = at.service.dependencies.config
    reopen = () => openStorage({ dataDir, databaseUrl: database?.url })
    // Two connections of one process to one SQLite file would wait for each other; between processes its lock
    // serialises them.
    second = engine === 'postgres' ? await reopen() : at.storage
  })
  afterAll(async () => {
    if (second !== at.storage) await second.close()
    await at.stop()
    await drop?.()
  })

  const watch = async (accountId: string, identifier_type: string, identifier_value: string) =>
    (
      await at.requestAs<{ id: string }>(at.principalOf(accountId), 'POST', '/v1/monitors', {
        identifier_type,
        identifier_value,
      })
    ).body.id
  const send = (count: number, fields: Partial<Announcement>) =>
    publish(
      at.service.dependencies,
      Array.from({ length: count }, () => about(fields)),
    )
  const sentTo = async (accountId: string) => {
    const everything = { accountId, source: undefined, monitorId: undefined, ...EVERYTHING }
    return (await listEventsSince(at.storage.db, everything)).map(({ id }) => id)
  }
  const keptOf = (accountId: string) => listStoredEventsAfter(at.storage.db, { accountId }, EVERYTHING)
  const clock = () => at.clock.now()

  it('holds what the service sent, with its day, and no personal number', async () => {
    const { accountId } = await at.createAccount()
    await watch(accountId, 'pesel', peselOf(7))
    at.clock.set('2026-11-20T23:30:00.000Z')
    await send(1, { pesel: peselOf(7), name: 'Jan Nowak', title: `Wezwanie ${peselOf(7)}` })
    await readEvents({ storage: at.storage, clock, ask: callServiceAs(at, accountId), accountId }, 5)
    const [kept] = await keptOf(accountId)
    expect(kept).toMatchObject({
      source: 'krz',
      subject_name: 'Jan Nowak',
      day: '2026-11-21',
      identifier_type: 'pesel',
    })
    expect(JSON.stringify(kept)).not.toContain(peselOf(7))
    expect(kept?.identifier_value).toMatch(/^\d\d•{7}\d\d$/)
  })

  it('leaves a service alone that asks for it, says so, and goes on where it was', async () => {
    const { accountId } = await at.createAccount()
    await watch(accountId, 'krs', krsOf(3))
    await send(3, { krs: krsOf(3) })
    let asked = 0
    const refuse = (() => {
      asked += 1
      return Promise.reject(new ApiError('slow down', { status: 429, code: 'http_429', retryAfterS: 40 }))
    }) as CallService
    const reader = { storage: at.storage, clock, ask: refuse, accountId }
    expect(await readEvents(reader, 5)).toBe('waiting')
    expect(await readEvents(reader, 5)).toBe('waiting')
    expect(asked).toBe(1)
    const cursor = await findCursor(at.storage.db, accountId)
    expect(toEventReading(cursor)).toMatchObject({ state: 'limited', code: 'rate_limited', as_of: null })
    at.clock.advance(41_000)
    expect(await readEvents({ ...reader, ask: callServiceAs(at, accountId) }, 5)).toBe('current')
    expect(toEventReading(await findCursor(at.storage.db, accountId))).toMatchObject({
      state: 'current',
      retry_at: null,
    })
    expect((await keptOf(accountId)).map(({ id }) => id)).toEqual(await sentTo(accountId))
  })

  it('reads a service that decided otherwise: a bare list without a place to go on from, times of another zone', async () => {
    const { accountId } = await at.createAccount()
    const sent = [
      { id: 5, created_at: '2026-11-20T00:30:00+02:00', source: 'ceidg' },
      { id: 9, created_at: 'kiedyś' },
    ]
    const pages = [sent, []]
    const ask = (() => Promise.resolve({ items: pages.shift() ?? [], next_since: 0 })) as unknown as CallService
    expect(await readEvents({ storage: at.storage, clock, ask, accountId }, 5)).toBe('current')
    const [first, last] = await keptOf(accountId)
    expect(first).toMatchObject({ id: 5, source: 'ceidg', created_at: '2026-11-19T22:30:00.000Z', day: '2026-11-19' })
    expect(last).toMatchObject({ id: 9, created_at: at.clock.now().toISOString() })
    expect((await findCursor(at.storage.db, accountId))?.since).toBe(9)
  })

  it('is kept by the job for every account with members, though one of them fails', async () => {
    const [one, other] = [await at.createAccount(), await at.createAccount()]
    for (const { accountId } of [one, other]) {
      await watch(accountId, 'krs', krsOf(8))
      await makeMember(at.storage, { accountId, at: at.clock.now().toISOString() })
    }
    await send(150, { krs: krsOf(8) })
    const { log, config } = at.service.dependencies
    const broken = (() => Promise.reject(new Error('a bug'))) as CallService
    const askFor = ({ id }: { id: string }) => (id === one.accountId ? broken : callServiceAs(at, id))
    await eventsJob.run({
      storage: at.storage,
      clock,
      log,
      dataDir: config.dataDir,
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      askFor,
      fetchFor: ({ id }) => fetchAs(at, id),
    })
    expect(await keptOf(one.accountId)).toEqual([])
    expect(await keptOf(other.accountId)).toHaveLength(150)
    expect((await findCursor(at.storage.db, other.accountId))?.is_behind).toBe(0)
  })

  /** Randomly answers, refuses, fails or loses the answer. */
  const faulty = (ask: CallService, faults: () => number): CallService =>
    (async (name: 'updates.list', input: Parameters<typeof ask<'updates.list'>>[1]) => {
      const fault = faults()
      if (fault === 1) throw new ApiError('slow down', { status: 429, code: 'rate_limited', retryAfterS: 1 })
      if (fault === 2) throw new ApiError('broken', { status: 500, code: 'internal' })
      const answer = await ask(name, { query: { ...input.query, limit: 100 } })
      if (fault === 3) throw new ApiError('too late', { kind: 'network', status: 0, code: 'network' })
      return answer
    }) as CallService

  let subject = 1000
  it('misses none and repeats none, with writers, readers and restarts all at once', async () => {
    const story = fc.record({
      writers: fc.array(fc.integer({ min: 1, max: 160 }), { minLength: 1, maxLength: 5 }),
      readers: fc.integer({ min: 1, max: 4 }),
      faults: fc.infiniteStream(fc.nat({ max: 9 })),
      restarts: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ writers, readers, faults, restarts }) => {
        const { accountId } = await at.createAccount()
        const krs = krsOf((subject += 1))
        await watch(accountId, 'krs', krs)
        const next = () => Number(faults.next().value)
        const ask = faulty(callServiceAs(at, accountId), next)
        let isWriting = true
        const write = Promise.all(writers.map((count) => send(count, { krs }))).then(() => (isWriting = false))
        const read = async (index: number) => {
          for (let turn = 0; turn < 500; turn += 1) {
            if (engine === 'postgres' && index === 1 && restarts.includes(turn)) {
              const old = second
              second = await reopen()
              // Interrupts it at an arbitrary point.
              void readEvents({ storage: old, clock, ask, accountId }, 3).catch(() => undefined)
              await old.close()
            }
            const storage = index % 2 === 0 ? at.storage : second
            const outcome = await readEvents({ storage, clock, ask, accountId }, 3).catch((error: unknown) => {
              // Its store was closed while it was running.
              if (storage === at.storage || storage === second) throw error
              return 'more' as const
            })
            if (outcome === 'waiting') at.clock.advance(31_000)
            if (outcome === 'current' && !isWriting) return
          }
          throw new Error('the reader did not come to an end')
        }
        await Promise.all([write, ...Array.from({ length: readers }, (_, index) => read(index))])
        // One more run for events published while the last page was read.
        await readEvents({ storage: at.storage, clock, ask: callServiceAs(at, accountId), accountId }, 50)
        at.clock.advance(31_000)
        await readEvents({ storage: at.storage, clock, ask: callServiceAs(at, accountId), accountId }, 50)
        const kept = (await keptOf(accountId)).map(({ id }) => id)
        expect(kept).toHaveLength(writers.reduce((sum, count) => sum + count, 0))
        expect(kept).toEqual(await sentTo(accountId))
      }),
      { numRuns: rounds({ long: 60, short: 12 }), seed: seedFor('readers of events', SEED), endOnFailure: true },
    )
  }, 120_000)
})
