import { randomUUID } from 'node:crypto'

import { DOMParser } from '@xmldom/xmldom'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it as onBoth } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { saveEvents } from '@/lib/features/events/statements/panel-events'
import type { PanelEventTable } from '@/lib/features/events/tables'
import { deleteMember, insertMember, updateMember } from '@/lib/features/members/statements/members'
import { publish } from '@/lib/service/monitors/publish'
import { liveAnnouncements } from '@/lib/testing/announced-days'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { krsOf, nipOf, peselOf } from '@/lib/testing/identifiers'
import { callServiceAs, panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import type { FeedKind } from './contract'
import { feedHandlers } from './handlers'
import { readFeed } from './read-feed'

const BANKRUPTCY = 'Obwieszczenie o ogłoszeniu upadłości'

/** Content lines of a calendar, unfolded, by entry. */
function entriesOf(body: string): Record<string, string>[] {
  const lines = body.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const entries: Record<string, string>[] = []
  for (const line of lines) {
    const [name = '', ...value] = line.split(':')
    if (line === 'BEGIN:VEVENT') entries.push({})
    else if (entries.length > 0) Object.assign(entries.at(-1) ?? {}, { [name]: value.join(':') })
  }
  return entries
}

const linksIn = (body: string) => [...body.matchAll(/<link>([^<]*)</g)].map(([, link]) => link)

describe.each(engines)('feeds on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  afterAll(() => service.stop())

  async function openAccount() {
    const { accountId } = await service.createAccount({ plan: 'enterprise' })
    let next = 0
    const saveFeedEvents = async (...events: Partial<PanelEventTable>[]) => {
      const rows = events.map((event) => ({
        account_id: accountId,
        id: (next += 1),
        monitor_id: randomUUID(),
        source: 'krz',
        announcement_id: randomUUID(),
        identifier_type: 'krs',
        identifier_value: krsOf(next),
        subject_name: `SPÓŁKA ${next} S.A.`,
        title: BANKRUPTCY,
        created_at: '2026-11-10T09:00:00.000Z',
        day: '2026-11-10',
        ...event,
      }))
      await saveEvents(asAccountTx(service.storage.db), accountId, rows)
    }
    return { accountId, saveFeedEvents, createUser: (role: Role = 'owner') => openUser(accountId, role) }
  }

  async function openUser(accountId: string, role: Role) {
    const { id, email } = await makeMember(service.storage, { accountId, role, at: service.clock.now().toISOString() })
    const context = () => panelContext(service, accountId, { user: { id, email, role } })
    const create = async (kind: FeedKind, more: { tag?: string; sources?: ('krz' | 'msig')[] } = {}) => {
      const body = { kind, name: 'Mój kanał', sources: more.sources ?? [], tag: more.tag ?? null }
      const created = await feedHandlers['feeds.create']({ body }, context())
      return { id: created.feed.id, url: created.url, secret: secretIn(created.url) }
    }
    return { id, context, create }
  }
  const secretIn = (url: string) => /\/api\/feeds\/([\w-]{43})\.(?:ics|xml)$/.exec(url)?.[1] ?? ''
  const read = (secret: string, kind: FeedKind, linkBase = 'http://asked.test') =>
    readFeed(secret, kind, {
      storage: service.storage,
      now: service.clock.now(),
      log: pino({ level: 'silent' }),
      linkBase,
      callFor: ({ id }) => callServiceAs(service, id),
    })
  const outcomeOf = (secret: string, kind: FeedKind) =>
    read(secret, kind).then(
      () => 'read',
      (error: unknown) => (error as { code: string }).code,
    )

  it('show their address once and store only its hash', async () => {
    const { accountId, createUser } = await openAccount()
    const owner = await createUser()
    const { url, secret } = await owner.create('calendar')
    expect(url).toMatch(/^http:\/\/panel\.invalid\/api\/feeds\/[\w-]{43}\.ics$/)
    const { items } = await feedHandlers['feeds.list']({}, owner.context())
    expect(items).toMatchObject([{ kind: 'calendar', name: 'Mój kanał', last_read_at: null }])
    const rows = await service.storage.db.selectFrom('feeds').selectAll().where('account_id', '=', accountId).execute()
    expect(JSON.stringify([items, rows])).not.toContain(secret)
    await read(secret, 'calendar')
    const [listed] = (await feedHandlers['feeds.list']({}, owner.context())).items
    expect(listed?.last_read_at).toBe(service.clock.now().toISOString())
    const log = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 100 })
    expect(log.map(({ action }) => action)).toEqual(['feeds.create'])
    expect(JSON.stringify(log)).not.toContain(secret)
  })

  it('have a new address after renewal and none after deletion', async () => {
    const owner = await (await openAccount()).createUser()
    const { id, secret } = await owner.create('rss')
    const { url } = await feedHandlers['feeds.renew']({ params: { id } }, owner.context())
    expect(await outcomeOf(secret, 'rss')).toBe('not_found')
    expect(await outcomeOf(secretIn(url), 'rss')).toBe('read')
    expect(await outcomeOf(secretIn(url), 'calendar')).toBe('not_found')
    await feedHandlers['feeds.delete']({ params: { id } }, owner.context())
    expect(await outcomeOf(secretIn(url), 'rss')).toBe('not_found')
    expect(await outcomeOf('x'.repeat(43), 'rss')).toBe('not_found')
  })

  it('cannot be listed, renewed or deleted by anybody except their owner', async () => {
    const { createUser } = await openAccount()
    const [owner, other] = [await createUser(), await createUser('viewer')]
    const stranger = await (await openAccount()).createUser()
    const { id, secret } = await owner.create('rss')
    for (const each of [other, stranger]) {
      expect((await feedHandlers['feeds.list']({}, each.context())).items).toEqual([])
      const call = { params: { id } }
      await expect(feedHandlers['feeds.renew'](call, each.context())).rejects.toMatchObject({ code: 'not_found' })
      await expect(feedHandlers['feeds.delete'](call, each.context())).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await outcomeOf(secret, 'rss')).toBe('read')
  })

  onBoth('are limited to twenty per person, also when created at the same time', async () => {
    const owner = await (await openAccount()).createUser()
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => owner.create('rss')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  it('end permanently with the membership, and pause while the account is inactive', async () => {
    const { accountId, createUser } = await openAccount()
    const { db } = service.storage
    const now = service.clock.now().toISOString()
    const member = async () => {
      const newUser = await createUser('compliance')
      const { id, secret } = await newUser.create('rss')
      const memberKey = { account_id: accountId, user_id: newUser.id }
      return {
        ...memberKey,
        id,
        secret,
        change: (change: Parameters<typeof updateMember>[2]) => updateMember(asAccountTx(db), memberKey, change),
      }
    }
    const paused = await member()
    await db.updateTable('accounts').set({ state: 'inactive' }).where('id', '=', accountId).execute()
    expect(await outcomeOf(paused.secret, 'rss')).toBe('not_found')
    await db.updateTable('accounts').set({ state: 'active' }).where('id', '=', accountId).execute()
    expect(await outcomeOf(paused.secret, 'rss')).toBe('read')

    const disabled = paused
    await disabled.change({ disabled_at: now })
    expect(await outcomeOf(disabled.secret, 'rss')).toBe('not_found')
    await disabled.change({ disabled_at: null })
    expect(await outcomeOf(disabled.secret, 'rss')).toBe('not_found')

    await db.updateTable('feeds').set({ revoked_at: null }).where('id', '=', disabled.id).execute()
    await disabled.change({ role: 'finance' })
    expect(await outcomeOf(disabled.secret, 'rss')).toBe('not_found')

    await db.updateTable('feeds').set({ revoked_at: null }).where('id', '=', disabled.id).execute()
    await deleteMember(asAccountTx(db), accountId, disabled.user_id)
    service.clock.advance(60_000)
    await insertMember(asAccountTx(db), {
      account_id: accountId,
      user_id: disabled.user_id,
      role: 'owner',
      created_at: service.clock.now().toISOString(),
      disabled_at: null,
      last_seen_at: null,
    })
    // The feed was not read while the user was disabled.
    expect(await outcomeOf(disabled.secret, 'rss')).toBe('not_found')
  })

  it('list the last days for claims as stable entries, cancelled once the declaration is lifted', async () => {
    const { accountId, saveFeedEvents, createUser } = await openAccount()
    const { secret } = await (await createUser()).create('calendar')
    await saveFeedEvents(
      { identifier_value: krsOf(1), subject_name: 'SPÓŁKA 1 S.A.' },
      { title: 'Obwieszczenie o czymś innym' },
    )
    const first = await read(secret, 'calendar')
    const [claim, ...others] = entriesOf(first.body)
    expect(others).toEqual([])
    expect(claim).toMatchObject({
      UID: `claim-${accountId}-1`,
      SEQUENCE: '0',
      STATUS: 'CONFIRMED',
      'DTSTART;VALUE=DATE': '20261210',
      'LAST-MODIFIED': '20261110T090000Z',
    })
    expect(claim?.['SUMMARY']).toContain('SPÓŁKA 1 S.A.')
    expect(claim?.['DESCRIPTION']).toMatch(/Obwieszczenie z dnia 10\slis\s2026/)
    service.clock.advance(1000)
    expect(await read(secret, 'calendar')).toEqual(first)
    const title = 'Obwieszczenie o uchyleniu postanowienia o ogłoszeniu upadłości'
    const lifted = { title, created_at: '2026-11-15T09:00:00.000Z', day: '2026-11-15' }
    await saveFeedEvents({ ...lifted, identifier_value: krsOf(1), subject_name: 'SPÓŁKA 1 S.A.' })
    expect(entriesOf((await read(secret, 'calendar')).body)).toMatchObject([
      { UID: `claim-${accountId}-1`, SEQUENCE: '1', STATUS: 'CANCELLED', 'LAST-MODIFIED': '20261115T090000Z' },
    ])
  })

  it('list the expiry of reports', async () => {
    const { accountId, createUser } = await openAccount()
    const { secret } = await (await createUser()).create('calendar')
    const [announcement] = await liveAnnouncements('krz', 1)
    if (announcement) await publish(service.service.dependencies, [announcement])
    const order = { source: 'krz', format: 'csv', date_from: '2026-11-20', date_to: '2026-11-20' }
    const { body } = await service.requestAs<{ id: string }>(
      service.principalOf(accountId),
      'POST',
      '/v1/reports',
      order,
    )
    expect(entriesOf((await read(secret, 'calendar')).body)).toEqual([])
    const finished = {
      status: 'ready',
      finished_at: '2026-11-20T11:00:30.000Z',
      expires_at: '2026-11-27T11:00:00.000Z',
    }
    await service.storage.db
      .updateTable('report_jobs')
      .set({ ...finished, status: 'ready' })
      .where('id', '=', body.id)
      .execute()
    expect(entriesOf((await read(secret, 'calendar')).body)).toMatchObject([
      {
        UID: `report-${body.id}-${accountId}`,
        DTSTART: '20261127T110000Z',
        DTEND: '20261127T111500Z',
        SUMMARY: expect.stringMatching(/^Wygasa raport na żądanie: KRZ\\, 20\slis\s2026$/) as string,
        TRANSP: 'TRANSPARENT',
      },
    ])
  })

  it("contain no natural person's name, no personal number and no control character", async () => {
    const { saveFeedEvents, createUser } = await openAccount()
    const owner = await createUser()
    const [rss, calendar] = [await owner.create('rss'), await owner.create('calendar')]
    const pesel = peselOf(3)
    const person = { identifier_type: 'nip', identifier_value: nipOf(3), subject_name: 'Żaneta Kowalska' }
    await saveFeedEvents(
      person,
      { ...person, title: `${BANKRUPTCY} Żanety Kowalskiej ŻANETA, PESEL ${pesel}` },
      { identifier_type: 'pesel', identifier_value: pesel, subject_name: 'Żaneta Kowalska' },
      { subject_name: `ZŁA\u0001\u001b ]]> <b>FIRMA</b> ${pesel} S.A.\r\nBEGIN:VEVENT`, title: null },
    )
    const [feed, ical] = [await read(rss.secret, 'rss'), await read(calendar.secret, 'calendar')]
    for (const { body } of [feed, ical]) {
      expect(body).not.toMatch(/kowalsk/i)
      expect(body).not.toMatch(/żanet/i)
      expect(body).not.toContain(pesel)
      expect(body.replaceAll(/[\r\n\t]/g, '')).not.toMatch(/\p{Cc}/u)
    }
    const errors: string[] = []
    const parser = new DOMParser({ onError: (_level, message) => errors.push(message) })
    const items = [...parser.parseFromString(feed.body, 'text/xml').getElementsByTagName('item')]
    expect(errors).toEqual([])
    expect(items).toHaveLength(4)
    expect(entriesOf(ical.body)).toHaveLength(3)
  })

  // Case D01 of lib/testing/cases/README.md
  it('use the requested address for links if none is configured', async () => {
    const { saveFeedEvents, createUser } = await openAccount()
    const { secret } = await (await createUser()).create('rss')
    await saveFeedEvents({})
    const { body } = await read(secret, 'rss', 'https://panel.example.test')
    expect(body).not.toContain('undefined')
    expect(linksIn(body)).toEqual(['https://panel.example.test/events', 'https://panel.example.test/events?event=1'])
    expect(body).toMatch(/Pilne · upadłość · Obwieszczenie o ogłoszeniu upadłości · 10\slis\s2026/)
  })

  // Case D02 of lib/testing/cases/README.md
  it('give each entry its own stable link and id', async () => {
    const { accountId, saveFeedEvents, createUser } = await openAccount()
    const { secret } = await (await createUser()).create('rss')
    // The third repeats the second, reported by another monitor.
    const repeated = { announcement_id: 'a-2', identifier_value: krsOf(2), subject_name: 'SPÓŁKA 2 S.A.' }
    await saveFeedEvents({}, repeated, repeated)
    const { body } = await read(secret, 'rss')
    expect(linksIn(body).slice(1)).toEqual(['http://asked.test/events?event=2', 'http://asked.test/events?event=1'])
    const guids = [...body.matchAll(/<guid isPermaLink="false">([^<]*)</g)].map(([, guid]) => guid)
    expect(guids).toEqual([`event-${accountId}-2`, `event-${accountId}-1`])
    await saveFeedEvents({})
    expect((await read(secret, 'rss')).body).toContain(`<guid isPermaLink="false">event-${accountId}-1<`)
  })

  // Case D03 of lib/testing/cases/README.md
  it('have entries that end after they begin and do not mark their reader as busy', async () => {
    const { saveFeedEvents, createUser } = await openAccount()
    const { secret } = await (await createUser()).create('calendar')
    await saveFeedEvents({})
    const [claim] = entriesOf((await read(secret, 'calendar')).body)
    expect(claim).toMatchObject({
      'DTSTART;VALUE=DATE': '20261210',
      'DTEND;VALUE=DATE': '20261211',
      TRANSP: 'TRANSPARENT',
      'URL;VALUE=URI': 'http://asked.test/events?event=1',
    })
  })

  it('contain the newest two hundred events, filtered by source', async () => {
    const { saveFeedEvents, createUser } = await openAccount()
    const owner = await createUser()
    const [all, msig] = [await owner.create('rss'), await owner.create('rss', { sources: ['msig'] })]
    await saveFeedEvents(...Array.from({ length: 250 }, (_, n) => ({ source: n < 10 ? 'msig' : 'krz' })))
    expect((await read(all.secret, 'rss')).body.match(/<item>/g)).toHaveLength(200)
    expect((await read(msig.secret, 'rss')).body.match(/<item>/g)).toHaveLength(10)
  })

  it('can be read sixty times an hour', async () => {
    const { secret } = await (await (await openAccount()).createUser()).create('rss')
    for (let count = 0; count < 60; count += 1) expect(await outcomeOf(secret, 'rss')).toBe('read')
    expect(await outcomeOf(secret, 'rss')).toBe('too_many_calls')
  })

  it('contain a notice if there are more claims than a calendar holds', async () => {
    const { saveFeedEvents, createUser } = await openAccount()
    const someone = await createUser()
    const { secret } = await someone.create('calendar')
    await saveFeedEvents(...Array.from({ length: 1000 }, () => ({})))
    const claims = async () => entriesOf((await read(secret, 'calendar')).body)
    const more = (entries: Record<string, string>[]) => entries.filter(({ UID }) => UID?.startsWith('more-'))
    expect(more(await claims())).toEqual([])
    await saveFeedEvents({})
    const entries = await claims()
    expect(entries).toHaveLength(1001)
    expect(more(entries)).toMatchObject([{ SUMMARY: 'Nie wszystkie terminy są w tym kalendarzu' }])
  })
})
