import { createHash, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Announcement } from '@/lib/contract/announcement'
import { ApiError } from '@/lib/domain/api-error'
import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { coverageHandlers } from '@/lib/features/certificates/handlers'
import type { PanelParsed } from '@/lib/features/contract'
import { publish } from '@/lib/service/monitors/publish'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { krsOf, nipOf } from '@/lib/testing/identifiers'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { eventsFileName } from './files'
import { panelEventHandlers } from './handlers'
import { saveEvents } from './statements/panel-events'

const [ofMsig] = await liveAnnouncements('msig', 1)
const [ofKrz] = await liveAnnouncements('krz', 1)
if (!ofKrz) throw new Error('the sample has no announcement to start from')

describe.each(engines)('the events feature on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  const send = async (
    subjectNumbers: string | { krs: string; nip: string },
    template: Announcement = ofKrz,
    count = 1,
  ) => {
    const numbers = typeof subjectNumbers === 'string' ? { krs: subjectNumbers } : subjectNumbers
    const identifiers = { nip: null, pesel: null, subject_id: null, ...numbers }
    // Safe: only the fields of one source are replaced.
    const one = () => ({ ...template, ...identifiers, id: randomUUID() }) as Announcement
    service.clock.advance(10_000)
    await publish(service.service.dependencies, Array.from({ length: count }, one))
    service.clock.advance(10_000)
  }

  let subject = 1000
  /** Creates an account with users that watches one company. */
  async function openAccount() {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    const krs = krsOf((subject += 1))
    const create = (value: string, tags: string[]) =>
      service.requestAs<{ id: string }>(service.principalOf(accountId), 'POST', '/v1/monitors', {
        identifier_type: 'krs',
        identifier_value: value,
        tags,
      })
    const monitorId = (await create(krs, ['dostawca'])).body.id
    const other = krsOf((subject += 1))
    const otherId = (await create(other, ['klient'])).body.id
    const createUser = (role: Role = 'owner') => openUser(accountId, role)
    return { accountId, krs, monitorId, other, otherId, createUser }
  }

  async function openUser(accountId: string, role: Role) {
    const { id, email } = await makeMember(service.storage, { accountId, role, at: service.clock.now().toISOString() })
    const context = () => panelContext(service, accountId, { user: { id, email, role } })
    return {
      context,
      id,
      email,
      list: (query: Partial<PanelParsed<'events.list'>['query']> = {}) =>
        panelEventHandlers['events.list']({ query: { limit: 200, ...query } }, context()),
      updates: (since: number, query: Partial<PanelParsed<'events.updates'>['query']> = {}) =>
        panelEventHandlers['events.updates']({ query: { since, limit: 1000, wait: 0, ...query } }, context()),
      mark: (ids: number[], is_read: boolean) =>
        panelEventHandlers['events.mark']({ body: { ids, is_read } }, context()),
      markAll: (up_to: number, filter: Omit<PanelParsed<'events.markAll'>['body'], 'up_to'> = {}) =>
        panelEventHandlers['events.markAll']({ body: { up_to, ...filter } }, context()),
      undo: (turn: number) => panelEventHandlers['events.undoMarkAll']({ body: { turn } }, context()),
      get: (id: number) => panelEventHandlers['events.get']({ params: { id } }, context()),
      review: (ids: number[], change: PanelParsed<'events.review'>['body']['change']) =>
        panelEventHandlers['events.review']({ body: { ids, change } }, context()),
      file: (file: 'csv' | 'xlsx' | 'pdf', query: PanelParsed<'events.file'>['query'] = {}) =>
        panelEventHandlers['events.file']({ params: { file }, query }, context()),
      severities: (choices: PanelParsed<'eventSeverities.set'>['body']['choices']) =>
        panelEventHandlers['eventSeverities.set']({ body: { choices } }, context()),
      unread: async () => (await panelEventHandlers['events.unread']({}, context())).unread,
    }
  }

  it('lists pages newest first, and later events as updates, each event once', async () => {
    const { krs, createUser } = await openAccount()
    const owner = await createUser()
    await send(krs, ofKrz, 25)
    const first = await owner.list({ limit: 10 })
    expect(first).toMatchObject({ total: 25, reading: { state: 'current' }, unread: 25 })
    const rest = await owner.list({ limit: 1000, before: first.next_before ?? 0 })
    expect(rest.next_before).toBeNull()
    const ids = [...first.items, ...rest.items].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
    expect(ids).toHaveLength(25)
    await send(krs, ofKrz, 7)
    const some = await owner.updates(first.latest, { limit: 4 })
    expect(some).toMatchObject({ more: true, unread: 32 })
    const others = await owner.updates(some.next_since)
    expect(others.more).toBe(false)
    const later = [...some.items, ...others.items].map(({ id }) => id)
    expect(later).toHaveLength(7)
    expect(Math.min(...later)).toBeGreaterThan(first.latest)
    expect((await owner.updates(others.next_since)).items).toEqual([])
  })

  it('filters the list and the updates by source, monitor, tag and day', async () => {
    const { krs, other, otherId, createUser } = await openAccount()
    const owner = await createUser()
    service.clock.set('2026-11-22T22:00:00.000Z')
    await send(krs, ofKrz, 2)
    service.clock.set('2026-11-22T23:30:00.000Z')
    await send(krs, ofMsig, 3)
    await send(other, ofKrz, 4)
    expect((await owner.list({ source: ['msig'] })).total).toBe(3)
    expect((await owner.list({ source: ['msig', ofKrz.source] })).total).toBe(9)
    expect((await owner.list({ monitor_id: otherId })).total).toBe(4)
    expect((await owner.list({ tag: ['dostawca'] })).total).toBe(5)
    expect((await owner.list({ tag: ['klient'] })).tags_as_of).toBe(service.clock.now().toISOString())
    expect((await owner.list({ tag: ['klient', 'dostawca'] })).total).toBe(0)
    // 23:30 in London's winter time is the next day in Warsaw.
    expect((await owner.list({ date_from: '2026-11-22', date_to: '2026-11-22' })).total).toBe(2)
    expect((await owner.list({ date_from: '2026-11-23' })).total).toBe(7)
    expect((await owner.updates(0, { tag: ['klient'] })).items).toHaveLength(4)
    const { latest } = await owner.list()
    expect((await owner.updates(0, { source: ['bzp'] })).next_since).toBe(latest)
  })

  describe('for a company that is monitored by NIP and by KRS', () => {
    async function createTwoMonitors() {
      const { accountId, krs, monitorId, createUser } = await openAccount()
      const nip = nipOf((subject += 1))
      const body = { identifier_type: 'nip', identifier_value: nip, tags: ['drugi'] }
      const created = await service.requestAs<{ id: string }>(
        service.principalOf(accountId),
        'POST',
        '/v1/monitors',
        body,
      )
      const owner = await createUser()
      return { krs, nip, monitorId, nipMonitorId: created.body.id, owner, createUser }
    }
    const monitorsOf = ({ monitor_id: id, also }: { monitor_id: string; also: { monitor_id: string }[] }) =>
      [id, ...also.map((other) => other.monitor_id)].sort()

    it('lists each event once, with the identifiers of both monitors', async () => {
      const { krs, nip, monitorId, nipMonitorId, owner } = await createTwoMonitors()
      await send({ krs, nip }, ofKrz, 3)
      const { items, total, unread } = await owner.list()
      expect([items.length, total, unread]).toEqual([3, 3, 3])
      for (const item of items) {
        expect(monitorsOf(item)).toEqual([monitorId, nipMonitorId].sort())
        expect([item, ...item.also].map((each) => each.identifier_value).sort()).toEqual([krs, nip].sort())
      }
      const { items: updates } = await owner.updates(0)
      expect(updates.map(({ id }) => id)).toEqual(items.map(({ id }) => id).reverse())
    })

    it('finds events by either monitor and by the tags of either', async () => {
      const { krs, nip, monitorId, nipMonitorId, owner } = await createTwoMonitors()
      await send({ krs, nip }, ofKrz, 2)
      const day = service.clock.now().toISOString().slice(0, 10)
      for (const query of [
        { monitor_id: monitorId },
        { monitor_id: nipMonitorId },
        { tag: ['dostawca'] },
        { tag: ['drugi'] },
        { date_from: day },
      ]) {
        const { items, total } = await owner.list(query)
        expect([items.length, total], JSON.stringify(query)).toEqual([2, 2])
        expect(monitorsOf(items[0]!)).toEqual([monitorId, nipMonitorId].sort())
        expect((await owner.updates(0, query)).items, JSON.stringify(query)).toHaveLength(2)
      }
    })

    it('marks an event as read for both monitors at once', async () => {
      const { krs, nip, nipMonitorId, owner } = await createTwoMonitors()
      await send({ krs, nip }, ofKrz, 2)
      const { items } = await owner.list({ monitor_id: nipMonitorId })
      const [first] = items
      expect(await owner.mark([first!.id], true)).toEqual({ unread: 1 })
      const { items: all } = await owner.list()
      expect(all.map(({ is_unread: isUnread }) => isUnread)).toEqual([false, true])
      await owner.markAll(all[0]!.id + 10)
      expect(await owner.unread()).toBe(0)
      expect(await owner.mark([all[1]!.id], false)).toEqual({ unread: 1 })
    })

    it('keeps one entry when the second event is stored later', async () => {
      const { krs, nip, owner } = await createTwoMonitors()
      await send({ krs, nip }, ofKrz, 1)
      await owner.list()
      const [first, second] = await service.storage.db
        .selectFrom('panel_events')
        .selectAll()
        .where('identifier_value', 'in', [krs, nip])
        .orderBy('id')
        .execute()
      await service.storage.db.deleteFrom('panel_events').where('id', '=', second!.id).execute()
      const { lead_id: _lead, ...event } = second!
      await saveEvents(asAccountTx(service.storage.db), event.account_id, [event])
      expect((await owner.list()).items.map(({ id, also }) => [id, also.map((other) => other.id)])).toEqual([
        [first!.id, [second!.id]],
      ])
    })
  })

  it('uses the stored tags for a minute, then reads them again', async () => {
    const { accountId, krs, monitorId, createUser } = await openAccount()
    const owner = await createUser()
    await send(krs)
    expect((await owner.list({ tag: ['dostawca'] })).total).toBe(1)
    await service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors/bulk-tag', {
      ids: [monitorId],
      remove: ['dostawca'],
    })
    expect((await owner.list({ tag: ['dostawca'] })).total).toBe(1)
    service.clock.advance(61_000)
    expect((await owner.list({ tag: ['dostawca'] })).total).toBe(0)
  })

  it('counts unread events for each user, starting with those after the user was created', async () => {
    const { krs, createUser } = await openAccount()
    const early = await createUser()
    await send(krs, ofKrz, 3)
    const lateUser = await createUser('viewer')
    await early.list()
    expect([await early.unread(), await lateUser.unread()]).toEqual([3, 0])
    await send(krs, ofKrz, 2)
    const { items } = await early.list()
    expect([await early.unread(), await lateUser.unread()]).toEqual([5, 2])
    expect((await lateUser.list()).items.map(({ is_unread }) => is_unread)).toEqual([true, true, false, false, false])
    const [newest] = items
    expect(await early.mark([newest?.id ?? 0], true)).toEqual({ unread: 4 })
    expect((await early.list()).items.map(({ is_unread }) => is_unread)).toEqual([false, true, true, true, true])
    expect(await lateUser.unread()).toBe(2)
  })

  it('marks everything as read, and an undo restores the single marks', async () => {
    const { krs, createUser } = await openAccount()
    const owner = await createUser()
    await send(krs, ofKrz, 6)
    const { items, latest } = await owner.list()
    const ids = items.map(({ id }) => id)
    await owner.mark([ids[0] ?? 0, ids[3] ?? 0], true)
    const { turn, unread } = await owner.markAll(latest)
    expect(unread).toBe(0)
    await owner.mark([ids[5] ?? 0], false)
    expect(await owner.unread()).toBe(1)
    expect(await owner.undo(turn)).toEqual({ unread: 4 })
    expect((await owner.list()).items.map((each) => each.is_unread)).toEqual([false, true, true, false, true, true])
    await expect(owner.undo(turn)).rejects.toMatchObject({ code: 'conflict' })
    await expect(owner.undo(turn + 1)).rejects.toMatchObject({ code: 'conflict' })
    // An event that arrives after the page was read stays unread.
    await send(krs, ofKrz, 2)
    await owner.list()
    expect((await owner.markAll(latest)).unread).toBe(2)
  })

  it('marks as read only the events that a filtered list has shown', async () => {
    const { krs, other, otherId, createUser } = await openAccount()
    const owner = await createUser()
    await send(krs, ofKrz, 3)
    await send(other, ofKrz, 2)
    const { items, latest } = await owner.list()
    const otherMonitorIds = items.filter(({ monitor_id: id }) => id === otherId).map(({ id }) => id)
    const filter = { monitor_id: otherId }
    await send(other, ofKrz, 1)
    await owner.list()
    const { turn, unread } = await owner.markAll(latest, filter)
    // Three of the other monitor, and one that arrived after the page was opened.
    expect(unread).toBe(4)
    const read = async () => (await owner.list()).items.filter((each) => !each.is_unread).map(({ id }) => id)
    expect(await read()).toEqual(otherMonitorIds)
    await owner.mark([otherMonitorIds[0] ?? 0], false)
    expect(await owner.undo(turn)).toEqual({ unread: 6 })
    expect(await read()).toEqual([])
    // Marks twice, and then everything: earlier marks stay read.
    await owner.markAll(latest, filter)
    expect((await owner.markAll(latest, filter)).unread).toBe(4)
    const all = await owner.markAll(latest)
    expect(all.unread).toBe(1)
    expect((await owner.undo(all.turn)).unread).toBe(4)
    const one = await owner.list({ event: otherMonitorIds[0] })
    expect([one.total, one.items.map(({ id }) => id)]).toEqual([1, [otherMonitorIds[0]]])
  })

  const titled = (template: Announcement, title: string, name = 'ŁÓDŹ-TRANS S.A.'): Announcement => ({
    ...template,
    title,
    name,
  })

  /** An account with a bankruptcy, a moved seat (twice) and an award. */
  async function openTitledAccount() {
    const opened = await openAccount()
    const owner = await opened.createUser()
    await send(opened.krs, titled(ofKrz!, 'Obwieszczenie o ogłoszeniu upadłości'))
    await send(opened.krs, titled(ofMsig!, 'Zmiana adresu siedziby'), 2)
    await send(opened.other, titled(ofMsig!, 'Zwołanie zgromadzenia wspólników', 'INNA S.A.'))
    return { ...opened, owner, items: (await owner.list()).items }
  }

  it('sorts events by kind and severity, which the account may change, and finds them by words', async () => {
    const { owner, krs } = await openTitledAccount()
    const all = await owner.list()
    expect(all.items.map(({ kind, severity }) => `${kind} ${severity}`)).toEqual([
      'meeting rest',
      'seat review',
      'seat review',
      'bankruptcy urgent',
    ])
    const counts = { urgent: 1, review: 2, rest: 1 }
    expect([all.total, all.by_severity]).toEqual([4, counts])
    expect(await owner.list({ severity: ['urgent', 'rest'] })).toMatchObject({
      total: 2,
      given: 2,
      by_severity: counts,
    })
    expect(await owner.list({ kind: ['seat'] })).toMatchObject({
      total: 2,
      by_severity: { urgent: 0, review: 2, rest: 0 },
    })
    expect(await owner.list({ kind: ['seat'], severity: ['urgent'] })).toMatchObject({ total: 0, items: [] })
    expect((await owner.list({ q: 'lodz trans upadlosci' })).total).toBe(1)
    expect((await owner.list({ q: krs })).total).toBe(3)
    expect((await owner.updates(0, { severity: ['urgent'] })).items).toHaveLength(1)

    expect((await owner.severities({ seat: 'urgent', meeting: 'rest' })).choices).toEqual({ seat: 'urgent' })
    expect(await owner.list({ severity: ['urgent'] })).toMatchObject({
      total: 3,
      by_severity: { urgent: 3, review: 0, rest: 1 },
    })
    await owner.markAll(all.latest, { severity: ['urgent'] })
    expect(await owner.unread()).toBe(1)
  })

  it('shows reviews to every member as they are made, and the last one wins each field', async () => {
    const { owner, createUser, accountId, items } = await openTitledAccount()
    const [compliance, viewer] = [await createUser('compliance'), await createUser('viewer')]
    const [first, second] = [items[0]!.id, items[1]!.id]
    const before = await viewer.list()
    expect([before.latest_review, before.items[0]?.review]).toEqual([0, null])
    const { items: members } = await panelEventHandlers['events.colleagues']({}, owner.context())
    const assignee = members.find(({ email }) => email === compliance.email)!
    expect(members).toHaveLength(3)

    await Promise.all([
      owner.review([first], { is_reviewed: true, note: 'PESEL 44051401359' }),
      compliance.review([first, second], { assignee: assignee.user_id }),
      compliance.review([first], { is_reviewed: true }),
    ])
    const [shown] = (await viewer.list()).items
    expect(shown?.review).toMatchObject({ assignee, note: 'PESEL 44•••••••59' })
    expect([owner.email, compliance.email]).toContain(shown?.review?.reviewed?.by)
    const news = await viewer.updates(before.latest, { reviews_since: before.latest_review })
    expect(news.items).toEqual([])
    expect(new Set(news.reviews.map(({ id }) => id))).toEqual(new Set([first, second]))
    expect((await viewer.updates(before.latest, { reviews_since: news.latest_review })).reviews).toEqual([])
    const page = await viewer.updates(before.latest, { reviews_since: 0, limit: 1 })
    expect([page.reviews.length, page.more]).toEqual([1, true])
    expect((await viewer.updates(before.latest)).reviews).toEqual([])

    expect((await owner.list({ state: 'reviewed' })).items.map(({ id }) => id)).toEqual([first])
    expect((await owner.list({ state: 'open' })).total).toBe(3)
    expect((await owner.list({ assignee: assignee.user_id })).total).toBe(2)
    await owner.review([first], { is_reviewed: false, note: '' })
    expect((await viewer.list()).items[0]?.review).toEqual({ reviewed: null, assignee, note: null })
    const log = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })
    expect(log.filter(({ action }) => action === 'events.review').length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(log)).not.toContain('44051401359')
  })

  it('refuses a review of unknown events and an assignee of another account, and changes nothing', async () => {
    const { owner, items } = await openTitledAccount()
    const stranger = await openTitledAccount()
    const theirs = stranger.items.map(({ id }) => id).filter((id) => items.every((event) => event.id !== id))
    await expect(owner.review(theirs, { is_reviewed: true })).rejects.toMatchObject({ code: 'not_found' })
    const [colleague] = (await panelEventHandlers['events.colleagues']({}, stranger.owner.context())).items
    await expect(owner.review([items[0]!.id], { assignee: colleague!.user_id })).rejects.toMatchObject({
      status: 422,
    })
    expect((await owner.list()).items.map(({ review }) => review)).toEqual([null, null, null, null])
    await expect(owner.get(theirs[0]!)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('shows what the register says about an event, or nothing for a service that does not', async () => {
    const { owner, items } = await openTitledAccount()
    const event = items.at(-1)!
    const { details, kind } = await owner.get(event.id)
    expect(kind).toBe('bankruptcy')
    expect(details).toMatchObject({ signature: ofKrz.signature, changes: [] })
    expect(details?.text?.length).toBeGreaterThan(20)
    const context = owner.context()
    const silent = {
      ...context,
      callService: () => Promise.reject(new ApiError('No such endpoint', { status: 404, code: 'not_found' })),
    }
    const answer = await panelEventHandlers['events.get']({ params: { id: event.id } }, silent)
    expect(answer).toMatchObject({ id: event.id, details: null })
  })

  it('adds the labels and tags of all monitors of an event, and says in the name that a list is cut', async () => {
    const { owner, items } = await openTitledAccount()
    const { monitor_id: id } = items[0]!
    await service.storage.db.updateTable('monitors').set({ label: 'kluczowy dostawca' }).where('id', '=', id).execute()
    const answer = await owner.file('csv')
    const [head, ...rows] = (await answer.text()).trim().split('\r\n')
    expect(head).toContain(';monitor;etykieta;tagi;')
    expect(rows.filter((row) => row.includes(`${id};kluczowy dostawca;klient;`)).length).toBeGreaterThan(0)
    expect(answer.headers.get('content-disposition')).toMatch(/zdarzenia-\d{4}-\d{2}-\d{2}\.csv/)
    const cut = { day: '2026-11-27', rows: 50_000, total: 61_234 }
    expect(eventsFileName({ locale: 'pl', ...cut })).toBe('zdarzenia-2026-11-27-najnowsze-50000-z-61234')
    expect(eventsFileName({ locale: 'en', ...cut })).toBe('events-2026-11-27-newest-50000-of-61234')
  })

  it('saves the shown events as a table without formulas, and as a dated record with its hash in the log', async () => {
    const { owner, accountId, krs, items } = await openTitledAccount()
    await send(krs, titled(ofMsig!, '=HYPERLINK("http://evil.test")', 'PODEJRZANA S.A.'))
    await owner.review([items.at(-1)!.id], { is_reviewed: true, note: '=1+1' })
    const csv = await (await owner.file('csv')).text()
    const [head, ...rows] = csv.trim().split('\r\n')
    expect(head).toContain('czas;waznosc;rodzaj;nazwa;rodzaj_numeru;numer;zrodlo;tytul')
    expect(rows).toHaveLength(5)
    const bankruptcy = rows.find((row) => row.includes('ogłoszeniu upadłości'))
    expect(bankruptcy).toContain('Pilne;upadłość;ŁÓDŹ-TRANS S.A.;krs')
    expect(bankruptcy).toContain(owner.email)
    expect(csv).not.toMatch(/(^|;)"?=/m)
    expect((await (await owner.file('csv', { severity: ['urgent'] })).text()).trim().split('\r\n')).toHaveLength(2)
    const xlsx = new Uint8Array(await (await owner.file('xlsx')).arrayBuffer())
    expect(String.fromCharCode(...xlsx.subarray(0, 2))).toBe('PK')

    const pdf = new Uint8Array(
      await (await owner.file('pdf', { locale: 'en', state: 'open', q: 'adresu' })).arrayBuffer(),
    )
    expect(String.fromCharCode(...pdf.subarray(0, 5))).toBe('%PDF-')
    const log = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 50 })
    const entries = log
      .filter(({ action }) => action === 'events.file')
      .map(({ after }) => JSON.parse(after ?? '{}') as object)
    expect(entries.at(-1)).toEqual({
      format: 'pdf',
      rows: 2,
      sha256: createHash('sha256').update(pdf).digest('hex'),
    })
  })

  const textOfPdf = async (answer: Response) => {
    const { extractText, getDocumentProxy } = await import('unpdf')
    const proxy = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
    return (await extractText(proxy, { mergePages: true })).text.replaceAll(/\s+/g, ' ')
  }

  it('says in the record what is in it, and nothing that the store does not know', async () => {
    const { owner, accountId, items } = await openTitledAccount()
    const { db } = service.storage
    await owner.review([items.at(-1)!.id], { is_reviewed: true, note: 'Sprawdzone' })
    await db.updateTable('event_reviews').set({ reviewed_by: null }).where('account_id', '=', accountId).execute()
    const text = await textOfPdf(await owner.file('pdf'))
    expect(text).toMatch(/sprawdzono [^,]+, \d\d:\d\d, brak w zapisie/)
    expect(text).toContain('Notatkę mogła napisać inna osoba')
    expect(text).not.toContain('Uwaga')
    expect(text).not.toContain('Zdarzenia sprzed')

    const empty = await textOfPdf(await owner.file('pdf', { q: '44051401359', assignee: owner.id, locale: 'en' }))
    expect(empty).toContain('No event in the account’s copy of events meets these conditions.')
    // A long address is wrapped.
    expect(empty.replaceAll(' ', '')).toContain(`assignedto:${owner.email}`)
    expect(empty).not.toContain('44051401359')

    const from = '2026-11-01T00:00:00.000Z'
    await db.insertInto('kept_periods').values({ account_id: accountId, events_from: from, audit_from: null }).execute()
    service.clock.advance(10_000)
    const broken = {
      ...owner.context(),
      callService: () => Promise.reject(new ApiError('No answer', { status: 503, code: 'unavailable' })),
    }
    const behind = await textOfPdf(
      await panelEventHandlers['events.file']({ params: { file: 'pdf' }, query: {} }, broken),
    )
    expect(behind).toContain('kopia zdarzeń nie była uzgodniona z usługą do końca (ostatni odczyt:')
    expect(behind).toContain('Zdarzenia sprzed 1 lis 2026, 01:00 usunięto')
    const portfolio = coverageHandlers['coverage.portfolio'](
      { body: { tag: null } },
      {
        ...broken,
        callService: (operation, input) =>
          operation === 'updates.list' ? broken.callService() : owner.context().callService(operation, input),
      },
    )
    expect(await textOfPdf(await portfolio)).toContain('kopia zdarzeń nie była uzgodniona z usługą do końca')
  })

  it('shows no events or certificates of another account', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    await send(one.krs, ofKrz, 2)
    expect((await (await one.createUser()).list()).total).toBe(2)
    const stranger = await other.createUser()
    expect((await stranger.list({ monitor_id: one.monitorId })).total).toBe(0)
    const certificate = coverageHandlers['coverage.certificate'](
      { params: { id: one.monitorId }, query: {} },
      stranger.context(),
    )
    await expect(certificate).rejects.toMatchObject({ code: 'not_found' })
  })

  it('issues a certificate for a monitor and records the hash of the file in the audit log', async () => {
    const { accountId, krs, monitorId, createUser } = await openAccount()
    const owner = await createUser('compliance')
    await send(krs, ofKrz, 3)
    const answer = await coverageHandlers['coverage.certificate'](
      { params: { id: monitorId }, query: {} },
      owner.context(),
    )
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { extractText, getDocumentProxy } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true })
    expect(text).toContain('Poświadczenie objęcia monitoringiem')
    expect(text).toContain(`KRS ${krs}`)
    expect(text).toContain('dostawca')
    expect(text).toMatch(/są 3\s+zdarzenia tego\s+monitora/)
    expect(text).toContain(owner.email)
    const { createHash } = await import('node:crypto')
    const [entry] = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entry).toMatchObject({ action: 'coverage.certificate', target: monitorId, actor: owner.email })
    const { sha256 } = JSON.parse(entry?.after ?? '{}') as { sha256: string }
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const { items } = await coverageHandlers['coverage.history']({ params: { id: monitorId } }, owner.context())
    expect(items).toMatchObject([{ action: 'coverage.certificate', actor: owner.email, after: { events: 3 } }])
  })

  it('issues a certificate for a portfolio with the same counts as the service and the page', async () => {
    const { accountId, krs, other, createUser } = await openAccount()
    const owner = await createUser('compliance')
    // A company that is watched by two numbers: each of its announcements is two events of the service.
    const nip = nipOf((subject += 1))
    const watched = { identifier_type: 'nip', identifier_value: nip, tags: ['dostawca'] }
    await service.requestAs(service.principalOf(accountId), 'POST', '/v1/monitors', watched)
    await send({ krs, nip }, ofKrz, 3)
    await send(other, ofKrz, 2)
    const updates = await service.requestAs<{ items: unknown[] }>(
      service.principalOf(accountId),
      'GET',
      '/v1/updates?since=0',
    )
    const { total, given } = await owner.list()
    expect([updates.body.items.length, given, total]).toEqual([8, 8, 5])
    const certify = async (tag: string | null) => {
      const answer = await coverageHandlers['coverage.portfolio']({ body: { tag } }, owner.context())
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const { extractText, getDocumentProxy } = await import('unpdf')
      const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
      return text.replaceAll(/\s+/g, ' ')
    }
    const fullText = await certify(null)
    expect(fullText).toContain('przekazała kontu 8 zdarzeń wszystkich monitorów konta, także usuniętych (tyle jest w')
    expect(fullText).toContain('Panel i wiadomości pokazują 5, bo')
    expect(fullText).toContain('(powtórzenia: 3)')
    for (const number of [`KRS ${krs}`, `NIP ${nip}`, `KRS ${other}`]) expect(fullText).toContain(number)
    const tagged = await certify('klient')
    expect(tagged).toContain('Monitory z tagiem „klient”')
    expect(tagged).toContain('przekazała kontu 2 zdarzenia tych monitorów (tyle jest w')
    expect(tagged).toContain('i tyle pokazuje panel')
    expect(tagged).not.toContain(krs)
    const log = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(log.map(({ action }) => action)).toEqual(['coverage.portfolio', 'coverage.portfolio'])
    expect(JSON.parse(log[0]?.after ?? '{}')).toMatchObject({ events: 8, shown: 5, monitors: 3, tag: null })
  })

  it('issues a certificate for a deleted monitor from stored data', async () => {
    const { accountId, krs, monitorId, createUser } = await openAccount()
    const owner = await createUser()
    await send(krs, ofKrz, 2)
    await owner.list()
    await service.requestAs(service.principalOf(accountId), 'DELETE', `/v1/monitors/${monitorId}`)
    const answer = await coverageHandlers['coverage.certificate'](
      { params: { id: monitorId }, query: {} },
      owner.context(),
    )
    const { extractText, getDocumentProxy } = await import('unpdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
      mergePages: true,
    })
    expect(text.replaceAll(/\s+/g, ' ')).toContain('obserwowało ten podmiot tym monitorem od')
    expect(text).not.toContain('do chwili wystawienia')
  })
})
