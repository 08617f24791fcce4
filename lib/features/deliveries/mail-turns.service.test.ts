import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { MailServerAway, watchMailServer } from '@/lib/panel/mail/mail-server'
import { createMailer, createMailService, type Mailer, noMail, type OutgoingMail } from '@/lib/panel/mail/mailer'
import { putPersonMail } from '@/lib/panel/mail/person-mail'
import { startJobs } from '@/lib/service/jobs'
import { jobsOf } from '@/lib/testing/bzp-alerts'
import { happen, openRules, runRuleJobs } from '@/lib/testing/delivery/rules'
import { startSmtp } from '@/lib/testing/delivery/smtp'
import { containing } from '@/lib/testing/matchers'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { deliveriesJob, deliveriesForgetJob } from './job'
import { deliverDue } from './sender'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(engines)('the outbox of mails on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  beforeEach(async () => {
    await at.storage.db.updateTable('deliveries').set({ state: 'cancelled' }).where('state', '=', 'waiting').execute()
  })
  afterAll(() => at.stop())

  const outbox = (send: (mail: OutgoingMail) => Promise<void>) => ({
    storage: at.storage,
    mail: { ...noMail, mailer: { send } as Mailer },
    clock: () => at.clock.now(),
    log: pino({ level: 'silent' }),
  })

  const put = async (accountId: string, to: string) => {
    const words = { subject: 'S', body_text: 'T', body_html: 'H' }
    await putPersonMail(at.storage.db, { accountId, to, words, now: at.clock.now() })
    at.clock.advance(1)
  }

  it('does not let an account with many mails at a slow server hold up another', async () => {
    const [busy, calm] = [await at.createAccount(), await at.createAccount()]
    for (let index = 0; index < 40; index += 1) await put(busy.accountId, `busy-${index}@example.test`)
    await put(calm.accountId, 'calm@example.test')
    const sent: string[] = []
    await deliverDue(
      outbox(async ({ to }) => {
        await new Promise((resolve) => setImmediate(resolve))
        sent.push(to)
      }),
    )
    expect(sent).toHaveLength(41)
    expect(sent.indexOf('calm@example.test')).toBeLessThan(10)
    const own = sent.filter((to) => to.startsWith('busy'))
    expect(own).toEqual(Array.from({ length: 40 }, (_, index) => `busy-${index}@example.test`))
  })

  it('goes on while a server hangs at one mail', async () => {
    const accounts = await Promise.all([at.createAccount(), at.createAccount()])
    const [hanging, calm] = accounts.map(({ accountId }) => accountId)
    await put(hanging!, 'hangs@example.test')
    await put(calm!, 'calm@example.test')
    let goOn = () => undefined as void
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const sent: string[] = []
    const turn = deliverDue(
      outbox(async ({ to }) => {
        if (to.startsWith('hangs')) await held
        sent.push(to)
      }),
    )
    await expect.poll(() => sent).toEqual(['calm@example.test'])
    goOn()
    await turn
    expect(sent).toEqual(['calm@example.test', 'hangs@example.test'])
  })

  it('forgets after ninety days what mails said, not that they were sent, and nothing that waits', async () => {
    const { accountId } = await at.createAccount()
    await put(accountId, 'sent@example.test')
    await put(accountId, 'waits@example.test')
    const { db } = at.storage
    await db
      .updateTable('deliveries')
      .set({ state: 'delivered' })
      .where('recipient', '=', 'sent@example.test')
      .execute()
    const bodies = async () => {
      await deliveriesForgetJob.run(jobsOf(at))
      const rows = db.selectFrom('deliveries').select(['body_text', 'body_html', 'state']).orderBy('created_at')
      return (await rows.where('account_id', '=', accountId).execute()).map((row) => Object.values(row).join(' '))
    }
    at.clock.advance(89 * 24 * HOUR)
    expect(await bodies()).toEqual(['T H delivered', 'T H waiting'])
    at.clock.advance(2 * 24 * HOUR)
    expect(await bodies()).toEqual(['  delivered', 'T H waiting'])
  })

  it('loses and repeats nothing over a server that refuses for a day: one mail for each digest', async () => {
    const { accountId } = await at.createAccount()
    // Rules create mails only with a mail server configured; nothing listens at this address.
    const smtp = { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'panel@example.test' } }
    const mail = createMailService({ smtp, panelUrl: undefined }, () => 'a secret')
    const owner = await openRules(at, accountId, { more: { mail } })
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
    const begun = at.clock.now().getTime()
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      isRefusing = hour < 24
      if (hour < 3) await happen(at, accountId, { title: `Zdarzenie ${hour}` })
      at.clock.set(new Date(begun + (hour + 1) * HOUR).toISOString())
      await runRuleJobs(at, { mail: server })
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
    const written = await at.storage.db
      .selectFrom('deliveries')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
    expect(sent.map(({ id }) => id)).toEqual(written.map(({ id }) => id))
  })

  it('waits for a server that is away: few tries, one line, no try of a mail used up, and all go when it is back', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => at.createAccount()))
    for (const { accountId } of accounts) {
      for (let index = 0; index < 4; index += 1) await put(accountId, `${accountId}-${index}@example.test`)
    }
    const first = await startSmtp()
    await first.stop()
    const lines: { level: number; msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) })
    const from = { name: '', address: 'panel@example.test' }
    const mailer = createMailer({ url: first.url, from }, log, () => at.clock.now().getTime())
    const of = { ...outbox(() => Promise.resolve()), mail: { ...noMail, mailer }, log }
    const waiting = () =>
      at.storage.db.selectFrom('deliveries').select(['attempts', 'last_error']).where('state', '=', 'waiting').execute()
    for (let turn = 0; turn < 100; turn += 1) {
      await deliverDue(of)
      at.clock.advance(20_000)
    }
    const rows = await waiting()
    expect(rows).toHaveLength(20)
    expect(rows.every(({ attempts }) => attempts === 0)).toBe(true)
    const tried = rows.filter(({ last_error: error }) => error !== null)
    expect(tried.length).toBeGreaterThan(0)
    expect(tried.length).toBeLessThanOrEqual(4)
    expect(lines).toMatchObject([{ level: 40, msg: containing('does not take e-mails') }])

    const smtp = await startSmtp({ port: first.port })
    at.clock.advance(60_000)
    await deliverDue(of)
    expect(await waiting()).toEqual([])
    expect(new Set(smtp.mails.map(({ to }) => to[0])).size).toBe(20)
    expect(lines.map(({ level }) => level)).toEqual([40, 30])
    await smtp.stop()
  })

  it('does not starve the others by one mail at which the server breaks off, and gives up what waited for a week', async () => {
    const { accountId } = await at.createAccount()
    await put(accountId, 'poison@example.test')
    await put(accountId, 'good@example.test')
    const sent: string[] = []
    const { log } = outbox(() => Promise.resolve())
    const server = watchMailServer({
      place: 'mail.test:25',
      log,
      probe: () => Promise.resolve(),
      now: () => at.clock.now().getTime(),
    })
    const send = ({ to }: OutgoingMail) => {
      if (to.startsWith('poison')) {
        const away = new MailServerAway('Connection closed unexpectedly')
        server.noteAway(away)
        return Promise.reject(away)
      }
      sent.push(to)
      return Promise.resolve()
    }
    const of = { ...outbox(send), mail: { ...noMail, mailer: { send, server } } }
    for (let turn = 0; turn < 3; turn += 1) {
      await deliverDue(of)
      at.clock.advance(10_000)
    }
    expect(sent).toEqual(['good@example.test'])
    at.clock.advance(7 * 24 * HOUR)
    await deliverDue(of)
    const row = at.storage.db.selectFrom('deliveries').select(['state', 'attempts', 'last_error'])
    expect(await row.where('recipient', '=', 'poison@example.test').executeTakeFirst()).toEqual({
      state: 'dead',
      attempts: 0,
      last_error: 'The mail server was away for more than 7 days',
    })
  })

  it('does not hold up the end of the process by a server that hangs', async () => {
    const { accountId } = await at.createAccount()
    await put(accountId, 'hangs@example.test')
    let begun = () => undefined as void
    const isSending = new Promise<void>((resolve) => {
      begun = resolve
    })
    const send = () => {
      begun()
      return new Promise<never>(() => undefined)
    }
    const jobs = startJobs([deliveriesJob], jobsOf(at, { mail: { ...noMail, mailer: { send } } }))
    await isSending
    const startedAt = performance.now()
    await jobs.stop()
    expect(performance.now() - startedAt).toBeLessThan(4000)
  })
})
