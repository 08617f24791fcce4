import { afterAll, beforeAll, beforeEach, describe, expect, it as onBoth } from 'vitest'

import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { readSubscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { setMemberRole } from '@/lib/features/members/members'
import { updateUser } from '@/lib/features/members/statements/users'
import { updateRule } from '@/lib/features/rules/statements/rules'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { createMailService } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import {
  alertOf,
  type AlertsClient,
  filterOf,
  jobDependenciesOf,
  openAlertsClient,
  runTenderJobs,
} from '@/lib/testing/bzp-alerts'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { insertSampleNotices, noticeOf } from '@/lib/testing/notices'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { itOnOneEngine } from '@/lib/testing/statements/it-on-one-engine'

const NOW = '2026-11-20T11:00:00.000Z'
const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const PANEL = 'https://panel.example.test'
let lastNoticeNumber = 50_000

describe.each(engines)('messages about tenders on %s', (engine) => {
  const it = itOnOneEngine(engine)
  let service: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    service = await startTestService({ engine, now: NOW })
  })
  beforeEach(() => {
    smtp.mails.length = 0
    service.clock.set(NOW)
  })
  afterAll(async () => {
    await service.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } }, panelUrl: PANEL },
      () => SECRET,
    )
  const runJobs = async (more: Partial<PanelJobDependencies> = {}) => {
    const dependencies = { mail: mail(), ...more }
    await runTenderJobs(service, dependencies)
    await deliveriesJob.run(jobDependenciesOf(service, dependencies))
  }
  const publish = (title: string, overrides: Parameters<typeof noticeOf>[1] = {}) => {
    lastNoticeNumber += 1
    return insertSampleNotices(service, [
      noticeOf(lastNoticeNumber, {
        title,
        description: 'Opis.',
        published_at: service.clock.now().toISOString(),
        ...overrides,
      }),
    ])
  }
  const createAlert = async (word: string, options: Parameters<AlertsClient['create']>[0] = {}) => {
    const { accountId } = await service.createAccount({ name: `Konto ${word}` })
    const owner = await openAlertsClient(service, accountId, { more: { mail: mail() } })
    const filter = filterOf({ keywords: [word] })
    return { accountId, owner, alert: await owner.create({ name: word, filter, delivery: 'at_once', ...options }) }
  }
  const subjects = () => smtp.mails.map((each) => /^Subject: (.*)$/m.exec(readMail(each).headers)?.[1])
  const setClock = (iso: string) => service.clock.set(`${iso}.000Z`)

  it('are sent at once, one per run, with the matches and links to them', async () => {
    const { owner, alert } = await createAlert('natychmiast')
    await runJobs()
    expect(smtp.mails).toEqual([])
    await publish('Natychmiast most', { offers_until: '2026-12-01T09:00:00.000Z', authority: 'Gmina <b>Ł</b>' })
    await publish('Natychmiast droga')
    await runJobs()
    await runJobs()
    expect(subjects()).toEqual(['BZP: Natychmiast droga (Gmina Próbna) i jeszcze 1 – Konto natychmiast'])
    const { headers, text: sent } = readMail(smtp.mails[0]!)
    const fullText = sent.replaceAll('\u00A0', ' ').replaceAll('\r\n', '\n')
    expect(fullText.match(/^ {3}https:.*\/bzp\/matches\?alert=[\w-]+&tender=[\w-]+$/gm)).toHaveLength(2)
    const text = fullText.replaceAll(/\n {3}https:.*/g, '').replaceAll(/<a [^>]*>|<\/a>/g, '')
    expect(smtp.mails[0]?.to).toEqual([owner.user.email])
    expect(text).toContain(
      [
        '1: Natychmiast droga',
        '   Gmina Próbna, Próbna',
        '   bez terminu ofert',
        '   Pasuje: „natychmiast”',
        '2: Natychmiast most',
        '   Gmina <b>Ł</b>, Próbna',
        '   oferty do 1 gru 2026, 10:00 (czas warszawski)',
        '   Pasuje: „natychmiast”',
        'Konto: Konto natychmiast',
      ].join('\n'),
    )
    expect(text).toContain('<strong>Natychmiast most</strong><br>Gmina &lt;b&gt;Ł&lt;/b&gt;, Próbna<br>')
    expect(fullText).toContain(`${PANEL}/bzp/matches?alert=${alert.id}`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const [send] = await owner.sends(alert.id)
    expect(send).toMatchObject({
      kind: 'at_once',
      hit_count: 2,
      deliveries: [{ recipient: owner.user.email, state: 'sent', error: null }],
    })
  })

  it('list the first twenty matches and count the rest, in the language of the reader', async () => {
    const { owner } = await createAlert('dwadziescia')
    await updateUser(service.storage.db, owner.user.id, { locale: 'en' })
    for (let index = 0; index < 23; index += 1) await publish(`Dwadziescia ${index}`)
    await runJobs()
    expect(subjects()).toEqual(['BZP: Dwadziescia 22 (Gmina Próbna) and 22 more – Konto dwadziescia'])
    const { text } = readMail(smtp.mails[0]!)
    expect(text).toContain('20: Dwadziescia 3')
    expect(text).not.toContain('Dwadziescia 2 ')
    expect(text).toContain('and 3 more – see the panel')
  })

  it('are sent separately to each member who may still read them', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const [one, other] = [
      await openAlertsClient(service, accountId, { role: 'viewer' }),
      await openAlertsClient(service, accountId, { role: 'compliance' }),
    ]
    const recipients = [one.user.id, other.user.id]
    const filter = filterOf({ keywords: ['odbiorcy'] })
    const alert = await owner.create({ name: 'o', filter, is_team: true, delivery: 'at_once', recipients })
    await publish('Odbiorcy A')
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual([one.user.email, other.user.email].sort())
    const changeInfo = { actor: 'x', now: service.clock.now(), sendsMail: false }
    await setMemberRole(service.storage, { accountId, userId: one.user.id }, { ...changeInfo, role: 'finance' })
    smtp.mails.length = 0
    await publish('Odbiorcy B')
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to)).toEqual([other.user.email])
    const activeTargets = (await owner.alerts())[0]?.targets.filter(({ is_active: isActive }) => isActive)
    expect(activeTargets?.map(({ name }) => name)).toEqual([other.user.email])
    await owner.update(alert.id, alertOf({ name: 'o', filter, is_team: true, delivery: 'at_once', recipients: [] }))
    service.clock.advance(1)
    await publish('Odbiorcy C')
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    expect((await owner.sends(alert.id))[0]).toMatchObject({ hit_count: 1, deliveries: [] })
  })

  it('that are waiting are not sent to a recipient who was removed since, nor for a deleted alert', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const team = { filter: filterOf({ keywords: ['czekanie'] }), is_team: true, delivery: 'at_once' } as const
    const recipients = [owner.user.id, viewer.user.id]
    const alert = await owner.create({ name: 'wspólny', ...team, recipients })
    const deletedAlert = await owner.create({ name: 'usuwany', ...team, recipients })
    smtp.refuse({ code: 451, message: 'try again' })
    await publish('Czekanie A')
    await runJobs()
    await owner.update(alert.id, alertOf({ name: 'wspólny', ...team, recipients: [owner.user.id] }))
    await owner.remove(deletedAlert.id)
    smtp.refuse(undefined)
    smtp.mails.length = 0
    service.clock.advance(60_000)
    await runJobs()
    expect(smtp.mails.map(({ to }) => to)).toEqual([[owner.user.email]])
    const [send] = await owner.sends(alert.id)
    const states = new Map(send?.deliveries.map(({ recipient, state }) => [recipient, state]))
    expect(states).toEqual(
      new Map([
        [owner.user.email, 'sent'],
        [viewer.user.email, 'unsent'],
      ]),
    )
  })

  it('are stored as unsent when there is no SMTP server', async () => {
    const { owner, alert } = await createAlert('bez poczty')
    await publish('Bez poczty')
    await runTenderJobs(service)
    expect((await owner.sends(alert.id))[0]?.deliveries).toMatchObject([{ state: 'unsent' }])
    const withoutMail = { ...owner.context(), mail: { ...mail(), mailer: null } }
    const error = await owner.test(alert.id, withoutMail).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 503 })
  })

  it('are sent as one digest a day that covers complete windows, without dismissed matches', async () => {
    const { owner, alert } = await createAlert('dobowy', { delivery: 'daily', digest_hour: 8 })
    await publish('Dobowy A', { tender_id: 'dobowy-a' })
    await publish('Dobowy B', { tender_id: 'dobowy-b' })
    await runJobs()
    await owner.mark([{ alert_id: alert.id, tender_id: 'dobowy-a' }], { dismissed: { reason: null } })
    setClock('2026-11-21T06:59:59')
    await publish('Dobowy C')
    await runJobs()
    expect(smtp.mails).toEqual([])
    setClock('2026-11-21T07:00:00')
    // Found after the end of the window, so it belongs to the next one.
    await publish('Dobowy D')
    await runJobs()
    await runJobs()
    expect(subjects()).toEqual(['BZP: Dobowy C (Gmina Próbna) i jeszcze 1 (wiadomość zbiorcza) – Konto dobowy'])
    expect(readMail(smtp.mails[0]!).text).not.toContain('Dobowy A')
    setClock('2026-11-22T07:10:00')
    await runJobs()
    await runJobs()
    setClock('2026-11-23T07:10:00')
    await runJobs()
    expect(subjects().slice(1)).toEqual(['BZP: Dobowy D (Gmina Próbna) (wiadomość zbiorcza) – Konto dobowy'])
    await owner.mark([{ alert_id: alert.id, tender_id: 'dobowy-a' }], { dismissed: null })
    setClock('2026-11-24T07:10:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    expect((await owner.sends(alert.id)).map(({ kind, hit_count }) => [kind, hit_count])).toEqual([
      ['digest', 1],
      ['digest', 2],
    ])
  })

  it('combine missed digests into one', async () => {
    const { owner } = await createAlert('spóźniony', { delivery: 'weekly', digest_hour: 6 })
    await publish('Spóźniony A')
    await runJobs()
    setClock('2026-12-03T12:00:00')
    await publish('Spóźniony B')
    await runJobs()
    expect(subjects()).toEqual(['BZP: Spóźniony A (Gmina Próbna) (wiadomość zbiorcza) – Konto spóźniony'])
    expect((await owner.alerts())[0]?.next_at).toBe('2026-12-07T05:00:00.000Z')
    setClock('2026-12-07T05:00:00')
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
  })

  it('are held while the alert is muted, and sent as one message when the mute ends', async () => {
    const { owner, alert } = await createAlert('cisza', { muted_until: '2026-11-22T15:00:00.000Z' })
    await publish('Cisza A')
    await runJobs()
    setClock('2026-11-21T12:00:00')
    await publish('Cisza B')
    await runJobs()
    expect(smtp.mails).toEqual([])
    expect(await owner.unseen()).toBe(2)
    setClock('2026-11-22T15:00:00')
    await runJobs()
    expect(subjects()).toEqual(['BZP: Cisza B (Gmina Próbna) i jeszcze 1 – Konto cisza'])
    const filter = filterOf({ keywords: ['cisza'] })
    await owner.update(alert.id, alertOf({ name: 'cisza', filter, delivery: 'none' }))
    await publish('Cisza C')
    await runJobs()
    await owner.update(alert.id, alertOf({ name: 'cisza', filter, delivery: 'at_once' }))
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
  })

  it('announce a change of a known procedure', async () => {
    await createAlert('korekta')
    await publish('Korekta', { tender_id: 'korekta' })
    await runJobs()
    service.clock.advance(60_000)
    await publish('Korekta', { tender_id: 'korekta', offers_until: '2026-12-20T09:00:00.000Z' })
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    expect(readMail(smtp.mails[1]!).text).toMatch(/^1: Korekta \(zmiana\)$/m)
  })

  it('give the reason without personal numbers, and have no links when the address of the panel is unknown', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const filter = filterOf({ keywords: ['uzasadnienie'], cpv: ['4523'] })
    const { id } = await owner.create({ name: 'sprawa', filter, delivery: 'at_once' })
    // Simulates an alert that was saved before such texts were refused.
    const oldCondition = { kind: 'tender', filter: { ...filter, keywords: [...filter.keywords, '44051401359'] } }
    await updateRule(asAccountTx(service.storage.db), id, {
      name: 'sprawa 44051401359',
      condition: JSON.stringify(oldCondition),
    })
    await publish('Droga dla 44051401359', {
      description: 'Przedmiotem jest droga. Jej uzasadnienie jest długie.',
      cpv: ['45100000-8', '45233120-6'],
    })
    const { mailer } = mail()
    await runJobs({ mail: { ...mail(), mailer, panelUrl: undefined, unsubscribeLinks: () => undefined } })
    const { text, headers } = readMail(smtp.mails[0]!)
    expect(text).toContain('Pasuje: w opisie „… Jej uzasadnienie jest długie.”, CPV 45233120-6')
    expect(`${headers}${text}`).not.toContain('44051401359')
    expect(`${headers}${text}`).not.toMatch(/https?:/)
    expect(headers).not.toContain('List-Unsubscribe')
  })

  it('are ended only for the reader who unsubscribes in the mail', async () => {
    const { accountId } = await service.createAccount()
    const owner = await openAlertsClient(service, accountId)
    const viewer = await openAlertsClient(service, accountId, { role: 'viewer' })
    const filter = filterOf({ keywords: ['wypis'] })
    const recipients = [owner.user.id, viewer.user.id]
    await owner.create({ name: 'wspólny', filter, is_team: true, delivery: 'at_once', recipients })
    const ownAlert = await viewer.create({ name: 'własny', filter, delivery: 'at_once' })
    await publish('Wypis A')
    await runJobs()
    expect(smtp.mails).toHaveLength(3)
    const tokens = smtp.mails
      .filter(({ to }) => to[0] === viewer.user.email)
      .map((each) => /unsubscribe\?token=([^>]+)>/.exec(readMail(each).headers)?.[1] ?? '')
    for (const token of tokens) {
      const request = { storage: service.storage, secret: SECRET, token }
      expect((await readSubscription(request)).state).toBe('subscribed')
      expect(await unsubscribe(request, service.clock.now())).toBe('ended')
      expect((await readSubscription(request)).state).toBe('ended')
      expect(await unsubscribe(request, service.clock.now())).toBe('ended')
    }
    smtp.mails.length = 0
    await publish('Wypis B')
    await runJobs()
    expect(smtp.mails.map(({ to }) => to[0])).toEqual([owner.user.email])
    expect((await viewer.alerts()).find(({ id }) => id === ownAlert.id)?.timing).toBe('none')
    const entries = await listEntriesAfter(service.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor]).at(-1)).toEqual(['rules.unsubscribe', viewer.user.email])
  })

  it('can be tested', async () => {
    const { owner, alert } = await createAlert('próba')
    const send = await owner.test(alert.id)
    expect(send).toMatchObject({
      kind: 'test',
      hit_count: 0,
      deliveries: [{ recipient: owner.user.email, state: 'sent' }],
    })
    expect(subjects()).toEqual(['Wiadomość próbna reguły powiadomień – Test sp. z o.o.'])
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    const failedSend = await owner.test(alert.id)
    smtp.refuse(undefined)
    expect(failedSend.deliveries).toMatchObject([
      { state: 'failed', error: expect.stringContaining('no such mailbox') as string },
    ])
  })

  onBoth('are sent once by concurrent runs', async () => {
    await createAlert('razem', { delivery: 'daily', digest_hour: 8 })
    await publish('Razem')
    await runJobs()
    setClock('2026-11-21T08:00:00')
    await Promise.all([runJobs(), runJobs(), runJobs()])
    await runJobs()
    expect(subjects()).toEqual(['BZP: Razem (Gmina Próbna) (wiadomość zbiorcza) – Konto razem'])
  })
})
