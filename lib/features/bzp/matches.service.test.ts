import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { setMemberDisabled } from '@/lib/features/members/members'
import { removeMember } from '@/lib/features/members/members'
import type { SampleNotice } from '@/lib/sample/bzp/bzp-notice'
import { openStorage } from '@/lib/storage/open'
import {
  alertOf,
  type AlertsClient,
  failingUpdates,
  filterOf,
  openAlertsClient,
  runTenderJobs,
} from '@/lib/testing/bzp-alerts'
import { peselOf } from '@/lib/testing/identifiers'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import { bzpAlertHandlers, bzpMatchHandlers } from './handlers'
import { reserveMatchNumbers } from './statements/hits'

const NOW = '2026-11-20T11:00:00.000Z'
let lastNoticeNumber = 0

/** Each test uses separate keywords, so that alerts of other tests do not find its notices. */
const notice = (overrides: Partial<SampleNotice>): SampleNotice => {
  lastNoticeNumber += 1
  return noticeOf(lastNoticeNumber, { description: 'Opis.', published_at: '2026-11-20T10:00:00.000Z', ...overrides })
}

describe.each(engines)('matches of tender alerts on %s', (engine) => {
  let service: TestService
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined
  beforeAll(async () => {
    database = engine === 'postgres' ? await createDatabase() : undefined
    service = await startTestService({ engine, now: NOW, ...(database && { databaseUrl: database.url }) })
  })
  beforeEach(() => service.clock.set(NOW))
  afterAll(async () => {
    await service.stop()
    await database?.drop()
  })

  const publish = async (...notices: SampleNotice[]) => {
    await insertSampleNotices(service, notices)
    await runTenderJobs(service)
  }
  const createAlert = async (word: string, options: Parameters<AlertsClient['create']>[0] = {}) => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const alert = await owner.create({ name: word, filter: filterOf({ keywords: [word] }), ...options })
    return { accountId, owner, alert }
  }
  const errorOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('are combined per procedure, with the changes of each notice', async () => {
    const { owner, alert } = await createAlert('zmienny')
    const tender_id = 'ocds-zmienny'
    await publish(
      notice({
        tender_id,
        title: 'Most zmienny',
        offers_until: '2026-12-01T09:00:00.000Z',
        notice_number: '2026/BZP 1/01',
      }),
    )
    await owner.look(alert.id, (await owner.matches()).up_to)
    expect(await owner.unseen()).toBe(0)
    service.clock.advance(60_000)
    await publish(
      notice({
        tender_id,
        title: 'Most zmienny, etap II',
        offers_until: '2026-12-09T09:00:00.000Z',
        published_at: '2026-11-20T10:30:00.000Z',
        notice_type: 'NoticeUpdateNotice',
      }),
    )
    const { items, total } = await owner.matches()
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      tender_id,
      notice: { title: 'Most zmienny, etap II', province: 'lubuskie', cpv: ['45232420-2'] },
      is_new: true,
      found_at: '2026-11-20T11:01:00.000Z',
    })
    expect(items[0]?.earlier).toMatchObject([
      {
        notice_number: '2026/BZP 1/01',
        published_at: '2026-11-20T10:00:00.000Z',
        changes: [
          { field: 'title', before: 'Most zmienny', after: 'Most zmienny, etap II' },
          { field: 'offers_until', before: '2026-12-01T09:00:00.000Z', after: '2026-12-09T09:00:00.000Z' },
          { field: 'notice_type', before: 'ContractNotice', after: 'NoticeUpdateNotice' },
        ],
      },
    ])
    expect(await owner.unseen()).toBe(1)
    // A notice that arrives later but was published earlier does not become the current notice of the procedure.
    await publish(notice({ tender_id, title: 'Most zmienny, zapowiedź', published_at: '2026-11-20T09:00:00.000Z' }))
    const [current] = (await owner.matches()).items
    expect(current?.notice.title).toBe('Most zmienny, etap II')
    expect(current?.earlier.map(({ published_at }) => published_at?.slice(11, 16))).toEqual(['10:00', '09:00'])
  })

  it('are closing until the end of the third day, unless offers are no longer accepted or they are dismissed', async () => {
    const { owner, alert } = await createAlert('terminowy')
    const closing = (tender_id: string, offers_until: string | null) =>
      notice({ title: `Terminowy ${tender_id}`, tender_id, offers_until })
    await publish(
      closing('past', '2026-11-20T10:59:00.000Z'),
      closing('soon', '2026-11-20T11:01:00.000Z'),
      closing('last', '2026-11-23T22:59:00.000Z'),
      closing('later', '2026-11-23T23:01:00.000Z'),
      closing('never', null),
      closing('dismissed', '2026-11-21T11:00:00.000Z'),
    )
    await owner.mark([{ alert_id: alert.id, tender_id: 'dismissed' }], { dismissed: { reason: null } })
    expect(new Set(await owner.titles({ state: 'closing' }))).toEqual(new Set(['Terminowy last', 'Terminowy soon']))
    expect((await owner.matches({ state: 'closing' })).total).toBe(2)
  })

  it('remain when the service deletes its notices', async () => {
    const { owner } = await createAlert('ulotny')
    await publish(notice({ title: 'Ulotny' }))
    await service.storage.db.deleteFrom('bzp_notices').execute()
    expect(await owner.titles()).toEqual(['Ulotny'])
  })

  it('can be read, starred, dismissed and noted, and are then no longer new', async () => {
    const { owner, alert } = await createAlert('stan')
    await publish(notice({ title: 'Stan A', tender_id: 'a' }), notice({ title: 'Stan B', tender_id: 'b' }))
    const key = (tender_id: string) => ({ alert_id: alert.id, tender_id })
    expect(await owner.unseen()).toBe(2)
    const { items } = await owner.mark([key('a')], { is_read: true, is_starred: true, note: ' Zadzwonić ' })
    expect(items[0]).toMatchObject({ is_read: true, is_new: false, is_starred: true, note: ' Zadzwonić ' })
    expect(await owner.titles({ state: 'starred' })).toEqual(['Stan A'])
    expect(await owner.titles({ state: 'new' })).toEqual(['Stan B'])
    await owner.mark([key('b')], { dismissed: { reason: 'za daleko' } })
    expect(await owner.unseen()).toBe(0)
    expect(await owner.titles()).toEqual(['Stan A'])
    const { items: dismissed } = await owner.matches({ state: 'dismissed' })
    expect(dismissed[0]?.dismissed).toEqual({ reason: 'za daleko', by: owner.user.email, at: NOW })
    service.clock.advance(60_000)
    await publish(notice({ title: 'Stan B, zmiana', tender_id: 'b', published_at: '2026-11-20T10:59:00.000Z' }))
    const { items: changed } = await owner.matches({ state: 'dismissed' })
    expect(changed[0]).toMatchObject({ is_new: false, notice: { title: 'Stan B, zmiana' } })
    expect((changed[0]?.found_at ?? '') > (changed[0]?.dismissed?.at ?? '')).toBe(true)
    await owner.mark([key('b')], { dismissed: null })
    expect(await owner.titles({ state: 'new' })).toEqual(['Stan B, zmiana'])
    await owner.mark([key('a')], { is_read: false })
    expect(await owner.unseen()).toBe(2)
  })

  it('are searched, paged and counted', async () => {
    const { owner } = await createAlert('strona')
    const other = await owner.create({ name: 'inny', filter: filterOf({ keywords: ['strona 1'] }) })
    await publish(...Array.from({ length: 7 }, (_, index) => notice({ title: `Strona ${index}` })))
    expect((await owner.matches({ q: 'STRONA 3' })).items.map(({ notice: each }) => each.title)).toEqual(['Strona 3'])
    expect((await owner.matches({ q: '%' })).total).toBe(0)
    const first = await owner.matches({ limit: 5 })
    // A procedure found by two alerts counts once but is two items.
    expect([first.items.length, first.total, first.up_to]).toEqual([5, 7, first.items[0]?.number])
    const rest = await owner.matches({ limit: 5, cursor: first.next_cursor ?? '' })
    expect([rest.items.length, rest.next_cursor]).toEqual([3, null])
    expect(new Set([...first.items, ...rest.items].map(({ number }) => number)).size).toBe(8)
    const { items } = await owner.matches({ alert: [other.id] })
    expect(items.map(({ notice: each, also_in }) => [each.title, also_in.length])).toEqual([['Strona 1', 1]])
    expect(await errorOf(owner.matches({ cursor: 'x' }))).toMatchObject({ status: 422 })
    expect(await owner.unseen()).toBe(7)
  })

  it('are counted only up to a limit, and the count reports that', async () => {
    const { owner } = await createAlert('wiele')
    const countUnseen = () => bzpAlertHandlers['bzpAlerts.unseen']({}, owner.context())
    await publish(...Array.from({ length: 1000 }, (_, index) => notice({ title: `Wiele ${index}` })))
    expect(await countUnseen()).toEqual({ unseen: 1000, is_least: false })
    await publish(notice({ title: 'Wiele i jeszcze' }))
    expect(await countUnseen()).toEqual({ unseen: 1000, is_least: true })
  })

  it('of the team are assigned only to members who may read them, and changes are in the audit log', async () => {
    const { accountId, owner, alert } = await createAlert('zespół', { is_team: true })
    const [viewer, finance] = [
      await openAlertsClient(service, accountId, { role: 'viewer' }),
      await openAlertsClient(service, accountId, { role: 'finance' }),
    ]
    await publish(notice({ title: 'Zespół', tender_id: 't' }))
    const key = [{ alert_id: alert.id, tender_id: 't' }]
    expect(await errorOf(owner.mark(key, { assignee: finance.user.id }))).toMatchObject({
      detail: [{ loc: ['body', 'change', 'assignee'], type: 'not_a_reader' }],
    })
    await owner.mark(key, { assignee: viewer.user.id })
    expect(await viewer.titles({ state: 'mine' })).toEqual(['Zespół'])
    expect(await owner.titles({ state: 'mine' })).toEqual([])
    expect(await errorOf(viewer.mark(key, { dismissed: { reason: null } }))).toMatchObject({ code: 'role_required' })
    await viewer.mark(key, { is_read: true })
    expect([await viewer.unseen(), await owner.unseen()]).toEqual([0, 1])
    await owner.mark(key, { dismissed: { reason: 'nie' } })
    await owner.mark(key, { dismissed: { reason: 'nie' } })
    await owner.mark(key, { dismissed: null, assignee: null })
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 20 })
    expect(entries.map(({ action }) => action).slice(1)).toEqual([
      'bzpAlerts.assign',
      'bzpAlerts.dismiss',
      'bzpAlerts.restore',
      'bzpAlerts.assign',
    ])
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ tender: 't', assignee: viewer.user.email })
  })

  it('of a personal alert can be assigned to and seen by nobody else', async () => {
    const { accountId, owner } = await createAlert('x-inne')
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const ownAlert = await viewer.create({ name: 'osobny', filter: filterOf({ keywords: ['osobny'] }) })
    await publish(notice({ title: 'Osobny', tender_id: 'o' }))
    const key = [{ alert_id: ownAlert.id, tender_id: 'o' }]
    expect(await errorOf(viewer.mark(key, { assignee: owner.user.id }))).toMatchObject({
      detail: [{ type: 'only_oneself' }],
    })
    await viewer.mark(key, { assignee: viewer.user.id, is_starred: true })
    expect(await owner.titles()).toEqual([])
    expect(await owner.unseen()).toBe(0)
    expect((await owner.matches({ alert: [ownAlert.id] })).total).toBe(0)
    expect(await errorOf(owner.mark(key, { is_read: true }))).toMatchObject({ status: 404 })
    const stranger = await createAlert('x-obcy')
    expect(await errorOf(stranger.owner.mark(key, { is_read: true }))).toMatchObject({ status: 404 })
  })

  it('are not found until the notice is published', async () => {
    const { owner } = await createAlert('jutrzejszy')
    await publish(notice({ title: 'Jutrzejszy', published_at: '2026-11-21T08:00:00.000Z' }))
    const later = await owner.create({ name: 'potem', filter: filterOf({ keywords: ['jutrzejszy'] }) })
    expect(await owner.titles()).toEqual([])
    service.clock.set('2026-11-21T07:59:59.999Z')
    await runTenderJobs(service)
    expect(await owner.titles()).toEqual([])
    service.clock.set('2026-11-21T08:00:00.000Z')
    await runTenderJobs(service)
    await runTenderJobs(service)
    expect(await owner.titles({ alert: [later.id] })).toEqual(['Jutrzejszy'])
    const both = await owner.matches()
    expect([both.items.length, both.total]).toEqual([2, 1])
  })

  it('are not searched while their owner is disabled, and their alerts are deleted with the owner', async () => {
    const { accountId, owner } = await createAlert('x-wspólny')
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    await viewer.create({ name: 'blokada', filter: filterOf({ keywords: ['blokada'] }) })
    const key = { accountId, userId: viewer.user.id }
    const changeInfo = { actor: owner.user.email, now: service.clock.now(), sendsMail: false }
    await setMemberDisabled(service.storage, key, { ...changeInfo, disabled: true })
    await publish(notice({ title: 'Blokada A' }))
    await setMemberDisabled(service.storage, key, { ...changeInfo, disabled: false })
    await publish(notice({ title: 'Blokada B' }))
    expect(await viewer.titles()).toEqual(['Blokada B'])
    await removeMember(service.storage, key, { ...changeInfo, action: 'members.remove' })
    const remainingRules = await service.storage.db
      .selectFrom('rules')
      .select('id')
      .where('owner', '=', viewer.user.id)
      .execute()
    expect(remainingRules).toEqual([])
  })

  it('are not new to a member who joined later', async () => {
    const { accountId, owner } = await createAlert('dawny', { is_team: true })
    await publish(notice({ title: 'Dawny' }))
    service.clock.advance(2 * 86_400_000)
    const newcomer = await openAlertsClient(service, accountId, { role: 'viewer' })
    expect([await owner.unseen(), await newcomer.unseen()]).toEqual([1, 0])
    expect(await newcomer.titles()).toEqual(['Dawny'])
  })

  it('start again with another filter, which finds only later notices', async () => {
    const { owner, alert } = await createAlert('stary filtr')
    await insertSampleNotices(service, [notice({ title: 'Nowy filtr przed' })])
    const filter = filterOf({ keywords: ['nowy filtr'] })
    await owner.update(alert.id, alertOf({ name: alert.name, filter }))
    await publish(notice({ title: 'Nowy filtr po' }))
    expect(await owner.titles()).toEqual(['Nowy filtr po'])
  })

  it('are found once, however many processes run', async () => {
    const { owner } = await createAlert('wyścig')
    const { dataDir } = service.service.dependencies.config
    // On SQLite, which locks per thread, two connections of one process would wait for each other.
    const count = engine === 'postgres' ? 2 : 0
    const open = () => openStorage({ dataDir, databaseUrl: database?.url })
    const others = await Promise.all(Array.from({ length: count }, open))
    for (let round = 0; round < 5; round += 1) {
      await insertSampleNotices(
        service,
        Array.from({ length: 40 }, (_, index) => notice({ title: `Wyścig ${round} ${index}` })),
      )
      await Promise.all(
        [service.storage, service.storage, ...others].map((storage) => runTenderJobs(service, { storage })),
      )
    }
    const { total, items } = await owner.matches({ limit: 500 })
    expect(total).toBe(200)
    expect(new Set(items.map(({ notice: each }) => each.title)).size).toBe(200)
    expect(items.every(({ earlier }) => earlier.length === 0)).toBe(true)
    await Promise.all(others.map((storage) => storage.close()))
  })

  it('are neither lost nor duplicated when a run fails', async () => {
    const { owner } = await createAlert('przerwany')
    await insertSampleNotices(service, [notice({ title: 'Przerwany' })])
    const broken = { ...service.storage, db: service.storage.db.withPlugin(failingUpdates('bzp_cursors')) }
    expect(await errorOf(runTenderJobs(service, { storage: broken }))).toBeInstanceOf(Error)
    expect(await owner.titles()).toEqual([])
    await runTenderJobs(service)
    await runTenderJobs(service)
    expect(await owner.titles()).toEqual(['Przerwany'])
  })

  // On SQLite a reader holds the only connection.
  it.runIf(engine === 'postgres')('that are found while the list is read do not count as seen', async () => {
    const { owner } = await createAlert('w trakcie')
    await publish(notice({ title: 'W trakcie, pierwszy' }))
    let isFirst = true
    const insertDuringRead: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isFirst && result.rows.some((row) => 'search_text' in row)) {
          isFirst = false
          await publish(notice({ title: 'W trakcie, drugi' }))
        }
        return result
      },
    }
    const context = owner.context()
    const storage = { ...context.storage, db: context.storage.db.withPlugin(insertDuringRead) }
    const { items, up_to: upTo } = await bzpMatchHandlers['bzpMatches.list'](
      { query: { state: 'open', limit: 50, alert: undefined } },
      { ...context, storage },
    )
    expect([isFirst, items.length, upTo]).toEqual([false, 1, items[0]?.number])
    expect((await owner.matches()).items).toHaveLength(2)
  })

  // SQLite has a single writer, so there is nothing to wait for.
  it.runIf(engine === 'postgres')('can be found while their assignee is removed', async () => {
    const { accountId, owner, alert } = await createAlert('odejście', { is_team: true })
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    await publish(notice({ title: 'Odejście', tender_id: 'odejście' }))
    await owner.mark([{ alert_id: alert.id, tender_id: 'odejście' }], { assignee: viewer.user.id })
    const changeInfo = { actor: owner.user.email, now: service.clock.now(), sendsMail: false }
    const removals: Promise<unknown>[] = []
    // Takes the locks in the order of a process that finds another notice: numbers first, then the match.
    await service.storage.db.transaction().execute(async (db) => {
      await reserveMatchNumbers(db, 1)
      const key = { accountId, userId: viewer.user.id }
      removals.push(removeMember(service.storage, key, { ...changeInfo, action: 'members.remove' }))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await db.updateTable('bzp_matches').set({ found_at: NOW }).where('alert_id', '=', alert.id).execute()
    })
    await Promise.all(removals)
    expect((await owner.matches()).items.map(({ assignee }) => assignee)).toEqual([null])
  })

  // Case E07 of lib/testing/cases/README.md
  it('have their deadlines in a calendar, where each change has a later SEQUENCE', async () => {
    const { owner, alert } = await createAlert('termin')
    await publish(
      notice({ tender_id: 'k1', title: 'Termin; przecinek, i\\ukośnik', offers_until: '2026-12-01T09:00:00.000Z' }),
      notice({ tender_id: 'k2', title: 'Termin bez daty' }),
      notice({ tender_id: 'k3', title: 'Termin odrzucony', offers_until: '2026-12-02T09:00:00.000Z' }),
    )
    await owner.mark([{ alert_id: alert.id, tender_id: 'k3' }], { dismissed: { reason: null } })
    await owner.mark([{ alert_id: alert.id, tender_id: 'k1' }], { note: `Dzwonić, ${peselOf(3)}` })
    const readCalendar = async () => {
      const answer = await bzpMatchHandlers['bzpMatches.calendar'](
        { query: { state: 'open', alert: undefined } },
        owner.context(),
      )
      expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      return (await answer.text()).replaceAll(/\r\n[ \t]/g, '')
    }
    const text = await readCalendar()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    // Case D03: an entry ends after it begins, and its time counts as free.
    expect(text).toMatch(/DTSTART:20261201T090000Z\r\nDTEND:20261201T091500Z/)
    expect(text).toContain('TRANSP:TRANSPARENT')
    expect(text).toContain('SUMMARY:Oferty do: Termin\\; przecinek\\, i\\\\ukośnik')
    expect(text).toMatch(/UID:bzp-[\da-f-]+-k1\r\n/)
    expect(text).toContain('SEQUENCE:0')
    expect(text).toContain('Dzwonić')
    expect(text).not.toContain(peselOf(3))
    await publish(
      notice({
        tender_id: 'k1',
        title: 'Termin później',
        offers_until: '2026-12-05T09:00:00.000Z',
        published_at: '2026-11-20T10:30:00.000Z',
      }),
    )
    expect(await readCalendar()).toMatch(/SEQUENCE:1[\s\S]*DTSTART:20261205T090000Z/)
    // The deadline is earlier than the first one, and this is the second change of that day.
    await publish(
      notice({
        tender_id: 'k1',
        title: 'Termin wcześniej',
        offers_until: '2026-11-28T09:00:00.000Z',
        published_at: '2026-11-20T10:45:00.000Z',
      }),
    )
    const last = await readCalendar()
    expect(last.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(last).toMatch(/SEQUENCE:2[\s\S]*DTSTART:20261128T090000Z/)
  })
})
