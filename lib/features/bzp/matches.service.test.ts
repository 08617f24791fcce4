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
  failing,
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
let made = 0

/** Each test uses separate keywords, so that alerts of other tests do not find its notices. */
const notice = (over: Partial<SampleNotice>): SampleNotice => {
  made += 1
  return noticeOf(made, { description: 'Opis.', published_at: '2026-11-20T10:00:00.000Z', ...over })
}

describe.each(engines)('what alerts of tenders found on %s', (engine) => {
  let at: TestService
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined
  beforeAll(async () => {
    database = engine === 'postgres' ? await createDatabase() : undefined
    at = await startTestService({ engine, now: NOW, ...(database && { databaseUrl: database.url }) })
  })
  beforeEach(() => at.clock.set(NOW))
  afterAll(async () => {
    await at.stop()
    await database?.drop()
  })

  const put = async (...notices: SampleNotice[]) => {
    await insertSampleNotices(at, notices)
    await runTenderJobs(at)
  }
  const watching = async (word: string, given: Parameters<AlertsClient['create']>[0] = {}) => {
    const { accountId } = await at.createAccount()
    const owner = await openAlertsClient(at, accountId)
    const alert = await owner.create({ name: word, filter: filterOf({ keywords: [word] }), ...given })
    return { accountId, owner, alert }
  }
  const refusal = (done: Promise<unknown>) =>
    done.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('are one match a procedure, with what each notice changed', async () => {
    const { owner, alert } = await watching('zmienny')
    const tender_id = 'ocds-zmienny'
    await put(
      notice({
        tender_id,
        title: 'Most zmienny',
        offers_until: '2026-12-01T09:00:00.000Z',
        notice_number: '2026/BZP 1/01',
      }),
    )
    await owner.look(alert.id, (await owner.matches()).up_to)
    expect(await owner.unseen()).toBe(0)
    at.clock.advance(60_000)
    await put(
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
    await put(notice({ tender_id, title: 'Most zmienny, zapowiedź', published_at: '2026-11-20T09:00:00.000Z' }))
    const [late] = (await owner.matches()).items
    expect(late?.notice.title).toBe('Most zmienny, etap II')
    expect(late?.earlier.map(({ published_at }) => published_at?.slice(11, 16))).toEqual(['10:00', '09:00'])
  })

  it('stay when the service forgets its notices', async () => {
    const { owner } = await watching('ulotny')
    await put(notice({ title: 'Ulotny' }))
    await at.storage.db.deleteFrom('bzp_notices').execute()
    expect(await owner.titles()).toEqual(['Ulotny'])
  })

  it('are read, starred, dismissed, noted, and new no more', async () => {
    const { owner, alert } = await watching('stan')
    await put(notice({ title: 'Stan A', tender_id: 'a' }), notice({ title: 'Stan B', tender_id: 'b' }))
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
    at.clock.advance(60_000)
    await put(notice({ title: 'Stan B, zmiana', tender_id: 'b', published_at: '2026-11-20T10:59:00.000Z' }))
    const { items: changed } = await owner.matches({ state: 'dismissed' })
    expect(changed[0]).toMatchObject({ is_new: false, notice: { title: 'Stan B, zmiana' } })
    expect((changed[0]?.found_at ?? '') > (changed[0]?.dismissed?.at ?? '')).toBe(true)
    await owner.mark([key('b')], { dismissed: null })
    expect(await owner.titles({ state: 'new' })).toEqual(['Stan B, zmiana'])
    await owner.mark([key('a')], { is_read: false })
    expect(await owner.unseen()).toBe(2)
  })

  it('are searched, paged and counted', async () => {
    const { owner } = await watching('strona')
    const other = await owner.create({ name: 'inny', filter: filterOf({ keywords: ['strona 1'] }) })
    await put(...Array.from({ length: 7 }, (_, index) => notice({ title: `Strona ${index}` })))
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
    expect(await refusal(owner.matches({ cursor: 'x' }))).toMatchObject({ status: 422 })
    expect(await owner.unseen()).toBe(7)
  })

  it('are not counted to the end where they are many, and the count says so', async () => {
    const { owner } = await watching('wiele')
    const counted = () => bzpAlertHandlers['bzpAlerts.unseen']({}, owner.context())
    await put(...Array.from({ length: 1000 }, (_, index) => notice({ title: `Wiele ${index}` })))
    expect(await counted()).toEqual({ unseen: 1000, is_least: false })
    await put(notice({ title: 'Wiele i jeszcze' }))
    expect(await counted()).toEqual({ unseen: 1000, is_least: true })
  })

  it('of the team are given to members who may look, and what happens stands in the log', async () => {
    const { accountId, owner, alert } = await watching('zespół', { is_team: true })
    const [viewer, finance] = [
      await openAlertsClient(at, accountId, { role: 'viewer' }),
      await openAlertsClient(at, accountId, { role: 'finance' }),
    ]
    await put(notice({ title: 'Zespół', tender_id: 't' }))
    const key = [{ alert_id: alert.id, tender_id: 't' }]
    expect(await refusal(owner.mark(key, { assignee: finance.user.id }))).toMatchObject({
      detail: [{ loc: ['body', 'change', 'assignee'], type: 'not_a_reader' }],
    })
    await owner.mark(key, { assignee: viewer.user.id })
    expect(await viewer.titles({ state: 'mine' })).toEqual(['Zespół'])
    expect(await owner.titles({ state: 'mine' })).toEqual([])
    expect(await refusal(viewer.mark(key, { dismissed: { reason: null } }))).toMatchObject({ code: 'role_required' })
    await viewer.mark(key, { is_read: true })
    expect([await viewer.unseen(), await owner.unseen()]).toEqual([0, 1])
    await owner.mark(key, { dismissed: { reason: 'nie' } })
    await owner.mark(key, { dismissed: { reason: 'nie' } })
    await owner.mark(key, { dismissed: null, assignee: null })
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 20 })
    expect(entries.map(({ action }) => action).slice(1)).toEqual([
      'bzpAlerts.assign',
      'bzpAlerts.dismiss',
      'bzpAlerts.restore',
      'bzpAlerts.assign',
    ])
    expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ tender: 't', assignee: viewer.user.email })
  })

  it('of one’s own are given to nobody else, and seen by nobody else', async () => {
    const { accountId, owner } = await watching('x-inne')
    const viewer = await openAlertsClient(at, accountId, { role: 'viewer' })
    const own = await viewer.create({ name: 'osobny', filter: filterOf({ keywords: ['osobny'] }) })
    await put(notice({ title: 'Osobny', tender_id: 'o' }))
    const key = [{ alert_id: own.id, tender_id: 'o' }]
    expect(await refusal(viewer.mark(key, { assignee: owner.user.id }))).toMatchObject({
      detail: [{ type: 'only_oneself' }],
    })
    await viewer.mark(key, { assignee: viewer.user.id, is_starred: true })
    expect(await owner.titles()).toEqual([])
    expect(await owner.unseen()).toBe(0)
    expect((await owner.matches({ alert: [own.id] })).total).toBe(0)
    expect(await refusal(owner.mark(key, { is_read: true }))).toMatchObject({ status: 404 })
    const stranger = await watching('x-obcy')
    expect(await refusal(stranger.owner.mark(key, { is_read: true }))).toMatchObject({ status: 404 })
  })

  it('wait for a notice until it is published', async () => {
    const { owner } = await watching('jutrzejszy')
    await put(notice({ title: 'Jutrzejszy', published_at: '2026-11-21T08:00:00.000Z' }))
    const later = await owner.create({ name: 'potem', filter: filterOf({ keywords: ['jutrzejszy'] }) })
    expect(await owner.titles()).toEqual([])
    at.clock.set('2026-11-21T07:59:59.999Z')
    await runTenderJobs(at)
    expect(await owner.titles()).toEqual([])
    at.clock.set('2026-11-21T08:00:00.000Z')
    await runTenderJobs(at)
    await runTenderJobs(at)
    expect(await owner.titles({ alert: [later.id] })).toEqual(['Jutrzejszy'])
    const both = await owner.matches()
    expect([both.items.length, both.total]).toEqual([2, 1])
  })

  it('are not looked for while whose own they are cannot come in, and go with them', async () => {
    const { accountId, owner } = await watching('x-wspólny')
    const viewer = await openAlertsClient(at, accountId, { role: 'viewer' })
    await viewer.create({ name: 'blokada', filter: filterOf({ keywords: ['blokada'] }) })
    const key = { accountId, userId: viewer.user.id }
    const by = { actor: owner.user.email, now: at.clock.now(), sendsMail: false }
    await setMemberDisabled(at.storage, key, { ...by, disabled: true })
    await put(notice({ title: 'Blokada A' }))
    await setMemberDisabled(at.storage, key, { ...by, disabled: false })
    await put(notice({ title: 'Blokada B' }))
    expect(await viewer.titles()).toEqual(['Blokada B'])
    await removeMember(at.storage, key, { ...by, action: 'members.remove' })
    const left = await at.storage.db.selectFrom('rules').select('id').where('owner', '=', viewer.user.id).execute()
    expect(left).toEqual([])
  })

  it('are new to a member since they are one', async () => {
    const { accountId, owner } = await watching('dawny', { is_team: true })
    await put(notice({ title: 'Dawny' }))
    at.clock.advance(2 * 86_400_000)
    const newcomer = await openAlertsClient(at, accountId, { role: 'viewer' })
    expect([await owner.unseen(), await newcomer.unseen()]).toEqual([1, 0])
    expect(await newcomer.titles()).toEqual(['Dawny'])
  })

  it('begin anew with another filter, which finds only what comes', async () => {
    const { owner, alert } = await watching('stary filtr')
    await insertSampleNotices(at, [notice({ title: 'Nowy filtr przed' })])
    const filter = filterOf({ keywords: ['nowy filtr'] })
    await owner.update(alert.id, alertOf({ name: alert.name, filter }))
    await put(notice({ title: 'Nowy filtr po' }))
    expect(await owner.titles()).toEqual(['Nowy filtr po'])
  })

  it('are found once, however many processes look', async () => {
    const { owner } = await watching('wyścig')
    const { dataDir } = at.service.dependencies.config
    // On SQLite, which locks per thread, two connections of one process would wait for each other.
    const count = engine === 'postgres' ? 2 : 0
    const open = () => openStorage({ dataDir, databaseUrl: database?.url })
    const others = await Promise.all(Array.from({ length: count }, open))
    for (let round = 0; round < 5; round += 1) {
      await insertSampleNotices(
        at,
        Array.from({ length: 40 }, (_, index) => notice({ title: `Wyścig ${round} ${index}` })),
      )
      await Promise.all([at.storage, at.storage, ...others].map((storage) => runTenderJobs(at, { storage })))
    }
    const { total, items } = await owner.matches({ limit: 500 })
    expect(total).toBe(200)
    expect(new Set(items.map(({ notice: each }) => each.title)).size).toBe(200)
    expect(items.every(({ earlier }) => earlier.length === 0)).toBe(true)
    await Promise.all(others.map((storage) => storage.close()))
  })

  it('are neither lost nor doubled when a turn breaks off', async () => {
    const { owner } = await watching('przerwany')
    await insertSampleNotices(at, [notice({ title: 'Przerwany' })])
    const broken = { ...at.storage, db: at.storage.db.withPlugin(failing('bzp_cursors')) }
    expect(await refusal(runTenderJobs(at, { storage: broken }))).toBeInstanceOf(Error)
    expect(await owner.titles()).toEqual([])
    await runTenderJobs(at)
    await runTenderJobs(at)
    expect(await owner.titles()).toEqual(['Przerwany'])
  })

  // On SQLite a reader holds the only connection.
  it.runIf(engine === 'postgres')('that come while the list is read are not said to have been seen', async () => {
    const { owner } = await watching('w trakcie')
    await put(notice({ title: 'W trakcie, pierwszy' }))
    let isFirst = true
    const late: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isFirst && result.rows.some((row) => 'search_text' in row)) {
          isFirst = false
          await put(notice({ title: 'W trakcie, drugi' }))
        }
        return result
      },
    }
    const context = owner.context()
    const storage = { ...context.storage, db: context.storage.db.withPlugin(late) }
    const { items, up_to: upTo } = await bzpMatchHandlers['bzpMatches.list'](
      { query: { state: 'open', limit: 50, alert: undefined } },
      { ...context, storage },
    )
    expect([isFirst, items.length, upTo]).toEqual([false, 1, items[0]?.number])
    expect((await owner.matches()).items).toHaveLength(2)
  })

  // SQLite has a single writer, so there is nothing to wait for.
  it.runIf(engine === 'postgres')('can be found while whom they were given to leaves', async () => {
    const { accountId, owner, alert } = await watching('odejście', { is_team: true })
    const viewer = await openAlertsClient(at, accountId, { role: 'viewer' })
    await put(notice({ title: 'Odejście', tender_id: 'odejście' }))
    await owner.mark([{ alert_id: alert.id, tender_id: 'odejście' }], { assignee: viewer.user.id })
    const by = { actor: owner.user.email, now: at.clock.now(), sendsMail: false }
    const leaving: Promise<unknown>[] = []
    // Takes the locks in the order of a process that finds another notice: numbers first, then the match.
    await at.storage.db.transaction().execute(async (db) => {
      await reserveMatchNumbers(db, 1)
      const key = { accountId, userId: viewer.user.id }
      leaving.push(removeMember(at.storage, key, { ...by, action: 'members.remove' }))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await db.updateTable('bzp_matches').set({ found_at: NOW }).where('alert_id', '=', alert.id).execute()
    })
    await Promise.all(leaving)
    expect((await owner.matches()).items.map(({ assignee }) => assignee)).toEqual([null])
  })

  it('E07 have their deadlines in a calendar, of which each change is a later SEQUENCE', async () => {
    const { owner, alert } = await watching('termin')
    await put(
      notice({ tender_id: 'k1', title: 'Termin; przecinek, i\\ukośnik', offers_until: '2026-12-01T09:00:00.000Z' }),
      notice({ tender_id: 'k2', title: 'Termin bez daty' }),
      notice({ tender_id: 'k3', title: 'Termin odrzucony', offers_until: '2026-12-02T09:00:00.000Z' }),
    )
    await owner.mark([{ alert_id: alert.id, tender_id: 'k3' }], { dismissed: { reason: null } })
    await owner.mark([{ alert_id: alert.id, tender_id: 'k1' }], { note: `Dzwonić, ${peselOf(3)}` })
    const read = async () => {
      const answer = await bzpMatchHandlers['bzpMatches.calendar'](
        { query: { state: 'open', alert: undefined } },
        owner.context(),
      )
      expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      return (await answer.text()).replaceAll(/\r\n[ \t]/g, '')
    }
    const text = await read()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    // Case D03: an entry ends after it begins, and its time counts as free.
    expect(text).toMatch(/DTSTART:20261201T090000Z\r\nDTEND:20261201T091500Z/)
    expect(text).toContain('TRANSP:TRANSPARENT')
    expect(text).toContain('SUMMARY:Oferty do: Termin\\; przecinek\\, i\\\\ukośnik')
    expect(text).toMatch(/UID:bzp-[\da-f-]+-k1\r\n/)
    expect(text).toContain('SEQUENCE:0')
    expect(text).toContain('Dzwonić')
    expect(text).not.toContain(peselOf(3))
    await put(
      notice({
        tender_id: 'k1',
        title: 'Termin później',
        offers_until: '2026-12-05T09:00:00.000Z',
        published_at: '2026-11-20T10:30:00.000Z',
      }),
    )
    expect(await read()).toMatch(/SEQUENCE:1[\s\S]*DTSTART:20261205T090000Z/)
    // The deadline is earlier than the first one, and this is the second change of that day.
    await put(
      notice({
        tender_id: 'k1',
        title: 'Termin wcześniej',
        offers_until: '2026-11-28T09:00:00.000Z',
        published_at: '2026-11-20T10:45:00.000Z',
      }),
    )
    const last = await read()
    expect(last.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(last).toMatch(/SEQUENCE:2[\s\S]*DTSTART:20261128T090000Z/)
  })
})
