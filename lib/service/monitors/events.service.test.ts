import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import { type EventDetails, MAX_EVENT_TEXT, type MonitorEvent } from '@/lib/contract/events'
import type { Monitor } from '@/lib/contract/monitors'
import { maskIdentifier } from '@/lib/domain/identifiers/identifiers'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { createCaller } from '@/lib/testing/caller'
import { bareSubject } from '@/lib/testing/companies'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { publish, publishWithin } from './publish'

type Feed = { items: MonitorEvent[]; next_since: number }
type Page = { items: MonitorEvent[]; total: number; next_cursor: string | null }

const [krzTemplate] = await liveAnnouncements('krz', 1)
const [msigTemplate] = await liveAnnouncements('msig', 1)
if (!krzTemplate || !msigTemplate) throw new Error('the sample has no announcement to start from')

const NOBODY = { nip: null, krs: null, pesel: null, subject_id: null, signature: null, name: 'NIKT', title: 'Tytuł' }
const krz = (fields: Partial<Announcement> = {}): Announcement =>
  ({ ...krzTemplate, ...NOBODY, id: randomUUID(), ...fields }) as Announcement
const msig = (fields: Partial<Announcement> = {}): Announcement =>
  ({ ...msigTemplate, ...NOBODY, id: randomUUID(), ...fields }) as Announcement

const masked = (pesel: string) => maskIdentifier('pesel', pesel)

function signal() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

describe.each(engines)('events on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())
  const send = (...announcements: Announcement[]) => publish(service.service.dependencies, announcements)

  async function account() {
    const { call } = await createCaller(service, { plan: 'enterprise' })
    return {
      call,
      watch: async (identifier_type: string, identifier_value: string) => {
        const answer = await call<Monitor>('POST', '/v1/monitors', { identifier_type, identifier_value })
        expect(answer.status).toBe(201)
        return answer.body.id
      },
      watchFilter: async (content: unknown) => {
        const filter = await call<{ id: string }>('POST', '/v1/filters', { name: 'f', content })
        const monitor = await call<Monitor>('POST', '/v1/monitors', { filter_id: filter.body.id })
        return { filterId: filter.body.id, monitorId: monitor.body.id }
      },
      feed: async (query = '') => (await call<Feed>('GET', `/v1/updates?${query}`)).body,
      page: async (query = '') => (await call<Page>('GET', `/v1/monitor-events?${query}`)).body,
    }
  }

  describe('matching', () => {
    it('creates an event for each kind of identifier and updates the monitor', async () => {
      const { watch, feed, call } = await account()
      const subjectId = randomUUID()
      for (const [type, value, field] of [
        ['nip', nipOf(1), 'nip'],
        ['krs', krsOf(1), 'krs'],
        ['pesel', peselOf(1), 'pesel'],
        ['subject_id', subjectId, 'subject_id'],
      ] as const) {
        const id = await watch(type, value)
        const { next_since: since } = await feed()
        service.clock.advance(1000)
        const announcement = krz({ [field]: value, name: 'ŻÓŁW S.A.' })
        expect(await send(announcement)).toEqual({ announcements: 1, events: 1 })
        const { items, next_since } = await feed(`since=${since}`)
        const at = service.clock.now().toISOString()
        expect(items).toEqual([
          {
            id: next_since,
            monitor_id: id,
            source: 'krz',
            announcement_id: announcement.id,
            identifier_type: type,
            identifier_value: value,
            created_at: at,
            subject_name: 'ŻÓŁW S.A.',
            title: 'Tytuł',
          },
        ])
        const monitor = await call<Monitor>('GET', `/v1/monitors/${id}`)
        expect(monitor.body).toMatchObject({ last_event_at: at, last_event_source: 'krz' })
      }
    })

    it('matches the other numbers of a subject', async () => {
      const { watch, feed } = await account()
      const id = randomUUID()
      const subject = bareSubject({ id, name: 'X', krs: krsOf(20), nip: nipOf(20), regon: '990000134' })
      await service.storage.db.insertInto('subjects').values(subject).execute()
      await watch('nip', nipOf(20))
      await watch('subject_id', id)
      await send(krz({ krs: krsOf(20) }))
      expect((await feed()).items.map((event) => event.identifier_type).sort()).toEqual(['nip', 'subject_id'])
    })

    it('creates one event when several values of a filter match, and no duplicates', async () => {
      const { watchFilter, watch, feed } = await account()
      const { monitorId } = await watchFilter({ nip: [nipOf(30)], krs: [krsOf(30)], name: ['Alfa Beta'] })
      const single = await watch('nip', nipOf(30))
      const announcement = krz({ nip: nipOf(30), krs: krsOf(30), name: 'Alfa Beta' })
      await send(announcement, announcement)
      await send(announcement)
      const { items } = await feed()
      expect(items.map((event) => [event.monitor_id, event.identifier_type])).toEqual(
        expect.arrayContaining([
          [single, 'nip'],
          [monitorId, 'krs'],
        ]),
      )
      expect(items).toHaveLength(2)
    })

    it('matches signatures only in their own register and names only as whole words', async () => {
      const { watchFilter, feed } = await account()
      await watchFilter({
        krz_signature: ['wa1m/gup-s/777/2026'],
        msig_signature: ['IX GU 777/26'],
        name: ['Wisła Gdańska'],
      })
      const hit = [
        krz({ signature: 'WA1M/GUp-s/777/2026' }),
        msig({ signature: 'IX GU 777/26' }),
        krz({ name: 'HURTOWNIA WISŁA GDAŃSKA SPÓŁKA Z O.O.' }),
        msig({ name: '„Wisła-Gdańska”' }),
      ]
      const missed = [
        msig({ signature: 'WA1M/GUp-s/777/2026' }),
        krz({ signature: 'IX GU 777/26' }),
        krz({ name: 'WISŁA GDAŃSKAZ' }),
        krz({ name: 'WISŁA NOWA GDAŃSKA' }),
        krz({ name: 'GDAŃSKA WISŁA' }),
      ]
      await send(...hit, ...missed)
      const { items } = await feed()
      expect(items.map((event) => event.announcement_id)).toEqual(hit.map(({ id }) => id))
      expect(items.map((event) => event.identifier_type)).toEqual(['krz_signature', 'msig_signature', 'name', 'name'])
    })

    it('uses the edited content of a filter and creates no events for a deleted one', async () => {
      const { watchFilter, call, feed } = await account()
      const { filterId } = await watchFilter({ nip: [nipOf(40)] })
      await call('PUT', `/v1/filters/${filterId}`, { name: 'f', content: { nip: [nipOf(41)] } })
      await send(krz({ nip: nipOf(40) }), krz({ nip: nipOf(41) }))
      expect((await feed()).items.map((event) => event.identifier_value)).toEqual([nipOf(41)])
      await call('DELETE', `/v1/filters/${filterId}`)
      await send(krz({ nip: nipOf(41) }))
      expect((await feed()).items).toHaveLength(1)
    })

    it('stores announcements that nobody watches', async () => {
      const announcement = krz({ nip: nipOf(45) })
      expect(await send(announcement)).toEqual({ announcements: 1, events: 0 })
      const { db } = service.storage
      const row = await db.selectFrom('announcements').selectAll().where('id', '=', announcement.id).executeTakeFirst()
      expect(row).toMatchObject({ nip: nipOf(45), day: '2026-11-20', source: 'krz' })
      expect(JSON.parse(row?.row ?? '')).toEqual(krzTemplate.row)
      expect(await send()).toEqual({ announcements: 0, events: 0 })
    })
  })

  describe('feed', () => {
    it('continues from the given position, filtered by source and monitor', async () => {
      const { watch, feed } = await account()
      const [first, second] = [await watch('nip', nipOf(50)), await watch('nip', nipOf(51))]
      await send(krz({ nip: nipOf(50) }), msig({ nip: nipOf(50) }), krz({ nip: nipOf(51) }))
      const all = (await feed()).items
      const ids = all.map(({ id }) => id)
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      const start = await feed('limit=2')
      expect(start).toEqual({ items: all.slice(0, 2), next_since: ids[1] })
      expect(await feed(`since=${start.next_since}`)).toEqual({ items: all.slice(2), next_since: ids[2] })
      expect(await feed(`since=${ids[2]}`)).toEqual({ items: [], next_since: ids[2] })
      expect(await feed('since=9007199254740991')).toEqual({ items: [], next_since: 9007199254740991 })
      expect((await feed('source=msig')).items).toEqual([all[1]])
      expect((await feed(`monitor_id=${first}`)).items).toEqual(all.slice(0, 2))
      expect((await feed(`monitor_id=${second}&source=msig`)).items).toEqual([])
    })

    it('rejects an invalid position, limit or source', async () => {
      const { call } = await account()
      for (const query of [
        'since=-1',
        'since=x',
        'since=1.5',
        'since=',
        'since=0x10',
        'since=1e3',
        'since=%2B5',
        'limit=0',
        'limit=5.0',
        'limit=1001',
        'source=x',
        'monitor_id=x',
      ]) {
        expect([query, (await call('GET', `/v1/updates?${query}`)).status]).toEqual([query, 422])
      }
    })

    it('shows no events of another account', async () => {
      const [owner, other] = [await account(), await account()]
      const id = await owner.watch('nip', nipOf(55))
      await send(krz({ nip: nipOf(55) }))
      expect((await other.feed(`monitor_id=${id}`)).items).toEqual([])
      expect(await other.page(`monitor_id=${id}`)).toEqual({ items: [], total: 0, next_cursor: null })
    })
  })

  describe('list', () => {
    it('pages newest first and filters by Warsaw days', async () => {
      const { watch, page } = await account()
      await watch('nip', nipOf(60))
      const before = service.clock.now().toISOString()
      for (const at of [
        '2026-11-24T22:59:59.999Z',
        '2026-11-24T23:00:00.000Z',
        '2026-11-25T22:59:59.999Z',
        '2026-11-25T23:00:00.000Z',
      ]) {
        service.clock.set(at)
        await send(krz({ nip: nipOf(60) }))
      }
      service.clock.set(before)
      const all = await page('limit=1000')
      expect(all.total).toBe(4)
      expect(all.items.map(({ created_at }) => created_at.slice(8, 16))).toEqual([
        '25T23:00',
        '25T22:59',
        '24T23:00',
        '24T22:59',
      ])
      const received: MonitorEvent[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const next: Page = await page(`limit=3${cursor && `&cursor=${cursor}`}`)
        expect(next.total).toBe(4)
        received.push(...next.items)
        cursor = next.next_cursor
      }
      expect(received).toEqual(all.items)
      expect((await page('date_from=2026-11-25&date_to=2026-11-25')).items).toEqual(all.items.slice(1, 3))
      expect((await page('date_from=2026-11-26')).total).toBe(1)
      expect((await page('date_to=2026-11-24')).total).toBe(1)
      expect((await page('date_from=0001-01-01&date_to=9999-12-31')).total).toBe(4)
      expect((await page('source=msig')).total).toBe(0)
    })

    it('rejects a range that ends before it begins and an invalid cursor', async () => {
      const { call } = await account()
      for (const query of ['date_from=2026-11-02&date_to=2026-11-01', 'date_from=2026-02-30', 'cursor=x']) {
        expect([query, (await call('GET', `/v1/monitor-events?${query}`)).status]).toEqual([query, 422])
      }
    })
  })

  it('shows a polling reader every event once and in order while four writers publish', async () => {
    const { call, feed } = await account()
    const values = Array.from({ length: 40 }, (_, index) => nipOf(1000 + index))
    const items = values.map((identifier_value) => ({ identifier_type: 'nip', identifier_value }))
    await call('POST', '/v1/monitors/bulk', { items })
    const before = (await feed()).next_since
    const WRITERS = 4
    const ROUNDS = 25
    let writing = WRITERS
    const expected = new Set<string>()
    const writer = async (name: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const announcements = [0, 1, 2].map((step) =>
          krz({ nip: values[(name * 7 + round * 3 + step) % values.length] ?? '' }),
        )
        for (const { id } of announcements) expected.add(id)
        await send(...announcements)
      }
      writing -= 1
    }
    const received: MonitorEvent[] = []
    const reader = async () => {
      let since = before
      for (let done = false; !done;) {
        done = writing === 0
        const { body } = await call<Feed>('GET', `/v1/updates?since=${since}&limit=7`)
        received.push(...body.items)
        if (body.items.length > 0) done = false
        since = body.next_since
      }
    }
    await Promise.all([reader(), ...Array.from({ length: WRITERS }, (_, name) => writer(name))])
    const ids = received.map(({ id }) => id)
    expect(ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0))).toBe(true)
    expect(received).toHaveLength(WRITERS * ROUNDS * 3)
    expect(new Set(received.map((event) => event.announcement_id))).toEqual(expected)
  })

  // SQLite has one writer at a time, so no open transaction can be overtaken.
  it.runIf(engine === 'postgres')('shows no event before an earlier one that is not committed yet', async () => {
    const { watch, feed } = await account()
    await watch('nip', nipOf(80))
    await watch('nip', nipOf(81))
    const [early, late] = [krz({ nip: nipOf(80) }), krz({ nip: nipOf(81) })]
    const at = service.clock.now().toISOString()
    const written = signal()
    const gate = signal()
    const first = service.storage.db.transaction().execute(async (db) => {
      await publishWithin(db, [{ announcement: early, at }])
      written.open()
      await gate.opened
    })
    await written.opened
    const second = send(late)
    for (let poll = 0; poll < 20; poll += 1) expect((await feed()).items).toEqual([])
    gate.open()
    await Promise.all([first, second])
    expect((await feed()).items.map((event) => event.announcement_id)).toEqual([early.id, late.id])
  })

  it('creates each event once when several writers publish the same announcements', async () => {
    const { watch, feed } = await account()
    await watch('nip', nipOf(70))
    const announcements = Array.from({ length: 20 }, () => krz({ nip: nipOf(70) }))
    const results = await Promise.all(
      [announcements, announcements.toReversed(), announcements, announcements.toReversed()].map((list) =>
        send(...list),
      ),
    )
    expect(results.reduce((sum, { events }) => sum + events, 0)).toBe(20)
    expect((await feed()).items).toHaveLength(20)
  })

  describe('one event', () => {
    type Detailed = MonitorEvent & { details: EventDetails | null }
    const pesel = peselOf(7)
    /** An announcement of each source about one company, with a personal number wherever it has a text. */
    const announced: readonly (readonly [source: string, row: unknown, details: Partial<EventDetails>])[] = [
      [
        'krz',
        {
          number: 'KRZ/1',
          court: 'Sąd',
          tresc_text: `Jan, PESEL ${pesel}, ur. 14.05.1944 r. ${'x'.repeat(3000)}`,
          debtor_pesel: pesel,
        },
        { number: 'KRZ/1', court: 'Sąd', signature: 'WA1M/GUp/1/2026', changes: [] },
      ],
      [
        'krs',
        {
          section: 'Dział 1',
          field: 'Adres',
          old_value: 'Polna 1',
          new_value: `Leśna 2, ${pesel}`,
          entry_number: 12,
          nip: '1',
        },
        {
          number: '12',
          changes: [
            { section: 'Dział 1', field: 'Adres', old_value: 'Polna 1', new_value: `Leśna 2, ${masked(pesel)}` },
          ],
        },
      ],
      [
        'crbr',
        { former: [{ name: 'JAN KOWALSKI', detail: '60%' }], present: [] },
        {
          changes: [
            { section: null, field: 'Beneficjenci rzeczywiści', old_value: 'J** K*******: 60%', new_value: null },
          ],
        },
      ],
      [
        'wpv',
        { field: 'status_vat', old_value: 'Czynny', new_value: 'Niezarejestrowany' },
        { changes: [{ section: null, field: 'Status VAT', old_value: 'Czynny', new_value: 'Niezarejestrowany' }] },
      ],
      [
        'bzp',
        { notice_number: '2026/BZP 1', authority: 'Gmina', city: 'Łódź', title: 'Droga' },
        { number: '2026/BZP 1', text: 'Droga' },
      ],
      ['knf', { prosecutor: 'PR Warszawa', rulings: null, notified_on: '2026-11-19', notes: null }, { number: null }],
      [
        'uokik',
        { number: 'DKK-1', practice: 'Kartel', fined: true, appealed: false, parties: ['JAN KOWALSKI'] },
        { number: 'DKK-1' },
      ],
      [
        'sudop',
        { measure_number: 'SA.1', provider_name: 'PARP', measure_name: 'x', form: 'dotacja', gross_value_pln: '1.00' },
        { number: 'SA.1' },
      ],
    ]

    it.each(announced)('of %s says what the register says, without personal numbers', async (source, row, details) => {
      const { watch, feed, call } = await account()
      const [nip, krs] = [nipOf(900 + announced.findIndex(([name]) => name === source)), krsOf(900)]
      await watch('nip', nip)
      const fields = { ...NOBODY, id: randomUUID(), source, day: '2026-11-19', nip, krs, pesel, row }
      // Safe: the fields that are read are there.
      await send({ ...fields, signature: source === 'krz' ? 'WA1M/GUp/1/2026' : null } as unknown as Announcement)
      const [event] = (await feed()).items
      const { status, body } = await call<Detailed>('GET', `/v1/monitor-events/${event?.id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...event, details: { nip, krs, published_on: '2026-11-19', ...details } })
      expect(JSON.stringify(body.details)).not.toMatch(new RegExp(`${pesel}|KOWALSKI|1944`))
      expect(body.details?.text?.length ?? 0).toBeLessThanOrEqual(MAX_EVENT_TEXT)
    })

    it('has no details once its announcement is gone, and is not found by another account', async () => {
      const { watch, feed, call } = await account()
      const nip = nipOf(950)
      await watch('nip', nip)
      const announcement = krz({ nip })
      await send(announcement)
      const [event] = (await feed()).items
      const path = `/v1/monitor-events/${event?.id}`
      expect((await (await account()).call('GET', path)).status).toBe(404)
      await service.storage.db.deleteFrom('announcements').where('id', '=', announcement.id).execute()
      expect((await call<Detailed>('GET', path)).body).toEqual({ ...event, details: null })
      expect((await call('GET', '/v1/monitor-events/0')).status).toBe(422)
    })
  })
})
