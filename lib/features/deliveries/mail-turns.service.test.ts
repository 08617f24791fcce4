import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { MailServerAway, watchMailServer } from '@/lib/panel/mail/mail-server'
import { createMailer, createMailService, type Mailer, noMail, type OutgoingMail } from '@/lib/panel/mail/mailer'
import { putPersonMail } from '@/lib/panel/mail/person-mail'
import { startJobs } from '@/lib/service/jobs'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { insertPanelEvents, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { startSmtp } from '@/lib/testing/delivery/smtp'
import { containing } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deliveriesJob, deliveriesForgetJob } from './job'
import { deliverDue } from './sender'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(engines)('the e-mail outbox on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ engine })
  })
  beforeEach(async () => {
    await service.storage.db
      .updateTable('deliveries')
      .set({ state: 'cancelled' })
      .where('state', '=', 'waiting')
      .execute()
  })
  afterAll(() => service.stop())

  const outbox = (send: (mail: OutgoingMail) => Promise<void>) => ({
    storage: service.storage,
    mail: { ...noMail, mailer: { send } as Mailer },
    clock: () => service.clock.now(),
    log: pino({ level: 'silent' }),
  })

  const putMail = async (accountId: string, to: string) => {
    const words = { subject: 'S', body_text: 'T', body_html: 'H' }
    await putPersonMail(service.storage.db, { accountId, to, words, now: service.clock.now() })
    service.clock.advance(1)
  }

  it('sends the mail of one account while another has many mails at a slow server', async () => {
    const [busy, calm] = [await service.createAccount(), await service.createAccount()]
    for (let index = 0; index < 40; index += 1) await putMail(busy.accountId, `busy-${index}@example.test`)
    await putMail(calm.accountId, 'calm@example.test')
    const sent: string[] = []
    await deliverDue(
      outbox(async ({ to }) => {
        await new Promise((resolve) => setImmediate(resolve))
        sent.push(to)
      }),
    )
    expect(sent).toHaveLength(41)
    expect(sent.indexOf('calm@example.test')).toBeLessThan(10)
    const busyMails = sent.filter((to) => to.startsWith('busy'))
    expect(busyMails).toEqual(Array.from({ length: 40 }, (_, index) => `busy-${index}@example.test`))
  })

  it('sends other mails while the server hangs at one of them', async () => {
    const accounts = await Promise.all([service.createAccount(), service.createAccount()])
    const [hanging, calm] = accounts.map(({ accountId }) => accountId)
    await putMail(hanging!, 'hangs@example.test')
    await putMail(calm!, 'calm@example.test')
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const sent: string[] = []
    const delivery = deliverDue(
      outbox(async ({ to }) => {
        if (to.startsWith('hangs')) await released
        sent.push(to)
      }),
    )
    await expect.poll(() => sent).toEqual(['calm@example.test'])
    release()
    await delivery
    expect(sent).toEqual(['calm@example.test', 'hangs@example.test'])
  })

  it('erases the text of sent mails after ninety days and keeps waiting mails', async () => {
    const { accountId } = await service.createAccount()
    await putMail(accountId, 'sent@example.test')
    await putMail(accountId, 'waits@example.test')
    const { db } = service.storage
    await db
      .updateTable('deliveries')
      .set({ state: 'delivered' })
      .where('recipient', '=', 'sent@example.test')
      .execute()
    const bodies = async () => {
      await deliveriesForgetJob.run(jobDependenciesOf(service))
      const rows = db.selectFrom('deliveries').select(['body_text', 'body_html', 'state']).orderBy('created_at')
      return (await rows.where('account_id', '=', accountId).execute()).map((row) => Object.values(row).join(' '))
    }
    service.clock.advance(89 * 24 * HOUR)
    expect(await bodies()).toEqual(['T H delivered', 'T H waiting'])
    service.clock.advance(2 * 24 * HOUR)
    expect(await bodies()).toEqual(['  delivered', 'T H waiting'])
  })

  it('sends one mail for each digest, without loss or repetition, after a server has refused for a day', async () => {
    const { accountId } = await service.createAccount()
    // Rules create mails only with a mail server configured; nothing listens at this address.
    const smtp = { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'panel@example.test' } }
    const mail = createMailService({ smtp, panelUrl: undefined }, () => 'a secret')
    const owner = await openRules(service, accountId, { more: { mail } })
    const rule = await owner.create({ timing: 'hourly' })
    let isRefusing = true
    let attempts = 0
    const sent: OutgoingMail[] = []
    const server = {
      ...mail,
      mailer: {
        send: (each: OutgoingMail) => {
          attempts += 1
          if (isRefusing) return Promise.reject(new Error('421 come back later'))
          sent.push(each)
          return Promise.resolve()
        },
      },
    }
    const startedAtMs = service.clock.now().getTime()
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      isRefusing = hour < 24
      if (hour < 3) await insertPanelEvents(service, accountId, { title: `Zdarzenie ${hour}` })
      service.clock.set(new Date(startedAtMs + (hour + 1) * HOUR).toISOString())
      await runRuleJobs(service, { mail: server })
    }
    const notices = await owner.notices(rule.id)
    expect(notices.map(({ deliveries }) => deliveries.map(({ state }) => state))).toEqual([
      ['sent'],
      ['sent'],
      ['sent'],
    ])
    expect(attempts).toBeGreaterThan(10)
    expect(new Set(sent.map(({ id }) => id)).size).toBe(3)
    expect(sent).toHaveLength(3)
    const storedMails = await service.storage.db
      .selectFrom('deliveries')
      .select('id')
      .where('account_id', '=', accountId)
      .execute()
    expect(sent.map(({ id }) => id).sort()).toEqual(storedMails.map(({ id }) => id).sort())
  })

  it('waits for an unreachable server with few attempts and one log line, then sends all mails when it is back', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => service.createAccount()))
    for (const { accountId } of accounts) {
      for (let index = 0; index < 4; index += 1) await putMail(accountId, `${accountId}-${index}@example.test`)
    }
    const first = await startSmtp()
    await first.stop()
    const lines: { level: number; msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    const from = { name: '', address: 'panel@example.test' }
    const mailer = createMailer({ url: first.url, from }, log, () => service.clock.now().getTime())
    const mailContext = { ...outbox(() => Promise.resolve()), mail: { ...noMail, mailer }, log }
    const waiting = () =>
      service.storage.db
        .selectFrom('deliveries')
        .select(['attempts', 'last_error'])
        .where('state', '=', 'waiting')
        .execute()
    for (let round = 0; round < 100; round += 1) {
      await deliverDue(mailContext)
      service.clock.advance(20_000)
    }
    const rows = await waiting()
    expect(rows).toHaveLength(20)
    expect(rows.every(({ attempts }) => attempts === 0)).toBe(true)
    const tried = rows.filter(({ last_error: error }) => error !== null)
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThanOrEqual(4)
    expect(lines).toMatchObject([{ level: 40, msg: containing('does not accept e-mails') }])

    const smtp = await startSmtp({ port: first.port })
    service.clock.advance(60_000)
    await deliverDue(mailContext)
    expect(await waiting()).toEqual([])
    expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(20)
    expect(lines.map(({ level }) => level)).toEqual([40, 30])
    await smtp.stop()
  })

  it('sends other mails when the server drops the connection at one of them, and gives up on that one after a week', async () => {
    const { accountId } = await service.createAccount()
    await putMail(accountId, 'poison@example.test')
    await putMail(accountId, 'good@example.test')
    const sent: string[] = []
    const { log } = outbox(() => Promise.resolve())
    const server = watchMailServer({
      hostAndPort: 'mail.test:25',
      log,
      probe: () => Promise.resolve(),
      now: () => service.clock.now().getTime(),
    })
    const send = ({ to }: OutgoingMail) => {
      if (to.startsWith('poison')) {
        const error = new MailServerAway('Connection closed unexpectedly')
        server.noteAway(error)
        return Promise.reject(error)
      }
      sent.push(to)
      return Promise.resolve()
    }
    const mailContext = { ...outbox(send), mail: { ...noMail, mailer: { send, server } } }
    for (let round = 0; round < 3; round += 1) {
      await deliverDue(mailContext)
      service.clock.advance(10_000)
    }
    expect(sent).toEqual(['good@example.test'])
    service.clock.advance(7 * 24 * HOUR)
    await deliverDue(mailContext)
    const row = service.storage.db.selectFrom('deliveries').select(['state', 'attempts', 'last_error'])
    expect(await row.where('recipient', '=', 'poison@example.test').executeTakeFirst()).toEqual({
      state: 'dead',
      attempts: 0,
      last_error: 'The mail server was away for more than 7 days',
    })
  })

  it('does not delay the end of the process while a server hangs', async () => {
    const { accountId } = await service.createAccount()
    await putMail(accountId, 'hangs@example.test')
    let markStarted = () => undefined as void
    const isSending = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    const send = () => {
      markStarted()
      return new Promise<never>(() => undefined)
    }
    const jobs = startJobs([deliveriesJob], jobDependenciesOf(service, { mail: { ...noMail, mailer: { send } } }))
    await isSending
    const startedAt = performance.now()
    await jobs.stop()
    expect(performance.now() - startedAt).toBeLessThan(4000)
  })
})
