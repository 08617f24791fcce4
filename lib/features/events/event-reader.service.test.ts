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
const announcementWith = (fields: Partial<Announcement>): Announcement =>
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

describe.each(engines)('the stored copy of events on %s', (engine) => {
  let service: TestService
  let second: Storage
  let reopen: () => Promise<Storage>
  let drop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    service = await startTestService({ engine, ...(database && { databaseUrl: database.url }) })
    drop = () => database?.drop() ?? Promise.resolve()
    const { dataDir } = service.service.dependencies.config
    reopen = () => openStorage({ dataDir, databaseUrl: database?.url })
    // Two connections of one process to one SQLite file would wait for each other; between processes its lock
    // serialises them.
    second = engine === 'postgres' ? await reopen() : service.storage
  })
  afterAll(async () => {
    if (second !== service.storage) await second.close()
    await service.stop()
    await drop?.()
  })

  const watch = async (accountId: string, identifier_type: string, identifier_value: string) =>
    (
      await service.requestAs<{ id: string }>(service.principalOf(accountId), 'POST', '/v1/monitors', {
        identifier_type,
        identifier_value,
      })
    ).body.id
  const send = (count: number, fields: Partial<Announcement>) =>
    publish(
      service.service.dependencies,
      Array.from({ length: count }, () => announcementWith(fields)),
    )
  const sentTo = async (accountId: string) => {
    const everything = { accountId, source: undefined, monitorId: undefined, ...EVERYTHING }
    return (await listEventsSince(service.storage.db, everything)).map(({ id }) => id)
  }
  const listStored = (accountId: string) => listStoredEventsAfter(service.storage.db, { accountId }, EVERYTHING)
  const clock = () => service.clock.now()

  it('contains what the service sent, with its day and without personal numbers', async () => {
    const { accountId } = await service.createAccount()
    await watch(accountId, 'pesel', peselOf(7))
    service.clock.set('2026-11-20T23:30:00.000Z')
    await send(1, { pesel: peselOf(7), name: 'Jan Nowak', title: `Wezwanie ${peselOf(7)}` })
    await readEvents({ storage: service.storage, clock, callService: callServiceAs(service, accountId), accountId }, 5)
    const [stored] = await listStored(accountId)
    expect(stored).toMatchObject({
      source: 'krz',
      subject_name: 'Jan Nowak',
      day: '2026-11-21',
      identifier_type: 'pesel',
    })
    expect(JSON.stringify(stored)).not.toContain(peselOf(7))
    expect(stored?.identifier_value).toMatch(/^\d\d•{7}\d\d$/)
  })

  it('waits when the service limits its rate, reports that, and then continues from its cursor', async () => {
    const { accountId } = await service.createAccount()
    await watch(accountId, 'krs', krsOf(3))
    await send(3, { krs: krsOf(3) })
    let requests = 0
    const refuse = (() => {
      requests += 1
      return Promise.reject(new ApiError('slow down', { status: 429, code: 'http_429', retryAfterS: 40 }))
    }) as CallService
    const reader = { storage: service.storage, clock, callService: refuse, accountId }
    expect(await readEvents(reader, 5)).toBe('waiting')
    expect(await readEvents(reader, 5)).toBe('waiting')
    expect(requests).toBe(1)
    const cursor = await findCursor(service.storage.db, accountId)
    expect(toEventReading(cursor)).toMatchObject({ state: 'limited', code: 'rate_limited', as_of: null })
    service.clock.advance(41_000)
    expect(await readEvents({ ...reader, callService: callServiceAs(service, accountId) }, 5)).toBe('current')
    expect(toEventReading(await findCursor(service.storage.db, accountId))).toMatchObject({
      state: 'current',
      retry_at: null,
    })
    expect((await listStored(accountId)).map(({ id }) => id)).toEqual(await sentTo(accountId))
  })

  it('accepts a service without a cursor that uses other time zones and invalid times', async () => {
    const { accountId } = await service.createAccount()
    const sent = [
      { id: 5, created_at: '2026-11-20T00:30:00+02:00', source: 'ceidg' },
      { id: 9, created_at: 'kiedyś' },
    ]
    const pages = [sent, []]
    const callService = (() => Promise.resolve({ items: pages.shift() ?? [], next_since: 0 })) as unknown as CallService
    expect(await readEvents({ storage: service.storage, clock, callService, accountId }, 5)).toBe('current')
    const [first, last] = await listStored(accountId)
    expect(first).toMatchObject({ id: 5, source: 'ceidg', created_at: '2026-11-19T22:30:00.000Z', day: '2026-11-19' })
    expect(last).toMatchObject({ id: 9, created_at: service.clock.now().toISOString() })
    expect((await findCursor(service.storage.db, accountId))?.since).toBe(9)
  })

  it('is updated by the job for every account with members, even if one of them fails', async () => {
    const [one, other] = [await service.createAccount(), await service.createAccount()]
    for (const { accountId } of [one, other]) {
      await watch(accountId, 'krs', krsOf(8))
      await makeMember(service.storage, { accountId, at: service.clock.now().toISOString() })
    }
    await send(150, { krs: krsOf(8) })
    const { log, config } = service.service.dependencies
    const broken = (() => Promise.reject(new Error('a bug'))) as CallService
    const callFor = ({ id }: { id: string }) => (id === one.accountId ? broken : callServiceAs(service, id))
    await eventsJob.run({
      storage: service.storage,
      clock,
      log,
      dataDir: config.dataDir,
      mail: noMail,
      ...sendsNothing,
      isEmbedded: true,
      callFor,
      fetchFor: ({ id }) => fetchAs(service, id),
    })
    expect(await listStored(one.accountId)).toEqual([])
    expect(await listStored(other.accountId)).toHaveLength(150)
    expect((await findCursor(service.storage.db, other.accountId))?.is_behind).toBe(0)
  })

  /** Randomly answers, refuses, fails or loses the answer. */
  const withFaults = (callService: CallService, faults: () => number): CallService =>
    (async (name: 'updates.list', input: Parameters<typeof callService<'updates.list'>>[1]) => {
      const fault = faults()
      if (fault === 1) throw new ApiError('slow down', { status: 429, code: 'rate_limited', retryAfterS: 1 })
      if (fault === 2) throw new ApiError('broken', { status: 500, code: 'internal' })
      const answer = await callService(name, { query: { ...input.query, limit: 100 } })
      if (fault === 3) throw new ApiError('too late', { kind: 'network', status: 0, code: 'network' })
      return answer
    }) as CallService

  let subject = 1000
  it('misses and repeats no event with concurrent writers, readers and restarts', async () => {
    const story = fc.record({
      writers: fc.array(fc.integer({ min: 1, max: 160 }), { minLength: 1, maxLength: 5 }),
      readers: fc.integer({ min: 1, max: 4 }),
      faults: fc.infiniteStream(fc.nat({ max: 9 })),
      restarts: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(story, async ({ writers, readers, faults, restarts }) => {
        const { accountId } = await service.createAccount()
        const krs = krsOf((subject += 1))
        await watch(accountId, 'krs', krs)
        const next = () => Number(faults.next().value)
        const callService = withFaults(callServiceAs(service, accountId), next)
        let isWriting = true
        const write = Promise.all(writers.map((count) => send(count, { krs }))).then(() => (isWriting = false))
        const read = async (index: number) => {
          for (let round = 0; round < 500; round += 1) {
            if (engine === 'postgres' && index === 1 && restarts.includes(round)) {
              const old = second
              second = await reopen()
              // Interrupts it at an arbitrary point.
              void readEvents({ storage: old, clock, callService, accountId }, 3).catch(() => undefined)
              await old.close()
            }
            const storage = index % 2 === 0 ? service.storage : second
            const outcome = await readEvents({ storage, clock, callService, accountId }, 3).catch((error: unknown) => {
              // Its store was closed while it was running.
              if (storage === service.storage || storage === second) throw error
              return 'more' as const
            })
            if (outcome === 'waiting') service.clock.advance(31_000)
            if (outcome === 'current' && !isWriting) return
          }
          throw new Error('the reader did not come to an end')
        }
        await Promise.all([write, ...Array.from({ length: readers }, (_, index) => read(index))])
        // One more run for events published while the last page was read.
        await readEvents(
          { storage: service.storage, clock, callService: callServiceAs(service, accountId), accountId },
          50,
        )
        service.clock.advance(31_000)
        await readEvents(
          { storage: service.storage, clock, callService: callServiceAs(service, accountId), accountId },
          50,
        )
        const storedIds = (await listStored(accountId)).map(({ id }) => id)
        expect(storedIds).toHaveLength(writers.reduce((sum, count) => sum + count, 0))
        expect(storedIds).toEqual(await sentTo(accountId))
      }),
      { numRuns: rounds({ long: 60, short: 12 }), seed: seedFor('readers of events', SEED), endOnFailure: true },
    )
  }, 120_000)
})
