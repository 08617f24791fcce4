import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement, AnnouncementOf } from '@/lib/contract/announcement'
import type { RdfDocument } from '@/lib/contract/documents'
import { type MonitorEvent } from '@/lib/contract/events'
import type { Graph, RiskAssessment, SubjectRecord } from '@/lib/contract/records'
import type { WhiteListResult } from '@/lib/contract/white-list'
import { warsawDay } from '@/lib/domain/calendar'
import { type EventSource, eventSources } from '@/lib/domain/events/sources'
import { foldText } from '@/lib/domain/fold'
import { KRS_FIELDS } from '@/lib/service/documents/krs-fields'
import { dottedDay } from '@/lib/service/documents/polish'
import type { Publication } from '@/lib/service/monitors/matching'
import { download, pdfText } from '@/lib/testing/files'
import { rounds, seedFor } from '@/lib/testing/rounds'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { liveSlot } from '../announcements'
import { loadRegisters } from '../load-registers'
import { announce, type PublicationSlot } from './announce'
import { openWorld, publishSlots, publishWorld } from './publish-slots'

const NOW = '2026-11-20T11:00:00.000Z'
const SEED = 20_261_120
const HOUR_MS = 3_600_000

/** The KRS field whose entry sets a status. */
const STATUS_FIELDS: Readonly<Record<string, string>> = {
  deregistered: KRS_FIELDS.removal,
  bankruptcy: KRS_FIELDS.bankruptcy,
  restructuring: KRS_FIELDS.restructuring,
  liquidation: KRS_FIELDS.liquidation,
}
const MAX_EVIDENCE = 20

type Announcements = readonly Announcement[]
const announcementsFrom = <S extends EventSource>(announcements: Announcements, source: S) =>
  announcements.filter((each): each is AnnouncementOf<S> => each.source === source)
const last = <T>(items: readonly T[]): T | undefined => items.at(-1)
const krsOf = (announcements: Announcements, krs: string) =>
  announcementsFrom(announcements, 'krs').filter((each) => each.krs === krs)

describe.each(engines)('the sample world and its announcements on %s', (engine) => {
  let service: TestService
  let apiKey: string
  let seed = 0
  const allAnnouncements: Announcement[] = []
  beforeAll(async () => {
    service = await startTestService({
      engine,
      now: NOW,
      config: { rateLimitPerSecond: 100_000, rateLimitPerMinute: 100_000 },
    })
    await loadRegisters(service.service.dependencies, service.clock.now())
    apiKey = (
      await service.createAccount({
        plan: 'enterprise',
        limits: { lookups: 1_000_000, rdf: 1_000_000, pdfs: 100_000, wpv_checks: 100_000 },
      })
    ).apiKey
  }, 120_000)
  afterAll(() => service.stop())

  const get = async <B>(path: string) => {
    const answer = await service.request<B>(apiKey, 'GET', path)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  const slotFor = (source: EventSource): PublicationSlot => {
    seed += 1
    const now = service.clock.now()
    return { source, seed, day: warsawDay(now), at: now.toISOString() }
  }
  /** Publishes like the feeder, but records the announcements for inspection. */
  async function publish(slots: readonly PublicationSlot[]): Promise<Publication[]> {
    const publications = await service.storage.db.transaction().execute(async (db) => {
      const world = await openWorld(db, { day: warsawDay(service.clock.now()), slotCount: slots.length })
      const newPublications = await announce(world, slots)
      await publishWorld(db, world, newPublications)
      return newPublications
    })
    allAnnouncements.push(...publications.map(({ announcement }) => announcement))
    return publications
  }

  /** Capital, predominant activity, and the day of deregistration. */
  function expectFields(record: SubjectRecord, rows: readonly AnnouncementOf<'krs'>['row'][]) {
    const { krs, status } = record
    const newest = (field: string) => last(rows.filter((row) => row.field === field))
    const removed = newest(KRS_FIELDS.removal)
    if (removed) expect([krs, record.deregistered_on]).toEqual([krs, removed.change_date])
    if (status !== 'deregistered') expect([krs, record.deregistered_on]).toEqual([krs, null])
    const capital = newest(KRS_FIELDS.capital)?.new_value
    if (capital) expect([krs, `${record.share_capital_pln},00 PLN`]).toEqual([krs, capital])
    const activity = newest(KRS_FIELDS.activity)?.new_value
    if (activity) expect([krs, record.pkd_codes[0]]).toEqual([krs, activity])
    if (record.postcode) expect([krs, record.address?.includes(record.postcode)]).toEqual([krs, true])
  }

  /** The record of a company in KRS equals its last announcements. */
  async function expectRecord(krs: string) {
    const rows = krsOf(allAnnouncements, krs).map(({ row }) => row)
    const record = await get<SubjectRecord>(`/v1/record?krs=${krs}`)
    const name = last(rows.filter(({ field }) => field === KRS_FIELDS.name))?.new_value
    const street = last(rows.filter(({ field }) => field === KRS_FIELDS.street))?.new_value
    if (name) expect([krs, record.name]).toEqual([krs, name])
    if (street) expect([krs, record.address?.startsWith(`${street},`)]).toEqual([krs, true])
    const statusByField: Readonly<Record<string, string>> = {
      [KRS_FIELDS.liquidation]: 'liquidation',
      [KRS_FIELDS.liquidationEnded]: 'active',
      [KRS_FIELDS.bankruptcy]: 'bankruptcy',
      [KRS_FIELDS.restructuring]: 'restructuring',
      [KRS_FIELDS.restructuringEnded]: 'active',
      [KRS_FIELDS.removal]: 'deregistered',
    }
    const status = last(rows.flatMap(({ field }) => statusByField[field] ?? []))
    if (status) expect([krs, record.status]).toEqual([krs, status])
    expectFields(record, rows)
    const numbers = rows.map(({ entry_number }) => entry_number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    const entryKeys = rows.map(({ entry_number, field }) => `${entry_number} ${field}`)
    expect(new Set(entryKeys).size).toBe(entryKeys.length)
  }

  /** The old value of each change is the new value of the previous change. */
  function expectChain(krs: string) {
    const chained = [KRS_FIELDS.name, KRS_FIELDS.street, KRS_FIELDS.capital, KRS_FIELDS.activity]
    for (const field of chained) {
      const rows = krsOf(allAnnouncements, krs).flatMap(({ row }) => (row.field === field ? [row] : []))
      const before = rows.slice(1).map(({ old_value }) => old_value)
      expect([krs, field, before]).toEqual([krs, field, rows.slice(0, -1).map(({ new_value }) => new_value)])
    }
  }

  const maskedName = (name: string) => name.replaceAll(/(?<=\S)\S/g, '*')

  /**
   * New board members and liquidators hold their role since the day of the entry, and those who left no longer hold it.
   */
  async function expectBoard(krs: string) {
    const changes = krsOf(allAnnouncements, krs).flatMap(({ row }) => (row.field === KRS_FIELDS.board ? [row] : []))
    if (changes.length === 0) return
    const { root, nodes, edges } = await get<Graph>(`/v1/graph?krs=${krs}`)
    const names = new Map(nodes.map(({ id, name }) => [id, name]))
    const board = edges.filter(({ to, role }) => to === root && (role === 'board' || role === 'liquidator'))
    const seatsOn = (day: string, side: 'since' | 'until') =>
      board.filter((edge) => edge[side] === day).map(({ from }) => maskedName(names.get(from) ?? ''))
    const namesIn = (text: string | null) => (text ?? '').split('; ').map((each) => each.split(': ')[1] ?? '')
    for (const { change_date, new_value, old_value } of changes) {
      expect([krs, seatsOn(change_date, 'since')]).toEqual([krs, expect.arrayContaining(namesIn(new_value))])
      expect([krs, seatsOn(change_date, 'until')]).toEqual([krs, expect.arrayContaining(namesIn(old_value))])
    }
  }

  /** Announcements against a company count in its risk score, which references them. */
  async function expectRisk(krs: string) {
    const { status } = await get<SubjectRecord>(`/v1/record?krs=${krs}`)
    const { factors, score } = await get<RiskAssessment>(`/v1/risk?krs=${krs}`)
    const evidenceByFactor = new Map(factors.map(({ code, evidence }) => [code, evidence.map(({ id }) => id)]))
    const ofStatus = [...evidenceByFactor.keys()].filter((code) => code.startsWith('status_'))
    expect([krs, ofStatus]).toEqual([krs, status === 'active' ? [] : [`status_${status}`]])
    if (status === 'active') expect([krs, evidenceByFactor.has('krs_proceedings')]).toEqual([krs, false])
    const entry = last(krsOf(allAnnouncements, krs).filter(({ row }) => STATUS_FIELDS[status] === row.field))
    if (entry)
      expect([krs, evidenceByFactor.get(`status_${status}`)]).toEqual([krs, expect.arrayContaining([entry.id])])
    const recent = last(announcementsFrom(allAnnouncements, 'krz').filter((each) => each.krs === krs))
    const against = [...(evidenceByFactor.get('krz_recent') ?? []), ...(evidenceByFactor.get('krz_older') ?? [])]
    if (recent && against.length < MAX_EVIDENCE)
      expect([krs, against]).toEqual([krs, expect.arrayContaining([recent.id])])
    expect(score).toBe(
      Math.min(
        100,
        factors.reduce((sum, { points }) => sum + points, 0),
      ),
    )
  }

  async function expectExtract(krs: string) {
    const final = last(krsOf(allAnnouncements, krs))
    if (!final) return
    const { bytes } = await download(service, apiKey, `/v1/krs/pdf/${krs}?type=full`)
    const text = await pdfText(bytes)
    expect(text).toContain(`Ostatni wpis nr ${final.row.entry_number} z ${dottedDay(final.day)}`)
    expect(text).toContain(`Wpis ${final.row.entry_number} ${dottedDay(final.day)} · `)
    const activity = last(krsOf(allAnnouncements, krs).filter(({ row }) => row.field === KRS_FIELDS.activity))
    if (activity) expect(text).toContain(`Przedmiot przeważającej działalności ${activity.row.new_value}`)
  }

  async function expectDocuments(krs: string) {
    const filings = krsOf(allAnnouncements, krs).filter(({ row }) => row.field === KRS_FIELDS.statement)
    if (filings.length === 0) return
    const { items } = await get<{ items: RdfDocument[] }>(`/v1/rdf/documents?krs=${krs}`)
    const filingTexts = items.map(
      ({ period_start, period_end, filed_on }) =>
        `Roczne sprawozdanie finansowe za okres od ${dottedDay(period_start)} do ${dottedDay(period_end)}, złożono ${dottedDay(filed_on)}`,
    )
    for (const { row } of filings) expect(filingTexts).toContain(row.new_value)
    const statement = items.find(({ kind_code }) => kind_code === 18)
    const { status } = await download(service, apiKey, `/v1/rdf/documents/${encodeURIComponent(statement?.id ?? '')}`)
    expect(status).toBe(200)
  }

  /** The owners in CRBR are those of the last report; there were no changes since. */
  async function expectOwners(krs: string) {
    const report = last(announcementsFrom(allAnnouncements, 'crbr').filter((each) => each.krs === krs))
    if (!report) return
    const { root, nodes, edges } = await get<Graph>(`/v1/graph?krs=${krs}`)
    const names = new Map(nodes.map(({ id, name }) => [id, name]))
    const owners = edges.filter(({ to, role, until }) => to === root && role === 'beneficial_owner' && until === null)
    const present = owners.map(({ from }) => names.get(from))
    for (const { name } of report.row.present) expect([krs, present.includes(name)]).toEqual([krs, true])
    const stayed = new Set(report.row.present.map(({ name }) => name))
    for (const { name } of report.row.former)
      expect([krs, name, present.includes(name)]).toEqual([krs, name, stayed.has(name)])
  }

  async function expectWhiteList(nip: string) {
    const rows = announcementsFrom(allAnnouncements, 'wpv').flatMap((each) => (each.nip === nip ? [each.row] : []))
    if (rows.length === 0) return
    const { subject } = await get<WhiteListResult>(`/v1/wpv/record?nip=${nip}`)
    const status = last(rows.filter(({ field }) => field === 'status_vat'))
    if (status) expect([nip, subject?.status_vat]).toEqual([nip, status.new_value])
    if (subject?.status_vat === 'Niezarejestrowany') {
      expect([subject.account_numbers, subject.removal_date !== null]).toEqual([[], true])
    }
    const final = last(rows)
    if (final?.field === 'account_numbers') expectAccount(final, subject?.account_numbers ?? [])
  }

  function expectAccount({ new_value, old_value }: AnnouncementOf<'wpv'>['row'], accounts: readonly string[]) {
    if (new_value !== null) expect(accounts).toContain(new_value)
    if (old_value !== null) expect(accounts).not.toContain(old_value)
  }

  /** Every entry of a list can be found in the list. */
  async function expectListed(fresh: Announcements) {
    const lists = {
      knf: '/v1/knf/warnings',
      uokik: '/v1/uokik/decisions',
      sudop: '/v1/sudop/cases',
      bzp: '/v1/bzp/notices',
    }
    for (const source of ['knf', 'uokik', 'sudop', 'bzp'] as const) {
      const wanted = announcementsFrom(fresh, source).map(({ id }) => id)
      if (wanted.length === 0) continue
      const { items } = await get<{ items: { id: string }[] }>(`${lists[source]}?limit=1000`)
      const ids = items.map(({ id }) => id)
      expect([source, wanted.filter((id) => !ids.includes(id))]).toEqual([source, []])
    }
  }

  async function expectAll(fresh: Announcements) {
    const companies = [...new Set(fresh.flatMap(({ krs }) => krs ?? []))]
    for (const krs of companies) {
      await expectRecord(krs)
      await expectDocuments(krs)
      await expectOwners(krs)
      expectChain(krs)
      await expectBoard(krs)
      await expectRisk(krs)
    }
    for (const krs of companies.slice(0, 6)) await expectExtract(krs)
    for (const nip of new Set(fresh.flatMap(({ nip: number }) => number ?? []))) await expectWhiteList(nip)
    await expectListed(fresh)
    expectNoRepetition()
  }

  /** There are no repeated announcements, no announcements about deleted companies, and gazette positions ascend. */
  function expectNoRepetition() {
    const positions = announcementsFrom(allAnnouncements, 'msig').map(({ row }) => ({
      year: row.issue_number.split('/')[1],
      at: Number(row.position),
    }))
    for (const year of new Set(positions.map((each) => each.year))) {
      const ofYear = positions.filter((each) => each.year === year).map(({ at }) => at)
      expect(ofYear).toEqual(ofYear.map((_, index) => (ofYear[0] ?? 0) + index))
    }
    expect(new Set(allAnnouncements.map(({ id }) => id)).size).toBe(allAnnouncements.length)
    for (const removal of announcementsFrom(allAnnouncements, 'krs').filter(
      ({ row }) => row.field === KRS_FIELDS.removal,
    )) {
      const later = allAnnouncements
        .slice(allAnnouncements.indexOf(removal) + 1)
        .filter(({ krs }) => krs === removal.krs)
      expect(later).toEqual([])
    }
  }

  it('agree after any announcements in any order', async () => {
    const anySource = fc.constantFrom<EventSource>(...eventSources, 'krs', 'krs', 'krs', 'krz', 'wpv')
    await fc.assert(
      fc.asyncProperty(
        fc.array(anySource, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (sources, hours) => {
          service.clock.advance(hours * HOUR_MS)
          const published = await publish(sources.map(slotFor))
          await expectAll(published.map(({ announcement }) => announcement))
        },
      ),
      { numRuns: rounds({ long: 60, short: 8 }), seed: seedFor('announcements', SEED), endOnFailure: true },
    )
    expect(new Set(allAnnouncements.map(({ source }) => source))).toEqual(new Set(eventSources))
  }, 180_000)

  it('agree after so many announcements that the whole store is read at once', async () => {
    service.clock.advance(HOUR_MS)
    const published = await publish(
      Array.from({ length: 250 }, (_, index) => slotFor(liveSlot(index, warsawDay(service.clock.now())).source)),
    )
    expect(published.length).toBeGreaterThanOrEqual(250)
    await expectAll(published.map(({ announcement }) => announcement))
  }, 180_000)

  it('agree after concurrent publications', async () => {
    service.clock.advance(HOUR_MS)
    const before = allAnnouncements.length
    await Promise.all(Array.from({ length: 4 }, () => publish(Array.from({ length: 8 }, () => slotFor('krs')))))
    for (const krs of new Set(allAnnouncements.slice(before).flatMap((each) => each.krs ?? [])))
      await expectRecordOfStore(krs)
  }, 60_000)

  /** In the order of the store, because several processes published at once. */
  async function expectRecordOfStore(krs: string) {
    const { db } = service.storage
    const company = await db.selectFrom('subjects').selectAll().where('krs', '=', krs).executeTakeFirstOrThrow()
    const entries = await db
      .selectFrom('krs_entries')
      .selectAll()
      .where('company_id', '=', company.id)
      .orderBy('number')
      .execute()
    const rows = entries.map(({ number, field }) => `${number} ${field}`)
    expect(new Set(rows).size).toBe(rows.length)
    const street = last(entries.filter(({ field }) => field === KRS_FIELDS.street))
    if (street) expect(company.street).toBe(street.new_value)
    const days = entries.map(({ entered_on }) => entered_on)
    expect(days).toEqual(days.toSorted())
  }

  it('reach the monitors of a company from every source, and monitors show its new name', async () => {
    const { db } = service.storage
    const active = db.selectFrom('subjects').select('nip').where('kind', '=', 'company').where('status', '=', 'active')
    const nips = (await active.orderBy('id').limit(1000).execute()).flatMap(({ nip }) => nip ?? [])
    const items = nips.map((identifier_value) => ({ identifier_type: 'nip', identifier_value }))
    await service.request(apiKey, 'POST', '/v1/monitors/bulk', { items })
    service.clock.advance(12 * HOUR_MS)
    const sources = Array.from({ length: 100 }, (_, index) => eventSources[index % eventSources.length] ?? 'krs')
    const published = (await publish(sources.map(slotFor))).map(({ announcement }) => announcement)
    const { items: events } = await get<{ items: MonitorEvent[] }>('/v1/monitor-events?limit=1000')
    const reached = new Set(events.map(({ source, announcement_id }) => `${source} ${announcement_id}`))
    const watched = published.filter(({ nip }) => nip !== null && nips.includes(nip))
    expect(new Set(watched.map(({ source }) => source)).size).toBeGreaterThan(6)
    expect(watched.filter(({ source, id }) => !reached.has(`${source} ${id}`))).toEqual([])
    const monitorNames = await db
      .selectFrom('monitors')
      .innerJoin('subjects', 'subjects.nip', 'monitors.identifier_value')
      .select(['subject_name', 'name', 'monitors.search_text'])
      .execute()
    expect(monitorNames.filter(({ subject_name, name }) => subject_name !== name)).toEqual([])
    expect(monitorNames.filter(({ search_text, name }) => !search_text.includes(foldText(name)))).toEqual([])
  }, 60_000)
})

it.each(engines)('nothing is announced when the store is empty, on %s', async (engine) => {
  const service = await startTestService({ engine, now: NOW })
  try {
    const slot = { source: 'krs', seed: 1, day: '2026-11-20', at: NOW } as const
    const published = await service.storage.db.transaction().execute((db) => publishSlots(db, [slot]))
    expect(published).toEqual({ announcements: 0, events: 0 })
  } finally {
    await service.stop()
  }
})
