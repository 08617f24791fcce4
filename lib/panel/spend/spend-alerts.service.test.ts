import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { alertBody, type AlertBody } from '@/lib/contract/panel/spend-alerts'
import { formatDateTime } from '@/lib/domain/format/format'
import { openStorage } from '@/lib/storage/open'
import { listEntriesAfter } from '@/lib/storage/panel/audit/audit'
import { insertCompany } from '@/lib/testing/companies'
import { askAs, panelContext } from '@/lib/testing/panel-context'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/smtp'
import { createDatabase } from '@/lib/testing/stores'

import type { PanelContext } from '../context'
import type { PanelJobDependencies } from '../job'
import { evaluateAlerts } from './alert-evaluation'
import { mailOutboxJob, spendAlertsJob } from './finance-jobs'
import { createMailService, noMail } from './mailer'
import { spendAlertHandlers } from './spend-alerts'
import { spendCapHandlers } from './spend-cap'
import { readSubscription, unsubscribe } from './unsubscribe'

const MINUTE = 60_000
const SECRET = 'secret-of-the-tests-secret-of-the-tests'
const base: AlertBody = {
  measure: 'actual',
  basis: 'cap',
  thresholds: [50, 80, 100],
  recipients: ['ksiegowosc@example.test'],
  language: 'pl',
  enabled: true,
}

describe.each(engines)('spend alerts on %s', (engine) => {
  let at: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    at = await startTestService({ engine })
    await insertCompany(at.storage)
  })
  beforeEach(() => {
    smtp.mails.length = 0
    smtp.refuse(undefined)
    at.clock.set('2026-11-20T11:00:00.000Z')
  })
  afterAll(async () => {
    await at.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      { smtp: { url: smtp.url, from: 'Panel <panel@example.test>' }, panelUrl: 'https://panel.example.test' },
      () => SECRET,
    )
  /** Two units in the plan, a cap of 1 PLN: 7 units above the plan are 56%, 11 are 88%, 12 are 96%. */
  const newAccount = () => at.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
  const use = async (key: string, units: number) => {
    for (let n = 0; n < units; n++) await at.request(key, 'GET', '/v1/record?krs=18')
  }
  // Handlers do not send here: what they write is sent by the job, so that each step is seen.
  const context = (accountId: string, more: Partial<PanelContext> = {}) => panelContext(at, accountId, more)
  const jobs = (more: Partial<PanelJobDependencies> = {}): PanelJobDependencies => ({
    storage: at.storage,
    clock: () => at.clock.now(),
    log: pino({ level: 'silent' }),
    dataDir: '',
    mail: mail(),
    isEmbedded: true,
    askFor: ({ id }) => askAs(at, id),
    ...more,
  })
  const turn = async (more: Partial<PanelJobDependencies> = {}) => {
    await spendAlertsJob.run(jobs(more))
    await mailOutboxJob.run(jobs(more))
  }
  const create = (accountId: string, body: Partial<AlertBody> = {}) =>
    spendAlertHandlers['spendAlerts.create']({ body: { ...base, ...body } }, context(accountId, { mail: mail() }))
  const list = (accountId: string, more: Partial<PanelContext> & { role?: 'viewer' } = {}) =>
    spendAlertHandlers['spendAlerts.list']({}, panelContext(at, accountId, more))
  const delivered = async (count: number) => expect.poll(() => smtp.mails.length, { timeout: 5000 }).toBe(count)

  it('says a threshold once in a period, and again in the next', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId)
    await turn()
    expect(smtp.mails).toEqual([])
    await use(apiKey, 2 + 7)
    await turn()
    await turn()
    expect(smtp.mails).toHaveLength(1)
    const [first] = smtp.mails
    const { headers, text } = readMail(first!)
    expect(first?.to).toEqual(['ksiegowosc@example.test'])
    expect(headers).toContain('Subject: Wydatki osiągnęły próg: 50% limitu')
    expect(headers).toContain('From: Panel <panel@example.test>')
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(text).toContain('Nadwyżka teraz: 0,56\u00A0zł')
    expect(text).toContain('Limit wydatków: 1,00\u00A0zł')
    expect(text).toContain('https://panel.example.test/spend-cap')
    await use(apiKey, 4)
    await turn()
    await turn()
    expect(smtp.mails.map((each) => /próg: \d+%/.exec(readMail(each).headers)?.[0])).toEqual(['próg: 50%', 'próg: 80%'])
    at.clock.set('2026-12-05T11:00:00.000Z')
    await turn()
    expect(smtp.mails).toHaveLength(2)
    await use(apiKey, 2 + 7)
    await turn()
    await turn()
    expect(smtp.mails).toHaveLength(3)
    const { firings } = await list(accountId)
    expect(firings.map(({ threshold, period_start }) => [threshold, period_start.slice(0, 7)])).toEqual([
      [50, '2026-11'],
      [80, '2026-10'],
      [50, '2026-10'],
    ])
  })

  it('sends one message when several thresholds are reached at once, each to every address', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 11)
    await create(accountId, { recipients: ['a@example.test', 'b@example.test'], language: 'en' })
    await delivered(2)
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test'])
    for (const each of smtp.mails) expect(readMail(each).headers).toContain('has reached: 80% of the cap')
    const { firings } = await list(accountId)
    expect(firings.map(({ threshold, deliveries }) => [threshold, deliveries.length])).toEqual([
      [80, 2],
      [50, 0],
    ])
  })

  it('says what happens at 100 %, and what has happened once it is reached', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await create(accountId)
    await delivered(1)
    const end = `${formatDateTime('2026-11-30T23:00:00.000Z', 'pl')} (czas warszawski)`
    expect(readMail(smtp.mails[0]!).text).toContain(
      `Gdy kolejna jednostka nie zmieści się w limicie (1,00\u00A0zł), płatne zapytania zostaną wstrzymane do ${end}`,
    )
    // Of twelve units at 8 gr 96 gr are spent: a thirteenth does not fit below 1 zł.
    await use(apiKey, 6)
    await turn()
    const { headers, text: reached } = readMail(smtp.mails.at(-1)!)
    expect(headers).toContain('Subject: Płatne zapytania wstrzymane, próg: 100% limitu')
    expect(reached).toContain('Nadwyżka teraz: 0,96\u00A0zł')
    expect(reached).toContain('Kolejna jednostka nie mieści się już w limicie.')
    expect(reached).toContain(`Płatne zapytania są wstrzymane do ${end} (błąd API 402).`)
    expect(reached).not.toContain('zostaną wstrzymane')
  })

  it('says every percent again once the cap is another one, and an amount only once', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId)
    await create(accountId, { basis: 'pln', thresholds: [1] })
    const set = (from: number, to: number) =>
      spendCapHandlers['spendCap.set'](
        { body: { spend_cap_pln: to, expected_pln: from } },
        context(accountId, { mail: noMail }),
      )
    await use(apiKey, 2 + 11)
    await turn()
    expect((await list(accountId)).firings.map(({ threshold }) => threshold)).toEqual([80, 50])
    await set(1, 2)
    await use(apiKey, 12)
    await turn()
    const said = async () =>
      (await list(accountId)).firings.map(({ basis, threshold }) => `${threshold} ${basis}`).sort()
    expect(await said()).toEqual(['1 pln', '50 cap', '50 cap', '80 cap', '80 cap'])
    // Back to the first cap, which is used up now: blocked, and everybody hears of it.
    await set(2, 1)
    await turn()
    expect(await said()).toEqual(['1 pln', '100 cap', '50 cap', '50 cap', '50 cap', '80 cap', '80 cap', '80 cap'])
    await turn()
    expect(await said()).toHaveLength(8)
  })

  it('writes once to a mailbox, whatever its capitals', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const recipients = ['Ksiegowosc@Example.test', 'ksiegowosc@example.test', 'b@example.test']
    expect(alertBody.parse({ ...base, recipients }).recipients).toEqual(['Ksiegowosc@Example.test', 'b@example.test'])
    // As stored by an earlier version.
    await create(accountId, { recipients })
    await delivered(2)
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['Ksiegowosc@example.test', 'b@example.test'])
  })

  it('can be ended by its reader from the mail, which is told in the audit log', async () => {
    const { accountId, apiKey } = await newAccount()
    const alert = await create(accountId, { recipients: ['A@example.test', 'b@example.test'] })
    await use(apiKey, 2 + 7)
    await turn()
    const mine = smtp.mails.find(({ to }) => to[0] === 'A@example.test')
    const { headers, text } = readMail(mine!)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const token = /List-Unsubscribe: <https:\/\/panel\.example\.test\/api\/unsubscribe\?token=([^>]+)>/.exec(
      headers,
    )?.[1]
    expect(text).toContain(`https://panel.example.test/unsubscribe?token=${token}`)
    const asked = (given = token ?? '') => ({ storage: at.storage, secret: SECRET, token: given })
    const forged = [`${token?.split('.')[0]}.AAAA`, `${alert.id}.${token?.split('.')[1]}`, '', 'x']
    for (const each of forged) expect(await unsubscribe(asked(each), at.clock.now()), each).toBe('unknown')
    expect(await unsubscribe({ ...asked(), secret: 'another secret of another panel!' }, at.clock.now())).toBe(
      'unknown',
    )
    expect(await readSubscription(asked())).toMatchObject({ state: 'subscribed' })
    expect(await unsubscribe(asked(), at.clock.now())).toBe('ended')
    expect(await unsubscribe(asked(), at.clock.now())).toBe('ended')
    expect((await list(accountId)).items).toMatchObject([{ recipients: ['b@example.test'], enabled: true }])
    await use(apiKey, 4)
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['A@example.test', 'b@example.test', 'b@example.test'])
    const other = /token=([^>]+)>/.exec(readMail(smtp.mails.at(-1)!).headers)?.[1] ?? ''
    expect(await unsubscribe(asked(other), at.clock.now())).toBe('ended')
    expect((await list(accountId)).items).toMatchObject([{ recipients: [], enabled: false }])
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 1, limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['spendAlert.unsubscribe', 'A@example.test'],
      ['spendAlert.unsubscribe', 'b@example.test'],
    ])
  })

  it('is exactly once, however many processes look at the same moment', async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    const own = await startTestService({ engine, ...(database && { databaseUrl: database.url }) })
    await insertCompany(own.storage)
    const { accountId, apiKey } = await own.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    const written = panelContext(own, accountId)
    await spendAlertHandlers['spendAlerts.create']({ body: base }, written)
    for (let n = 0; n < 2 + 7; n++) await own.request(apiKey, 'GET', '/v1/record?krs=18')
    // Stores of their own over one database, as processes have them.
    const others = database
      ? await Promise.all(Array.from({ length: 3 }, () => openStorage({ dataDir: '', databaseUrl: database.url })))
      : []
    const stores = [own.storage, ...others]
    const account = { id: accountId, name: 'Test' }
    const looking = [...stores, ...stores, ...stores].map(async (storage) => {
      await evaluateAlerts({ storage, account, now: own.clock.now(), ask: askAs(own, accountId), mail: mail() })
      await mailOutboxJob.run({ ...jobs(), storage, clock: () => own.clock.now() })
    })
    await Promise.all(looking)
    expect(smtp.mails).toHaveLength(1)
    for (const each of others) await each.close()
    await own.stop()
    await database?.drop()
  })

  it('tries again with growing waits, over a restart, and recognises its own mail by its id', async () => {
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 451, message: 'try later' })
    await create(accountId, { thresholds: [50] })
    await use(apiKey, 2 + 7)
    await turn()
    const failed = (await list(accountId)).firings[0]?.deliveries[0]
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, next_at: '2026-11-20T11:01:00.000Z' })
    expect(failed?.error).toContain('try later')
    await turn()
    expect((await list(accountId)).firings[0]?.deliveries[0]).toMatchObject({ attempts: 1 })
    at.clock.advance(MINUTE)
    await turn()
    expect((await list(accountId)).firings[0]?.deliveries[0]).toMatchObject({
      attempts: 2,
      next_at: '2026-11-20T11:06:00.000Z',
    })
    smtp.refuse(undefined)
    at.clock.advance(5 * MINUTE)
    // Another process, with nothing but the store.
    await turn({ mail: mail() })
    await turn()
    expect(smtp.mails).toHaveLength(1)
    expect((await list(accountId)).firings[0]?.deliveries[0]).toMatchObject({ state: 'sent', attempts: 3, error: null })
  })

  it('gives up on an address that the server will never take', async () => {
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    await create(accountId, { thresholds: [50] })
    await use(apiKey, 2 + 7)
    await turn()
    at.clock.advance(60 * MINUTE)
    smtp.refuse(undefined)
    await turn()
    expect(smtp.mails).toEqual([])
    expect((await list(accountId)).firings[0]?.deliveries[0]).toMatchObject({ state: 'failed', next_at: null })
  })

  it('without an SMTP server is listed in the panel, and not sent late', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await spendAlertHandlers['spendAlerts.create']({ body: base }, context(accountId, { mail: noMail }))
    expect(await list(accountId)).toMatchObject({ smtp: false, firings: [{ deliveries: [{ state: 'unsent' }] }] })
    await turn()
    expect(smtp.mails).toEqual([])
  })

  it('sends a test to everybody at once, says what each server said, and not without end', async () => {
    const { accountId } = await newAccount()
    const alert = await create(accountId, { recipients: ['a@example.test', 'b@example.test'] })
    const test = (with_: PanelContext) => spendAlertHandlers['spendAlerts.test']({ params: { id: alert.id } }, with_)
    await expect(test(context(accountId))).rejects.toMatchObject({ code: 'unavailable' })
    const { deliveries } = await test(context(accountId, { mail: mail() }))
    expect(deliveries.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['a@example.test', 'sent'],
      ['b@example.test', 'sent'],
    ])
    expect(readMail(smtp.mails[0]!).headers).toContain('Wiadomość próbna')
    smtp.refuse({ code: 451, message: 'busy' })
    const refused = await test(context(accountId, { mail: mail() }))
    expect(refused.deliveries).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
    smtp.refuse(undefined)
    for (let n = 0; n < 13; n++) await test(context(accountId, { mail: mail() }))
    await expect(test(context(accountId, { mail: mail() }))).rejects.toMatchObject({ code: 'limit' })
    await expect(
      spendAlertHandlers['spendAlerts.test'](
        { params: { id: alert.id } },
        context((await newAccount()).accountId, { mail: mail() }),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('cannot be made to write a header or an address of somebody else’s choice', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const account = { id: accountId, slug: 'x', name: 'Zła\r\nBcc: x@evil.test\u2028 <b>&"' }
    await spendAlertHandlers['spendAlerts.create']({ body: base }, context(accountId, { mail: mail(), account }))
    await delivered(1)
    const [sent] = smtp.mails
    expect(sent?.to).toEqual(['ksiegowosc@example.test'])
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
    expect(readMail(sent!).text).toContain('&lt;b&gt;&amp;&quot;')
    for (const address of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'A <a@b.test>', 'a b@c.test', '']) {
      expect(alertBody.safeParse({ ...base, recipients: [address] }).success, address).toBe(false)
    }
    const many = Array.from({ length: 11 }, (_, n) => `a${n}@b.test`)
    expect(alertBody.safeParse({ ...base, recipients: many }).success).toBe(false)
    expect(alertBody.safeParse({ ...base, thresholds: [501] }).success).toBe(false)
    expect(alertBody.safeParse({ ...base, basis: 'pln', thresholds: [501] }).success).toBe(true)
  })

  it('is changed, switched off and removed, with every step in the audit log and addresses for those who may', async () => {
    const { accountId, apiKey } = await newAccount()
    const alert = await create(accountId)
    const change = (body: Partial<AlertBody>) =>
      spendAlertHandlers['spendAlerts.update'](
        { params: { id: alert.id }, body: { ...base, ...body } },
        context(accountId, { mail: mail() }),
      )
    expect(await change({ enabled: false, thresholds: [90, 10] })).toMatchObject({ thresholds: [10, 90] })
    await use(apiKey, 2 + 7)
    await turn()
    expect(smtp.mails).toEqual([])
    expect((await list(accountId, { role: 'viewer' })).items).toMatchObject([{ recipients: null, recipient_count: 1 }])
    await spendAlertHandlers['spendAlerts.delete']({ params: { id: alert.id } }, context(accountId))
    expect((await list(accountId)).items).toEqual([])
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['spendAlert.create', 'spendAlert.update', 'spendAlert.delete'])
  })
})
