import { afterAll, beforeAll, beforeEach, describe, expect, it as onBoth } from 'vitest'

import type { Role } from '@/lib/domain/roles'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { confirmEmail, createEmailLink } from '@/lib/features/auth/one-time-links'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { readSubscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { replaceTagMembers } from '@/lib/features/events/statements/tag-members'
import { removeMember, setMemberRole } from '@/lib/features/members/members'
import { updateUser } from '@/lib/features/members/statements/users'
import { readReportIndex } from '@/lib/features/reports/report-index-reader'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { createMailService } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobsOf } from '@/lib/testing/bzp-alerts'
import { happen, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
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

describe.each(engines)('rules of notification on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let at: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    at = await startTestService({ engine, now: NOW })
  })
  beforeEach(async () => {
    smtp.mails.length = 0
    at.clock.set(NOW)
    // Silences the rules of the previous test.
    await at.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
  })
  afterAll(async () => {
    await at.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } }, panelUrl: PANEL },
      () => SECRET,
    )
  const turn = (more: Partial<PanelJobDependencies> = {}) => runRuleJobs(at, { mail: mail(), ...more })
  const go = (iso: string) => at.clock.set(`${iso}.000Z`)
  const subjects = () => smtp.mails.map((each) => /^Subject: (.*)$/m.exec(readMail(each).headers)?.[1])
  const textOf = (index: number) => readMail(smtp.mails[index]!).text.replaceAll('\u00A0', ' ').replaceAll('\r\n', '\n')
  const open = async (name: string, role: Role = 'owner') => {
    const { accountId } = await at.createAccount({ name })
    const owner = await openRules(at, accountId, { role, more: { mail: mail() } })
    return { accountId, owner }
  }
  const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)

  it('tell at once of what happens from now on, once, with the way to it', async () => {
    const { accountId, owner } = await open('Raz')
    await happen(at, accountId, { title: 'Sprzed reguły' })
    const rule = await owner.create()
    await turn()
    expect(smtp.mails).toEqual([])
    at.clock.advance(10_000)
    await happen(at, accountId, { title: 'Pierwsze' }, { source: 'msig', title: 'Drugie' })
    await turn()
    await turn()
    // News from KRZ ranks above news from MSiG, even though it is older.
    expect(subjects()).toEqual(['Budex sp. z o.o.: Pierwsze i jeszcze 1 – Raz'])
    const text = textOf(0)
    expect(text).toContain('2 nowe zdarzenia: KRZ, MSiG')
    expect(text).toContain('2: Budex sp. z o.o., KRS 0000000018\n   Drugie · MSiG · 20 lis 2026, 12:00')
    expect(text).toContain('Wysłała ją reguła „Zdarzenia”.')
    // Each item has an id and its own link.
    expect(text).toMatch(/Ogłoszenie: ogłoszenie-\d+\n {3}https:\/\/panel\.example\.test\/events\?event=\d+\n/)
    expect(text).toContain('1: Budex sp. z o.o., KRS 0000000018\n   Pierwsze · KRZ')
    expect(text).not.toContain('Sprzed reguły')
    expect(text).toContain(`${PANEL}/events`)
    expect(readMail(smtp.mails[0]!).headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(await owner.notices(rule.id)).toMatchObject([
      { kind: 'at_once', hit_count: 2, deliveries: [{ recipient: owner.user.email, state: 'sent', error: null }] },
    ])
    const [shown] = (await owner.list()).items
    expect(shown).toMatchObject({ waiting: 0, next_at: null, last_sent_at: at.clock.now().toISOString() })
  })

  /** Tags monitors, either in the embedded service's table or in the last answer of a remote service. */
  const tagMonitors = async (isEmbedded: boolean, accountId: string, monitorIds: readonly string[]) => {
    const tag = 'kluczowy'
    const readAt = at.clock.now().toISOString()
    const { db } = at.storage
    if (!isEmbedded) {
      await db
        .transaction()
        .execute((trx) => replaceTagMembers(asAccountTx(trx), { accountId, tag, readAt, monitorIds }))
      return
    }
    for (const id of monitorIds) {
      const nothing = { filter_id: null, label: null, subject_name: null, last_event_at: null, last_event_source: null }
      const who = { identifier_type: 'subject_id', identifier_value: id, search_text: '' } as const
      const row = { id, account_id: accountId, position: 0, created_at: readAt, ...who, ...nothing }
      await db.insertInto('monitors').values(row).execute()
      await db.insertInto('monitor_tags').values({ monitor_id: id, account_id: accountId, tag }).execute()
    }
  }

  it.each([
    { service: 'an embedded', isEmbedded: true },
    { service: 'a remote', isEmbedded: false },
  ])(
    'find what their condition says, and an announcement of several monitors once, of $service service',
    async (of) => {
      const { isEmbedded } = of
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
      await happen(
        at,
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
      await turn({ isEmbedded })
      const { items } = await owner.list()
      expect(rules.map(({ id }) => items.find((each) => each.id === id)?.waiting)).toEqual([1, 1, 1, 1])
    },
  )

  it('make one digest of whole windows, of missed ones in one, and none of nothing', async () => {
    const { accountId, owner } = await open('Dobowe')
    const rule = await owner.create({ timing: 'daily', working_days_only: true })
    expect(rule.next_at).toBe('2026-11-23T07:00:00.000Z')
    await happen(at, accountId, { title: 'A' })
    await turn()
    go('2026-11-21T09:00:00')
    await happen(at, accountId, { title: 'B' })
    await turn()
    expect(smtp.mails).toEqual([])
    go('2026-11-23T07:00:00')
    // An event that arrives while the digest is being made belongs to the next one.
    await happen(at, accountId, { title: 'C' })
    await turn()
    await turn()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 (wiadomość zbiorcza) – Dobowe'])
    go('2026-11-26T12:00:00')
    await happen(at, accountId, { title: 'D' })
    await turn()
    expect(subjects().slice(1)).toEqual(['Budex sp. z o.o.: C (wiadomość zbiorcza) – Dobowe'])
    go('2026-11-27T07:00:00')
    await turn()
    expect(smtp.mails).toHaveLength(3)
    expect((await owner.notices(rule.id)).map(({ hit_count }) => hit_count)).toEqual([1, 1, 2])
    go('2026-11-30T07:00:00')
    await turn()
    expect(smtp.mails).toHaveLength(3)
  })

  it('keep what they found for the version of the panel that knows them', async () => {
    const { accountId, owner } = await open('Nowsza')
    const rule = await owner.create()
    const saved = (condition: string) =>
      at.storage.db.updateTable('rules').set({ condition }).where('id', '=', rule.id).execute()
    const { condition } = await at.storage.db
      .selectFrom('rules')
      .select('condition')
      .where('id', '=', rule.id)
      .executeTakeFirstOrThrow()
    await saved(
      JSON.stringify({ ...(JSON.parse(condition) as object), sources: [], announcements: ['of-a-newer-version'] }),
    )
    const hit = { rule_id: rule.id, occurrence: 'event:1', subject_key: 'a', content: '{}' }
    const found = { accountId, at: at.clock.now().toISOString() }
    const content = JSON.stringify({
      source: 'krz',
      title: null,
      name: null,
      isPerson: false,
      identifier: null,
      monitor_id: '',
      announcement_id: 'a',
      created_at: found.at,
    })
    await at.storage.db.transaction().execute((db) => insertRuleHits(db, found, [{ ...hit, content }]))
    await turn()
    expect(smtp.mails).toEqual([])
    await saved(condition)
    at.clock.advance(15_000)
    await turn()
    expect(smtp.mails).toHaveLength(1)
  })

  it('hold what is found in quiet hours and under a mute, and drop none of it', async () => {
    const { accountId, owner } = await open('Cisza')
    await owner.create({ name: 'noc', quiet: { from: '22:00', to: '07:00' } })
    await owner.create({ name: 'wyciszona', muted_until: '2026-11-22T15:00:00.000Z' })
    go('2026-11-20T21:30:00')
    await happen(at, accountId, { title: 'A' })
    await turn()
    go('2026-11-21T05:59:59')
    await happen(at, accountId, { title: 'B' })
    await turn()
    expect(smtp.mails).toEqual([])
    go('2026-11-21T06:00:00')
    await turn()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 – Cisza'])
    go('2026-11-22T15:00:00')
    await turn()
    expect(subjects()).toEqual(['Budex sp. z o.o.: B i jeszcze 1 – Cisza', 'Budex sp. z o.o.: B i jeszcze 1 – Cisza'])
  })

  onBoth('take a change at once, and lose nothing by it', async () => {
    const { accountId, owner } = await open('Zmiana')
    const rule = await owner.create({ timing: 'weekly' })
    await happen(at, accountId, { title: 'A' })
    await turn()
    await owner.update(rule.id, { timing: 'at_once' })
    await turn()
    expect(smtp.mails).toHaveLength(1)
    await owner.update(rule.id, { enabled: false })
    await happen(at, accountId, { title: 'B' })
    await turn()
    at.clock.advance(60_000)
    await owner.update(rule.id, { enabled: true })
    await turn()
    expect(smtp.mails).toHaveLength(1)
    await happen(at, accountId, { title: 'C' })
    await turn()
    expect(smtp.mails).toHaveLength(2)
    const changed = await refusal(owner.update(rule.id, { updated_at: rule.updated_at }))
    expect(changed).toMatchObject({ status: 409, code: 'rule_changed' })
  })

  onBoth(
    'tell once by turns that come together, and after one that broke off between finding and telling',
    async () => {
      const { accountId, owner } = await open('Razem')
      await owner.create()
      await happen(at, accountId, { title: 'A' })
      await Promise.all([turn(), turn(), turn()])
      await turn()
      expect(smtp.mails).toHaveLength(1)
      await happen(at, accountId, { title: 'B' })
      const jobs = jobsOf(at, { mail: mail() })
      await findRuleMatches(jobs)
      // Simulates a crash before the cursor is saved: another process checks again.
      await Promise.all([findRuleMatches(jobs), findRuleMatches(jobs)])
      await Promise.all([notifyRules(jobs), notifyRules(jobs)])
      await deliveriesJob.run(jobs)
      expect(subjects()).toHaveLength(2)
      // The same occurrence found twice in one statement is stored once.
      const [hit] = await at.storage.db
        .selectFrom('rule_hits')
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      await at.storage.db.transaction().execute(async (db) => {
        const again = { ...hit!, occurrence: 'dwa razy' }
        await insertRuleHits(db, { accountId, at: at.clock.now().toISOString() }, [hit!, again, again])
      })
      await turn()
      expect(subjects().slice(2)).toEqual([expect.stringMatching(/^Budex sp\. z o\.o\.: [AB] – Razem$/)])
    },
  )

  it('write to members who may still look, to addresses that an owner typed, and to nobody of a blocked account', async () => {
    const { accountId, owner } = await open('Zespół')
    const viewer = await openRules(at, accountId, { role: 'viewer' })
    const compliance = await openRules(at, accountId, { role: 'compliance' })
    const targets = [
      { kind: 'member' as const, target: viewer.user.id },
      { kind: 'member' as const, target: compliance.user.id },
      { kind: 'address' as const, target: 'Biuro@Partner.test' },
    ]
    const rule = await owner.create({ is_team: true, targets, language: 'en' })
    await happen(at, accountId, {})
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(
      [viewer.user.email, compliance.user.email, 'biuro@partner.test'].sort(),
    )
    expect(subjects()[0]).toMatch(/^Budex sp\. z o\.o\.: .+ – Zespół$/)
    expect((await viewer.list()).items[0]?.targets.map(({ kind }) => kind)).toEqual(['member', 'member'])
    smtp.mails.length = 0
    await updateUser(at.storage.db, compliance.user.id, { email: 'nowy@adres.test' })
    const by = { actor: 'x', now: at.clock.now(), sendsMail: false }
    await setMemberRole(at.storage, { accountId, userId: viewer.user.id }, { ...by, role: 'finance' })
    await happen(at, accountId, {})
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['biuro@partner.test', 'nowy@adres.test'])
    await at.storage.db.updateTable('accounts').set({ state: 'inactive' }).where('id', '=', accountId).execute()
    smtp.mails.length = 0
    await happen(at, accountId, {})
    await turn()
    expect(smtp.mails).toEqual([])
    await at.storage.db.updateTable('accounts').set({ state: 'active' }).where('id', '=', accountId).execute()
    await turn()
    expect(smtp.mails).toHaveLength(2)
    const own = await compliance.create({ name: 'własna' })
    await removeMember(at.storage, { accountId, userId: compliance.user.id }, { ...by, action: 'members.remove' })
    const { items } = await owner.list()
    expect(items.map(({ id }) => id)).toEqual([rule.id])
    expect(items[0]?.targets.map(({ target }) => target)).not.toContain(compliance.user.id)
    expect(own.id).not.toBe(rule.id)
  })

  it('do not send what waits to whoever is no longer told', async () => {
    const { accountId, owner } = await open('Czekanie')
    const viewer = await openRules(at, accountId, { role: 'viewer' })
    const both = [owner, viewer].map(({ user }) => ({ kind: 'member' as const, target: user.id }))
    const rule = await owner.create({ is_team: true, targets: both })
    const gone = await owner.create({ name: 'usuwana', is_team: true, targets: both })
    smtp.refuse({ code: 451, message: 'try again' })
    await happen(at, accountId, {})
    await turn()
    await owner.update(rule.id, { is_team: true })
    await owner.remove(gone.id)
    smtp.refuse(undefined)
    smtp.mails.length = 0
    at.clock.advance(60_000)
    await turn()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[owner.user.email]])
    const [notice] = await owner.notices(rule.id)
    expect(notice?.deliveries.find(({ recipient }) => recipient === viewer.user.email)?.state).toBe('unsent')
  })

  it('send what waits to the new address of a member, and not what somebody typed', async () => {
    const { accountId, owner } = await open('Nowy adres')
    const { email, id } = owner.user
    await owner.create({ name: 'członek', is_team: true })
    await owner.create({ name: 'adres', is_team: true, targets: [{ kind: 'address', target: email }] })
    smtp.refuse({ code: 451, message: 'try again' })
    await happen(at, accountId, {})
    await turn()
    smtp.refuse(undefined)
    smtp.mails.length = 0
    const link = { userId: id, email: 'przeniesiony@example.test' }
    const token = await createEmailLink(at.storage.db, link, at.clock.now())
    expect(await confirmEmail(at.storage, { token, address: null }, at.clock.now())).toMatchObject({ state: 'ready' })
    at.clock.advance(120_000)
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual([email, 'przeniesiony@example.test'].sort())
  })

  it('are ended from the mail by its reader alone, without signing in', async () => {
    const { accountId, owner } = await open('Wypis')
    const viewer = await openRules(at, accountId, { role: 'viewer' })
    const own = await viewer.create({ name: 'własna' })
    await owner.create({
      is_team: true,
      targets: [
        { kind: 'member', target: owner.user.id },
        { kind: 'member', target: viewer.user.id },
        { kind: 'address', target: 'inny@partner.test' },
      ],
    })
    await happen(at, accountId, {})
    await turn()
    expect(smtp.mails).toHaveLength(4)
    const tokens = smtp.mails
      .filter(({ to }) => to[0] !== owner.user.email)
      .map((each) => /unsubscribe\?token=([^>]+)>/.exec(readMail(each).headers)?.[1] ?? '')
    for (const token of tokens) {
      const requested = { storage: at.storage, secret: SECRET, token }
      expect((await readSubscription(requested)).state).toBe('subscribed')
      expect(await unsubscribe(requested, at.clock.now())).toBe('ended')
      expect((await readSubscription(requested)).state).toBe('ended')
      expect(await unsubscribe(requested, at.clock.now())).toBe('ended')
    }
    smtp.mails.length = 0
    await happen(at, accountId, {})
    await turn()
    // The owner gets the match and a notice about who left the team rule.
    expect(smtp.mails.map(({ to }) => to[0])).toEqual([owner.user.email, owner.user.email])
    expect(
      smtp.mails.map((each) => readMail(each).text).filter((text) => text.includes('inny@partner.test')),
    ).toHaveLength(1)
    expect((await viewer.list()).items.find(({ id }) => id === own.id)?.enabled).toBe(false)
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 20 })
    expect(
      entries
        .filter(({ action }) => action === 'rules.unsubscribe')
        .map(({ actor }) => actor)
        .sort(),
    ).toEqual(['inny@partner.test', viewer.user.email].sort())
  })

  it('let no personal number and no name of a person out', async () => {
    const { accountId, owner } = await open('Osoby')
    expect(await refusal(owner.create({ name: `Sprawa ${PESEL}` }))).toMatchObject({
      detail: [{ loc: ['body', 'name'], type: 'personal_number' }],
    })
    const rule = await owner.create({ name: 'Dłużnicy' })
    await happen(
      at,
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
    await turn()
    const { headers, text } = readMail(smtp.mails[0]!)
    const hits = await at.storage.db.selectFrom('rule_hits').selectAll().where('rule_id', '=', rule.id).execute()
    expect(hits).toHaveLength(3)
    for (const said of [headers, text, JSON.stringify(hits), JSON.stringify(await owner.notices(rule.id))]) {
      for (const secret of [PESEL, 'Kowalsk', 'Nowak', 'Ewa', 'Lis ']) expect(said).not.toContain(secret)
    }
    expect(text).toContain('Osoba, PESEL')
    expect(text).toContain('NIP 5261040828')
  })

  it('list a hundred lines of a large digest and count the rest', async () => {
    const { accountId, owner } = await open('Dużo')
    await owner.create()
    await happen(at, accountId, ...Array.from({ length: 123 }, (_, index) => ({ title: `Numer ${index}` })))
    await turn()
    const text = textOf(0)
    expect(subjects()).toEqual(['Budex sp. z o.o.: Numer 122 i jeszcze 122 – Dużo'])
    expect(text).toContain('50: Budex')
    expect(text).not.toContain('51: Budex')
    expect(text).toContain('i 73 kolejne – zobacz w panelu')
  })

  it('name the gravest first, whatever is left out, and every monitor that gave it', async () => {
    const { accountId, owner } = await open('Najcięższe')
    await owner.create()
    const bankrupt = {
      title: 'Obwieszczenie o ogłoszeniu upadłości',
      announcement_id: 'u-1',
      subject_name: 'ALFA S.A.',
    }
    await happen(
      at,
      accountId,
      { ...bankrupt, monitor_id: 'm-1', identifier_value: '0000000027' },
      { ...bankrupt, monitor_id: 'm-2', identifier_type: 'nip', identifier_value: '5261040828' },
    )
    await turn()
    // An item that represents two events of the service says so.
    expect(textOf(0)).toContain('W usłudze zdarzeń jest 2: ogłoszenie, które podało kilka monitorów, liczymy raz.')
    smtp.mails.length = 0
    await at.storage.db.updateTable('rules').set({ last_notified_hit: 0 }).where('account_id', '=', accountId).execute()
    await happen(at, accountId, ...Array.from({ length: 1100 }, () => ({ source: 'krs', title: 'Zmiana wspólników' })))
    await turn()
    expect(subjects().map((each) => each?.replaceAll(/\s/g, ' '))).toEqual([
      'ALFA S.A.: Obwieszczenie o ogłoszeniu upadłości i jeszcze 1 100 – Najcięższe',
    ])
    const text = textOf(0).replaceAll('\u202F', ' ')
    expect(text).toMatch(/1: ALFA S\.A\., KRS 0000000027\n.*\n {3}Monitory: KRS 0000000027, NIP 5261040828\n/)
    expect(text).toContain('i 1 051 kolejnych – zobacz w panelu')
  })

  it('tell of a deadline for claims once for each distance, also late, and not after it', async () => {
    const { accountId, owner } = await open('Terminy')
    await happen(
      at,
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
    await turn()
    await turn()
    expect(subjects().map((each) => each?.replaceAll('\u00A0', ' '))).toEqual([
      'Budex sp. z o.o.: Ogłoszenie upadłości · Zgłoszenie wierzytelności najpóźniej 27 lis 2026 – Terminy',
    ])
    expect(textOf(0)).toContain('Zgłoszenie wierzytelności najpóźniej 27 lis 2026')
    go('2026-11-21T11:00:00')
    await turn()
    expect(smtp.mails).toHaveLength(1)
    await owner.update(rule.id, { condition: { kind: 'claim_deadline', days: 3 } })
    go('2026-11-25T11:00:00')
    await turn()
    expect(smtp.mails).toHaveLength(2)
    go('2026-12-15T12:00:00')
    await turn()
    expect(smtp.mails).toHaveLength(3)
  })

  it('tell of a report that is missing, and of one that ends soon and nobody took, as the panel watched', async () => {
    const { owner, accountId } = await open('Raporty')
    const made = (source: string, day: string, expires_at: string) =>
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
      ...made('krz', '2026-11-19', '2026-11-21T10:00:00.000Z'),
      // A report without rows does not need to be downloaded.
      ...made('msig', '2026-11-19', '2026-11-21T10:00:00.000Z').map((each) => ({ ...each, row_count: 0 })),
      // Before the panel watched, the report may have been downloaded elsewhere.
      ...made('krz', '2026-11-17', '2026-11-21T10:00:00.000Z'),
      ...made('krs_changes', '2026-11-19', '2026-11-28T00:00:00.000Z').slice(0, 1),
    ]
    const ask = (() => Promise.resolve(index)) as unknown as ReturnType<PanelJobDependencies['askFor']>
    const read = async () => {
      const reader = { storage: at.storage, clock: () => at.clock.now(), accountId, ask }
      await readReportIndex(reader)
    }
    go('2026-11-19T20:00:00')
    await read()
    await owner.create({ name: 'brak', condition: { kind: 'report', what: 'missing' } })
    await owner.create({ name: 'wygasa', condition: { kind: 'report', what: 'expiring', hours: 24 } })
    await owner.create({ name: 'wygasa później', condition: { kind: 'report', what: 'expiring', hours: 12 } })
    await turn()
    expect(smtp.mails).toEqual([])
    for (const hour of ['21', '22', '23']) {
      go(`2026-11-19T${hour}:00:00`)
      await read()
    }
    await turn()
    // It is one hour after midnight in Warsaw, too early for a report to be missing.
    expect(smtp.mails).toEqual([])
    for (const hour of ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11']) {
      go(`2026-11-20T${hour}:00:00`)
      await read()
    }
    await turn()
    await turn()
    expect(subjects().toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      '1 niepobrany raport wygasa: KRZ – Raporty',
      '1 raport dzienny nie powstał: Zmiany KRS – Raporty',
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

  it('are previewed by what delivers, or not where the store does not hold it', async () => {
    const { accountId, owner } = await open('Podgląd')
    expect(await owner.preview()).toMatchObject({ messages: null, items: null, since: null })
    await at.storage.db
      .updateTable('accounts')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', accountId)
      .execute()
    const on = (day: string, hour: string, source = 'krz') => ({ day, created_at: `${day}T${hour}:00:00.000Z`, source })
    await happen(
      at,
      accountId,
      on('2026-10-01', '10'),
      on('2026-11-10', '10'),
      on('2026-11-10', '12'),
      on('2026-11-14', '10', 'msig'),
      on('2026-11-20', '10'),
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

  it('are refused to whoever may not save them', async () => {
    const { accountId, owner } = await open('Role')
    const viewer = await openRules(at, accountId, { role: 'viewer' })
    const compliance = await openRules(at, accountId, { role: 'compliance' })
    const { accountId: otherId } = await at.createAccount()
    const stranger = await openRules(at, otherId)
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

  it('can be tried', async () => {
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
