import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { jobsOf } from '@/lib/testing/bzp-alerts'
import { happen, openRules, turnOfRules } from '@/lib/testing/delivery/rules'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import { forgetDeliveriesJob } from '../delivery/delivery-job'
import { putPersonMail } from '../mail/person-mail'
import { deliverDue } from './mail-outbox'
import { createMailService, type OutgoingMail } from './mailer'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe.each(engines)('the outbox of mails on %s', (engine) => {
  let at: TestService
  beforeAll(async () => {
    at = await startTestService({ engine })
  })
  beforeEach(async () => {
    await at.storage.db.updateTable('mails').set({ state: 'unsent' }).where('state', '=', 'waiting').execute()
  })
  afterAll(() => at.stop())

  const outbox = (send: (mail: OutgoingMail) => Promise<void>) => ({
    storage: at.storage,
    mailer: { send },
    unsubscribeLinks: () => undefined,
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
    // And its own keep their order.
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
    await db.updateTable('mails').set({ state: 'sent' }).where('recipient', '=', 'sent@example.test').execute()
    const bodies = async () => {
      await forgetDeliveriesJob.run(jobsOf(at))
      const rows = db.selectFrom('mails').select(['body_text', 'body_html', 'state']).orderBy('created_at')
      return (await rows.where('account_id', '=', accountId).execute()).map((row) => Object.values(row).join(' '))
    }
    at.clock.advance(89 * 24 * HOUR)
    expect(await bodies()).toEqual(['T H sent', 'T H waiting'])
    at.clock.advance(2 * 24 * HOUR)
    expect(await bodies()).toEqual(['  sent', 'T H waiting'])
  })

  it('loses and repeats nothing over a server that refuses for a day: one mail for each digest', async () => {
    const { accountId } = await at.createAccount()
    // Only where mails are sent at all do rules write them; nothing listens there.
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
      await turnOfRules(at, { mail: server })
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
      .selectFrom('mails')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
    expect(sent.map(({ id }) => id)).toEqual(written.map(({ id }) => id))
  })
})
