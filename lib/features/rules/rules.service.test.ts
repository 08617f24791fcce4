import { afterAll, beforeAll, beforeEach, describe, expect, it as onBoth } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { confirmEmail, createEmailLink } from '@/lib/features/auth/one-time-links'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { readSubscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { panelEventHandlers } from '@/lib/features/events/handlers'
import { replaceTagMembers } from '@/lib/features/events/statements/tag-members'
import { removeMember, setMemberRole } from '@/lib/features/members/members'
import { updateUser } from '@/lib/features/members/statements/users'
import { readReportIndex } from '@/lib/features/reports/report-index-reader'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { createMailService } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertPanelEvents, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

import { findRuleMatches } from './find-matches'
import { notifyRules } from './notify'
import { insertRuleHits } from './statements/hits'

/** A Friday, noon in Warsaw. */
const NOW = '2026-11-20T11:00:00.000Z'
const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const PANEL = 'https://panel.example.test'
const PESEL = '44051401359'

describe.each(engines)('notification rules on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let testService: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    testService = await startTestService({ engine, now: NOW })
  })
  beforeEach(async () => {
    smtp.mails.length = 0
    testService.clock.set(NOW)
    // Silences the rules of the previous test.
    await testService.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
  })
  afterAll(async () => {
    await testService.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } }, panelUrl: PANEL },
      () => SECRET,
    )
  const runJobs = (more: Partial<PanelJobDependencies> = {}) => runRuleJobs(testService, { mail: mail(), ...more })
  const setTime = (iso: string) => testService.clock.set(`${iso}.000Z`)
  const subjects = () => smtp.mails.map((each) => /^Subject: (.*)$/m.exec(readMail(each).headers)?.[1])
  const textOf = (index: number) => readMail(smtp.mails[index]!).text.replaceAll('\u00A0', ' ').replaceAll('\r\n', '\n')
  const open = async (name: string, role: Role = 'owner') => {
    const { accountId } = await testService.createAccount({ name })
    const owner = await openRules(testService, accountId, { role, more: { mail: mail() } })
    return { accountId, owner }
  }
  const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)

  it('immediately notify of each event after their creation, once, with links to the events', async () => {
    const { accountId, owner } = await open('Raz')
    await insertPanelEvents(testService, accountId, { title: 'Sprzed reguły' })
    const rule = await owner.create()
    await runJobs()
    expect(smtp.mails).toEqual([])
    testService.clock.advance(10_000)
    await insertPanelEvents(
      testService,
      accountId,
      { title: 'Otwarcie likwidacji' },
      { source: 'msig', title: 'Drugie' },
    )
    await runJobs()
    await runJobs()
    // A liquidation ranks above a title that says nothing, even though it is older.
    expect(subjects()).toEqual(['Budex sp. z o.o.: Otwarcie likwidacji i jeszcze 1 – Raz'])
    const text = textOf(0)
    expect(text).toContain('2 nowe zdarzenia: KRZ, MSiG')
    expect(text).toContain(
      '2: Budex sp. z o.o., KRS 0000000018\n   Do sprawdzenia · Drugie · MSiG · 20 lis 2026, 12:00',
    )
    expect(text).toContain('Tę wiadomość wysłała reguła „Zdarzenia”.')
    // Each item has an id and its own link.
    expect(text).toMatch(/Ogłoszenie: ogłoszenie-\d+\n {3}https:\/\/panel\.example\.test\/events\?event=\d+\n/)
    expect(text).toContain('1: Budex sp. z o.o., KRS 0000000018\n   Pilne · likwidacja · Otwarcie likwidacji · KRZ')
    expect(text).not.toContain('Sprzed reguły')
    expect(text).toContain(`${PANEL}/events`)
    expect(readMail(smtp.mails[0]!).headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await owner.notices(rule.id)).toMatchObject([
      { kind: 'at_once', hit_count: 2, deliveries: [{ recipient: owner.user.email, state: 'sent', error: null }] },
    ])
    const [shown] = (await owner.list()).items
    expect(shown).toMatchObject({ waiting: 0, next_at: null, last_sent_at: testService.clock.now().toISOString() })
  })

  /** Tags monitors, either in the embedded service's table or in the last answer of a remote service. */
  const tagMonitors = async (isEmbedded: boolean, accountId: string, monitorIds: readonly string[]) => {
    const tag = 'kluczowy'
    const readAt = testService.clock.now().toISOString()
    const { db } = testService.storage
    if (!isEmbedded) {
      await db
        .transaction()
        .execute((trx) => replaceTagMembers(asAccountTx(trx), { accountId, tag, readAt, monitorIds }))
      return
    }
    for (const id of monitorIds) {
      const emptyFields = {
        filter_id: null,
        label: null,
        subject_name: null,
        last_event_at: null,
        last_event_source: null,
      }
      const identifierFields = { identifier_type: 'subject_id', identifier_value: id, search_text: '' } as const
      const row = { id, account_id: accountId, position: 0, created_at: readAt, ...identifierFields, ...emptyFields }
      await db.insertInto('monitors').values(row).execute()
      await db.insertInto('monitor_tags').values({ monitor_id: id, account_id: accountId, tag }).execute()
    }
  }

  it.each([
    { service: 'an embedded', isEmbedded: true },
    { service: 'a remote', isEmbedded: false },
  ])(
    'match events by their condition, and an announcement of several monitors once, with $service service',
    async (serviceCase) => {
      const { isEmbedded } = serviceCase
      const { accountId, owner } = await open('Warunki')
      await tagMonitors(isEmbedded, accountId, ['a', 'b'])
      const create = (name: string, condition: object) =>
        owner.create({ name, condition: { kind: 'events', ...condition } as { kind: 'events' }, timing: 'daily' })
      const rules = [
        await create('źródło', { sources: ['msig'] }),
        await create('tag', { tags: ['kluczowy'] }),
        await create('monitor', { monitor_ids: ['b'] }),
        await create('rodzaj', { announcements: ['bankruptcy'] }),
      ]
      await insertPanelEvents(
        testService,
        accountId,
        { monitor_id: 'a', announcement_id: 'jedno', title: 'Ogłoszenie upadłości' },
        {
          monitor_id: 'b',
          announcement_id: 'jedno',
          identifier_type: 'nip',
          identifier_value: '5261040828',
          title: 'Ogłoszenie upadłości',
        },
        { monitor_id: 'c', source: 'msig', title: 'Ogłoszenie o zmianie' },
      )
      await runJobs({ isEmbedded })
      const { items } = await owner.list()
      expect(rules.map(({ id }) => items.find((each) => each.id === id)?.waiting)).toEqual([1, 1, 1, 1])
    },
  )

  it('send one digest for complete windows, one for all missed windows, and none for empty windows', async () => {
    const { accountId, owner } = await open('Dobowe')
    const rule = await owner.create({ timing: 'daily', working_days_only: true })
    expect(rule.next_at).toBe('2026-11-23T07:00:00.000Z')
    await insertPanelEvents(testService, accountId, { title: 'A' })
    await runJobs()
    setTime('2026-11-21T09:00:00')
    await insertPanelEvents(testService, accountId, { title: 'B' })
    await runJobs()
    expect(smtp.mails).toEqual([])
    setTime('2026-11-23T07:00:00')
    // An event that arrives while the digest is being made belongs to the next one.
    await insertPanelEvents(testService, accountId, { title: 'C' })
    await runJobs()
    await runJobs()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 (wiadomość zbiorcza) – Dobowe'])
    setTime('2026-11-26T12:00:00')
    await insertPanelEvents(testService, accountId, { title: 'D' })
    await runJobs()
    expect(subjects().slice(1)).toEqual(['Budex sp. z o.o.: C (wiadomość zbiorcza) – Dobowe'])
    setTime('2026-11-27T07:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(3)
    expect((await owner.notices(rule.id)).map(({ hit_count }) => hit_count)).toEqual([1, 1, 2])
    setTime('2026-11-30T07:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(3)
  })

  it('link a digest to exactly the events that it counts, and a single event to itself', async () => {
    const { accountId, owner } = await open('Odnośnik')
    await insertPanelEvents(testService, accountId, { title: 'Sprzed reguły' })
    await owner.create({ timing: 'daily', condition: { kind: 'events', sources: ['krz'] } })
    await insertPanelEvents(testService, accountId, { title: 'A' }, { title: 'B' }, { source: 'msig', title: 'C' })
    await runJobs()
    setTime('2026-11-21T07:00:00')
    await runJobs()
    const linkOf = (index: number) => /Otwórz w panelu: (\S+)/.exec(textOf(index))?.[1] ?? ''
    const [, notice = ''] = /^https:\/\/panel\.example\.test\/events\?notice=([\w-]+)$/.exec(linkOf(0)) ?? []
    const listed = async (context: PanelContext) =>
      (await panelEventHandlers['events.list']({ query: { limit: 50, notice } }, context)).items
    expect(textOf(0)).toContain('2 nowe zdarzenia: KRZ')
    expect((await listed(owner.context())).map(({ title }) => title)).toEqual(['B', 'A'])
    // The number of a message of another account opens nothing.
    const stranger = await open('Obcy')
    await insertPanelEvents(testService, stranger.accountId, { title: 'Cudze' })
    expect(await listed(stranger.owner.context())).toEqual([])
    await insertPanelEvents(testService, accountId, { title: 'D' })
    await runJobs()
    setTime('2026-11-22T07:00:00')
    await runJobs()
    const [newest] = (await panelEventHandlers['events.list']({ query: { limit: 1 } }, owner.context())).items
    expect(linkOf(1)).toBe(`${PANEL}/events?event=${newest?.id}`)
  })

  it('keep hits until a panel version that knows their condition sends them', async () => {
    const { accountId, owner } = await open('Nowsza')
    const rule = await owner.create()
    const saveCondition = (condition: string) =>
      testService.storage.db.updateTable('rules').set({ condition }).where('id', '=', rule.id).execute()
    const { condition } = await testService.storage.db
      .selectFrom('rules')
      .select('condition')
      .where('id', '=', rule.id)
      .executeTakeFirstOrThrow()
    await saveCondition(
      JSON.stringify({ ...(JSON.parse(condition) as object), sources: [], announcements: ['of-a-newer-version'] }),
    )
    const hit = { rule_id: rule.id, occurrence: 'event:1', subject_key: 'a', content: '{}' }
    const origin = { accountId, at: testService.clock.now().toISOString() }
    const content = JSON.stringify({
      source: 'krz',
      title: null,
      name: null,
      isPerson: false,
      identifier: null,
      monitor_id: '',
      announcement_id: 'a',
      created_at: origin.at,
    })
    await testService.storage.db.transaction().execute((db) => insertRuleHits(db, origin, [{ ...hit, content }]))
    await runJobs()
    expect(smtp.mails).toEqual([])
    await saveCondition(condition)
    testService.clock.advance(15_000)
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
  })

  it('hold hits during quiet hours and while muted, and send all of them afterwards', async () => {
    const { accountId, owner } = await open('Cisza')
    await owner.create({ name: 'noc', quiet: { from: '22:00', to: '07:00' } })
    await owner.create({ name: 'wyciszona', muted_until: '2026-11-22T15:00:00.000Z' })
    setTime('2026-11-20T21:30:00')
    await insertPanelEvents(testService, accountId, { title: 'A' })
    await runJobs()
    setTime('2026-11-21T05:59:59')
    await insertPanelEvents(testService, accountId, { title: 'B' })
    await runJobs()
    expect(smtp.mails).toEqual([])
    setTime('2026-11-21T06:00:00')
    await runJobs()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 – Cisza'])
    setTime('2026-11-22T15:00:00')
    await runJobs()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 – Cisza', 'Budex sp. z o.o.: B i jeszcze 1 – Cisza'])
  })

  onBoth('apply a change immediately and lose no hits', async () => {
    const { accountId, owner } = await open('Zmiana')
    const rule = await owner.create({ timing: 'weekly' })
    await insertPanelEvents(testService, accountId, { title: 'A' })
    await runJobs()
    await owner.update(rule.id, { timing: 'at_once' })
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    await owner.update(rule.id, { enabled: false })
    await insertPanelEvents(testService, accountId, { title: 'B' })
    await runJobs()
    testService.clock.advance(60_000)
    await owner.update(rule.id, { enabled: true })
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    await insertPanelEvents(testService, accountId, { title: 'C' })
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    const changed = await refusal(owner.update(rule.id, { updated_at: rule.updated_at }))
    expect(changed).toMatchObject({ status: 409, code: 'rule_changed' })
  })

  onBoth('notify once when runs overlap, and when a run stops between matching and notifying', async () => {
    const { accountId, owner } = await open('Razem')
    await owner.create()
    await insertPanelEvents(testService, accountId, { title: 'A' })
    await Promise.all([runJobs(), runJobs(), runJobs()])
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    await insertPanelEvents(testService, accountId, { title: 'B' })
    const jobs = jobDependenciesOf(testService, { mail: mail() })
    await findRuleMatches(jobs)
    // Simulates a crash before the cursor is saved: another process checks again.
    await Promise.all([findRuleMatches(jobs), findRuleMatches(jobs)])
    await Promise.all([notifyRules(jobs), notifyRules(jobs)])
    await deliveriesJob.run(jobs)
    expect(subjects()).toHaveLength(2)
    // The same occurrence found twice in one statement is stored once.
    const [hit] = await testService.storage.db
      .selectFrom('rule_hits')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute()
    await testService.storage.db.transaction().execute(async (db) => {
      const duplicateHit = { ...hit!, occurrence: 'dwa razy' }
      await insertRuleHits(db, { accountId, at: testService.clock.now().toISOString() }, [
        hit!,
        duplicateHit,
        duplicateHit,
      ])
    })
    await runJobs()
    expect(subjects().slice(2)).toEqual([expect.stringMatching(/^Budex sp\. z o\.o\.: [AB] – Razem$/)])
  })

  it('send to members who still have access and to addresses added by an owner, and send nothing for an inactive account', async () => {
    const { accountId, owner } = await open('Zespół')
    const viewer = await openRules(testService, accountId, { role: 'viewer' })
    const compliance = await openRules(testService, accountId, { role: 'compliance' })
    const targets = [
      { kind: 'member' as const, target: viewer.user.id },
      { kind: 'member' as const, target: compliance.user.id },
      { kind: 'address' as const, target: 'Biuro@Partner.test' },
    ]
    const rule = await owner.create({ is_team: true, targets, language: 'en' })
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(
      [viewer.user.email, compliance.user.email, 'biuro@partner.test'].sort(),
    )
    expect(subjects()[0]).toMatch(/^Budex sp\. z o\.o\.: .+ – Zespół$/)
    expect((await viewer.list()).items[0]?.targets.map(({ kind }) => kind)).toEqual(['member', 'member'])
    smtp.mails.length = 0
    await updateUser(testService.storage.db, compliance.user.id, { email: 'nowy@adres.test' })
    const change = { actor: 'x', now: testService.clock.now(), sendsMail: false }
    await setMemberRole(testService.storage, { accountId, userId: viewer.user.id }, { ...change, role: 'finance' })
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['biuro@partner.test', 'nowy@adres.test'])
    await testService.storage.db
      .updateTable('accounts')
      .set({ state: 'inactive' })
      .where('id', '=', accountId)
      .execute()
    smtp.mails.length = 0
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    expect(smtp.mails).toEqual([])
    await testService.storage.db.updateTable('accounts').set({ state: 'active' }).where('id', '=', accountId).execute()
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    const ownRule = await compliance.create({ name: 'własna' })
    await removeMember(
      testService.storage,
      { accountId, userId: compliance.user.id },
      { ...change, action: 'members.remove' },
    )
    const { items } = await owner.list()
    expect(items.map(({ id }) => id)).toEqual([rule.id])
    expect(items[0]?.targets.map(({ target }) => target)).not.toContain(compliance.user.id)
    expect(ownRule.id).not.toBe(rule.id)
  })

  it('do not send waiting messages to a removed recipient or for a deleted rule', async () => {
    const { accountId, owner } = await open('Czekanie')
    const viewer = await openRules(testService, accountId, { role: 'viewer' })
    const both = [owner, viewer].map(({ user }) => ({ kind: 'member' as const, target: user.id }))
    const rule = await owner.create({ is_team: true, targets: both })
    const deletedRule = await owner.create({ name: 'usuwana', is_team: true, targets: both })
    smtp.refuse({ code: 451, message: 'try again' })
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    await owner.update(rule.id, { is_team: true })
    await owner.remove(deletedRule.id)
    smtp.refuse(undefined)
    smtp.mails.length = 0
    testService.clock.advance(60_000)
    await runJobs()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[owner.user.email]])
    const [notice] = await owner.notices(rule.id)
    expect(notice?.deliveries.find(({ recipient }) => recipient === viewer.user.email)?.state).toBe('unsent')
  })

  it('send waiting messages to a member’s new address, but keep an address that was entered by hand', async () => {
    const { accountId, owner } = await open('Nowy adres')
    const { email, id } = owner.user
    await owner.create({ name: 'członek', is_team: true })
    await owner.create({ name: 'adres', is_team: true, targets: [{ kind: 'address', target: email }] })
    smtp.refuse({ code: 451, message: 'try again' })
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    smtp.refuse(undefined)
    smtp.mails.length = 0
    const link = { userId: id, email: 'przeniesiony@example.test' }
    const token = await createEmailLink(testService.storage.db, link, testService.clock.now())
    expect(await confirmEmail(testService.storage, { token, address: null }, testService.clock.now())).toMatchObject({
      state: 'ready',
    })
    testService.clock.advance(120_000)
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual([email, 'przeniesiony@example.test'].sort())
  })

  it('can be unsubscribed from in the e-mail without signing in, only for the reader of that e-mail', async () => {
    const { accountId, owner } = await open('Wypis')
    const viewer = await openRules(testService, accountId, { role: 'viewer' })
    const ownRule = await viewer.create({ name: 'własna' })
    await owner.create({
      is_team: true,
      targets: [
        { kind: 'member', target: owner.user.id },
        { kind: 'member', target: viewer.user.id },
        { kind: 'address', target: 'inny@partner.test' },
      ],
    })
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    expect(smtp.mails).toHaveLength(4)
    const tokens = smtp.mails
      .filter(({ to }) => to[0] !== owner.user.email)
      .map((each) => /unsubscribe\?token=([^>]+)>/.exec(readMail(each).headers)?.[1] ?? '')
    for (const token of tokens) {
      const subscription = { storage: testService.storage, secret: SECRET, token }
      expect((await readSubscription(subscription)).state).toBe('subscribed')
      expect(await unsubscribe(subscription, testService.clock.now())).toBe('ended')
      expect((await readSubscription(subscription)).state).toBe('ended')
      expect(await unsubscribe(subscription, testService.clock.now())).toBe('ended')
    }
    smtp.mails.length = 0
    await insertPanelEvents(testService, accountId, {})
    await runJobs()
    // The owner gets the match and a notice about who left the team rule.
    expect(smtp.mails.map(({ to }) => to[0])).toEqual([owner.user.email, owner.user.email])
    expect(
      smtp.mails.map((each) => readMail(each).text).filter((text) => text.includes('inny@partner.test')),
    ).toHaveLength(1)
    expect((await viewer.list()).items.find(({ id }) => id === ownRule.id)?.enabled).toBe(false)
    const entries = await listEntriesAfter(testService.storage.db, accountId, { number: 0, limit: 20 })
    expect(
      entries
        .filter(({ action }) => action === 'rules.unsubscribe')
        .map(({ actor }) => actor)
        .sort(),
    ).toEqual(['inny@partner.test', viewer.user.email].sort())
  })

  it('reveal no personal number and no name of a person', async () => {
    const { accountId, owner } = await open('Osoby')
    expect(await refusal(owner.create({ name: `Sprawa ${PESEL}` }))).toMatchObject({
      detail: [{ loc: ['body', 'name'], type: 'personal_number' }],
    })
    const rule = await owner.create({ name: 'Dłużnicy' })
    await insertPanelEvents(
      testService,
      accountId,
      {
        identifier_type: 'pesel',
        identifier_value: PESEL,
        subject_name: 'Jan Kowalski',
        title: `Wobec Jana Kowalskiego, PESEL ${PESEL}`,
      },
      {
        identifier_type: 'nip',
        identifier_value: '5261040828',
        subject_name: 'Anna Nowak Usługi',
        title: 'Obwieszczenie',
      },
      {
        identifier_type: 'krz_signature',
        identifier_value: `KR1S/GUp/1/2026 ${PESEL}`,
        subject_name: `Ewa Lis ${PESEL}`,
        title: `Lista ${PESEL}`,
        announcement_id: PESEL,
      },
    )
    await runJobs()
    const { headers, text } = readMail(smtp.mails[0]!)
    const hits = await testService.storage.db
      .selectFrom('rule_hits')
      .selectAll()
      .where('rule_id', '=', rule.id)
      .execute()
    expect(hits).toHaveLength(3)
    for (const output of [headers, text, JSON.stringify(hits), JSON.stringify(await owner.notices(rule.id))]) {
      for (const secret of [PESEL, 'Kowalsk', 'Nowak', 'Ewa', 'Lis ']) expect(output).not.toContain(secret)
    }
    expect(text).toContain('Osoba, PESEL')
    expect(text).toContain('NIP 5261040828')
  })

  it('list 50 hits of a large digest and count the rest', async () => {
    const { accountId, owner } = await open('Dużo')
    await owner.create()
    await insertPanelEvents(
      testService,
      accountId,
      ...Array.from({ length: 123 }, (_, index) => ({ title: `Numer ${index}` })),
    )
    await runJobs()
    const text = textOf(0)
    expect(subjects()).toEqual(['Budex sp. z o.o.: Numer 122 i jeszcze 122 – Dużo'])
    expect(text).toContain('50: Budex')
    expect(text).not.toContain('51: Budex')
    expect(text).toContain('i 73 kolejne – zobacz w panelu')
  })

  it('list the gravest hit first, even when others are left out, with every monitor that reported it', async () => {
    const { accountId, owner } = await open('Najcięższe')
    await owner.create()
    const bankrupt = {
      title: 'Obwieszczenie o ogłoszeniu upadłości',
      announcement_id: 'u-1',
      subject_name: 'ALFA S.A.',
    }
    await insertPanelEvents(
      testService,
      accountId,
      { ...bankrupt, monitor_id: 'm-1', identifier_value: '0000000027' },
      { ...bankrupt, monitor_id: 'm-2', identifier_type: 'nip', identifier_value: '5261040828' },
    )
    await runJobs()
    // An item that represents two events of the service says so.
    expect(textOf(0)).toContain('Usługa podała 2 zdarzenia: ogłoszenie, które podało kilka monitorów, liczymy raz.')
    smtp.mails.length = 0
    await testService.storage.db
      .updateTable('rules')
      .set({ last_notified_hit: 0 })
      .where('account_id', '=', accountId)
      .execute()
    await insertPanelEvents(
      testService,
      accountId,
      ...Array.from({ length: 1100 }, () => ({ source: 'krs', title: 'Zmiana wspólników' })),
    )
    await runJobs()
    expect(subjects().map((each) => each?.replaceAll(/\s/g, ' '))).toEqual([
      'ALFA S.A.: Obwieszczenie o ogłoszeniu upadłości i jeszcze 1 100 – Najcięższe',
    ])
    const text = textOf(0).replaceAll('\u202F', ' ')
    expect(text).toMatch(/1: ALFA S\.A\., KRS 0000000027\n.*\n {3}Monitory: KRS 0000000027, NIP 5261040828\n/)
    expect(text).toContain('i 1 051 kolejnych – zobacz w panelu')
  })

  it('rank hits by the severities that the account chose, and tell the kind', async () => {
    const { accountId, owner } = await open('Ważność')
    await owner.create()
    await testService.storage.db
      .insertInto('event_severities')
      .values([
        { account_id: accountId, kind: 'seat', severity: 'urgent' },
        { account_id: accountId, kind: 'bankruptcy', severity: 'rest' },
      ])
      .execute()
    await insertPanelEvents(
      testService,
      accountId,
      { title: 'Obwieszczenie o ogłoszeniu upadłości' },
      { source: 'krs', title: 'Zmiana adresu siedziby' },
    )
    await runJobs()
    expect(subjects()).toEqual(['Budex sp. z o.o.: Zmiana adresu siedziby i jeszcze 1 – Ważność'])
    expect(textOf(0)).toContain('Pilne · siedziba i adres · Zmiana adresu siedziby · KRS')
    expect(textOf(0)).toContain('Pozostałe · upadłość · Obwieszczenie o ogłoszeniu upadłości · KRZ')
    const hits = await testService.storage.db
      .selectFrom('rule_hits')
      .select('content')
      .where('account_id', '=', accountId)
      .orderBy('number', 'desc')
      .execute()
    expect(hits.map(({ content }) => JSON.parse(content) as object)).toMatchObject([
      { kind: 'seat', severity: 'urgent' },
      { kind: 'bankruptcy', severity: 'rest' },
    ])
  })

  it('notify of a claim deadline once per distance, even when late, and not after the deadline', async () => {
    const { accountId, owner } = await open('Terminy')
    await insertPanelEvents(
      testService,
      accountId,
      {
        title: 'Ogłoszenie upadłości',
        announcement_id: 'bliski',
        day: '2026-10-28',
        created_at: '2026-10-28T10:00:00.000Z',
      },
      {
        title: 'Ogłoszenie upadłości',
        announcement_id: 'daleki',
        day: '2026-11-18',
        created_at: '2026-11-18T10:00:00.000Z',
      },
      {
        title: 'Ogłoszenie upadłości',
        announcement_id: 'po terminie',
        day: '2026-10-10',
        created_at: '2026-10-10T10:00:00.000Z',
      },
      {
        title: 'Lista wierzytelności',
        announcement_id: 'inne',
        day: '2026-10-28',
        created_at: '2026-10-28T10:00:00.000Z',
      },
    )
    const rule = await owner.create({ condition: { kind: 'claim_deadline', days: 7 } })
    await runJobs()
    await runJobs()
    expect(subjects().map((each) => each?.replaceAll('\u00A0', ' '))).toEqual([
      'Zgłoszenie wierzytelności najpóźniej 27 lis 2026 · Budex sp. z o.o.: Ogłoszenie upadłości – Terminy',
    ])
    expect(textOf(0)).toContain('Zgłoszenie wierzytelności najpóźniej 27 lis 2026')
    setTime('2026-11-21T11:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    await owner.update(rule.id, { condition: { kind: 'claim_deadline', days: 3 } })
    setTime('2026-11-25T11:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    setTime('2026-12-15T12:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(3)
  })

  it('notify of a missing report, and of an undownloaded report that expires soon, based on what the panel observed', async () => {
    const { owner, accountId } = await open('Raporty')
    const reportsOf = (source: string, day: string, expires_at: string) =>
      ['csv', 'json'].map((format) => ({
        id: `${source}-${day}-${format}`,
        source,
        report_date: day,
        generated_at: `${day}T23:05:00.000Z`,
        expires_at,
        format,
        row_count: 3,
        size_bytes: 10,
      }))
    const index = [
      ...reportsOf('krz', '2026-11-19', '2026-11-21T10:00:00.000Z'),
      // A report without rows does not need to be downloaded.
      ...reportsOf('msig', '2026-11-19', '2026-11-21T10:00:00.000Z').map((each) => ({ ...each, row_count: 0 })),
      // Before the panel watched, the report may have been downloaded elsewhere.
      ...reportsOf('krz', '2026-11-17', '2026-11-21T10:00:00.000Z'),
      ...reportsOf('krs_changes', '2026-11-19', '2026-11-28T00:00:00.000Z').slice(0, 1),
    ]
    const callService = (() => Promise.resolve(index)) as unknown as ReturnType<PanelJobDependencies['callFor']>
    const read = async () => {
      const reader = { storage: testService.storage, clock: () => testService.clock.now(), accountId, callService }
      await readReportIndex(reader)
    }
    setTime('2026-11-19T20:00:00')
    await read()
    await owner.create({ name: 'brak', condition: { kind: 'report', what: 'missing' } })
    await owner.create({ name: 'wygasa', condition: { kind: 'report', what: 'expiring', hours: 24 } })
    await owner.create({ name: 'wygasa później', condition: { kind: 'report', what: 'expiring', hours: 12 } })
    await runJobs()
    expect(smtp.mails).toEqual([])
    for (const hour of ['21', '22', '23']) {
      setTime(`2026-11-19T${hour}:00:00`)
      await read()
    }
    await runJobs()
    // It is one hour after midnight in Warsaw, too early for a report to be missing.
    expect(smtp.mails).toEqual([])
    for (const hour of ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11']) {
      setTime(`2026-11-20T${hour}:00:00`)
      await read()
    }
    await runJobs()
    await runJobs()
    expect(subjects().toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      '1 niepobrany raport wygasa: KRZ – Raporty',
      'W usłudze brakuje 1 raportu dziennego: Zmiany KRS – Raporty',
    ])
    const text = smtp.mails.map((_, each) => textOf(each)).join('')
    expect(text).toContain('Usługa nie ma tego raportu: JSON.')
    expect(await owner.preview({ condition: { kind: 'report', what: 'missing' } })).toMatchObject({
      since: '2026-11-19T20:00:00.000Z',
      is_whole: false,
      messages: 1,
      items: 1,
    })
  })

  it('preview what would be delivered, and no counts for a period that the store does not cover', async () => {
    const { accountId, owner } = await open('Podgląd')
    expect(await owner.preview()).toMatchObject({ messages: null, items: null, since: null })
    await testService.storage.db
      .updateTable('accounts')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', accountId)
      .execute()
    const eventOn = (day: string, hour: string, source = 'krz') => ({
      day,
      created_at: `${day}T${hour}:00:00.000Z`,
      source,
    })
    await insertPanelEvents(
      testService,
      accountId,
      eventOn('2026-10-01', '10'),
      eventOn('2026-11-10', '10'),
      eventOn('2026-11-10', '12'),
      eventOn('2026-11-14', '10', 'msig'),
      eventOn('2026-11-20', '10'),
    )
    expect(await owner.preview({ timing: 'daily', working_days_only: true })).toMatchObject({
      days: 30,
      is_whole: true,
      messages: 2,
      items: 3,
      next_at: '2026-11-23T07:00:00.000Z',
    })
    expect(await owner.preview()).toMatchObject({ messages: 4, items: 4, next_at: null })
    expect(await owner.preview({ condition: { kind: 'events', sources: ['msig'] } })).toMatchObject({
      messages: 1,
      items: 1,
    })
    expect(await owner.preview({ condition: { kind: 'report', what: 'expiring' } })).toMatchObject({ messages: null })
  })

  it('reject saving and deletion without the required right, invalid targets and a used name', async () => {
    const { accountId, owner } = await open('Role')
    const viewer = await openRules(testService, accountId, { role: 'viewer' })
    const compliance = await openRules(testService, accountId, { role: 'compliance' })
    const { accountId: otherId } = await testService.createAccount()
    const stranger = await openRules(testService, otherId)
    expect(await refusal(viewer.create({ is_team: true }))).toMatchObject({ status: 403, code: 'role_required' })
    const address = [{ kind: 'address' as const, target: 'x@partner.test' }]
    const bad = (types: string) => ({ detail: [{ type: types }] })
    expect(await refusal(compliance.create({ is_team: true, targets: address }))).toMatchObject(bad('address_role'))
    expect(await refusal(viewer.create({ targets: address }))).toMatchObject(bad('own_rule'))
    const member = [{ kind: 'member' as const, target: stranger.user.id }]
    expect(await refusal(owner.create({ is_team: true, targets: member }))).toMatchObject(bad('not_a_reader'))
    expect(await refusal(owner.create({ targets: [{ kind: 'channel', target: 'nobody' }] }))).toMatchObject(
      bad('no_channel'),
    )
    const rule = await owner.create({ is_team: true, targets: address })
    // An editor without the right to add addresses retains those that an owner added.
    await compliance.update(rule.id, { is_team: true, targets: address, name: 'Inaczej' })
    for (const other of [stranger, viewer]) {
      expect(await refusal(other.update(rule.id, { is_team: true }))).toMatchObject({
        code: expect.any(String) as string,
      })
      expect(await refusal(other.remove(rule.id))).toMatchObject({ code: expect.any(String) as string })
    }
    expect(await refusal(owner.create({ name: 'Inaczej', is_team: true }))).toMatchObject(bad('name_taken'))
    expect((await owner.list()).items).toMatchObject([{ name: 'Inaczej' }])
  })

  it('can send a test message, which reports whether it was delivered', async () => {
    const { owner } = await open('Próba')
    const rule = await owner.create()
    const [first, second] = [await owner.test(rule.id), await owner.test(rule.id)]
    expect([first, second]).toMatchObject([
      { kind: 'test', deliveries: [{ state: 'sent' }] },
      { kind: 'test', deliveries: [{ state: 'sent' }] },
    ])
    expect(subjects()[0]).toMatch(/^Wiadomość próbna reguły powiadomień – /)
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    const refused = await owner.test(rule.id)
    smtp.refuse(undefined)
    expect(refused.deliveries[0]).toMatchObject({ state: 'failed' })
  })
})
