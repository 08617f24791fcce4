import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import type { RuleBody } from '@/lib/features/rules/contract/rules'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { createMailService } from '@/lib/panel/mail/mailer'
import { insertCompany } from '@/lib/testing/companies'
import { ruleOf, runRuleJobs } from '@/lib/testing/delivery/rules'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { sqliteOnly, startTestService, type TestService } from '@/lib/testing/service'

import { spendCapHandlers } from './handlers'

const SECRET = 'secret-of-the-tests-secret-of-the-tests'

describe.each(sqliteOnly)('spend thresholds on %s', (engine) => {
  let service: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    service = await startTestService({ engine, recordsWrites: true })
    await insertCompany(service.storage)
  })
  beforeEach(async () => {
    await service.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
    smtp.mails.length = 0
  })
  afterAll(async () => {
    await service.stop()
    await smtp.stop()
  })

  const mail = () =>
    createMailService(
      {
        smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } },
        panelUrl: 'https://panel.example.test',
      },
      () => SECRET,
    )
  const runJobs = async (instant?: string) => {
    if (instant !== undefined) service.clock.set(instant)
    await runRuleJobs(service, { mail: mail() })
  }
  let ruleCount = 0
  const create = (accountId: string, condition: object, recipients = ['finanse@example.test']) => {
    const rule: RuleBody = ruleOf({
      name: `Progi ${(ruleCount += 1)}`,
      is_team: true,
      condition: { kind: 'spend', basis: 'cap', thresholds: [80], ...condition } as RuleBody['condition'],
      targets: recipients.map((target) => ({ kind: 'address', target })),
    })
    return ruleHandlers['rules.create']({ body: rule }, panelContext(service, accountId, { mail: mail() }))
  }
  const use = async (key: string, units: number) => {
    for (let n = 0; n < units; n++) await service.request(key, 'GET', '/v1/record?krs=18')
  }
  const expectMailCount = (count: number) => expect.poll(() => smtp.mails.length).toBe(count)
  const subjects = () =>
    smtp.mails.map((each) => /^Subject: (.*?) – /m.exec(readMail(each).headers)?.[1]?.replaceAll('\u00A0', ' '))

  // Case B01 of lib/testing/cases/README.md
  it('notify once of a threshold reached in the last two minutes of a period, and again in the next period', async () => {
    service.clock.set('2026-11-30T22:50:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    await create(accountId, {})
    await create(accountId, { basis: 'pool', pool: 'lookups', thresholds: [500] })
    await use(apiKey, 2 + 7)
    await runJobs('2026-11-30T22:58:30.000Z')
    expect(subjects()).toEqual([])
    service.clock.set('2026-11-30T22:59:10.000Z')
    await use(apiKey, 4)
    await runJobs('2026-11-30T23:00:30.000Z')
    const sentSubjects = subjects().toSorted((a, b) => String(a).localeCompare(String(b)))
    expect(sentSubjects).toEqual(['Wydano 88% limitu (próg 80%): 0,88 zł z 1 zł', 'Zapytania: zużyto 650% (próg 500%)'])
    expect(smtp.mails.map((each) => readMail(each).text).join(' ')).toContain('Ten okres już się skończył')
    // Later checks find no second match, also while late charges are still considered.
    for (const later of ['23:02:30', '23:04:40', '23:06:50']) await runJobs(`2026-11-30T${later}.000Z`)
    await expectMailCount(2)
    await use(apiKey, 2 + 11)
    await runJobs('2026-11-30T23:09:00.000Z')
    await expectMailCount(4)
  })

  // Case B01 of lib/testing/cases/README.md
  it('do not notify of a period that ended before the rule was created, or in which none was reached', async () => {
    service.clock.set('2026-11-30T22:50:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    await create(accountId, { thresholds: [100] })
    await runJobs('2026-11-30T22:58:30.000Z')
    await use(apiKey, 2 + 11)
    service.clock.set('2026-11-30T23:00:10.000Z')
    await create(accountId, { thresholds: [80] })
    await runJobs('2026-11-30T23:02:30.000Z')
    expect(subjects()).toEqual([])
  })

  // Case B06 of lib/testing/cases/README.md
  it('notify again, once, after the cap was raised and lowered again', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    await create(accountId, {})
    await use(apiKey, 2 + 11)
    const set = (from: number, to: number) =>
      spendCapHandlers['spendCap.set'](
        { body: { spend_cap_pln: to, expected_pln: from } },
        panelContext(service, accountId, { mail: mail() }),
      )
    const next = () => runJobs(new Date(service.clock.now().getTime() + 130_000).toISOString())
    await next()
    await expectMailCount(1)
    await set(1, 2)
    await next()
    await expectMailCount(1)
    await set(2, 1)
    await next()
    await next()
    await expectMailCount(2)
    // Two at once: one gets the answer that the other was first, and the effective cap is reported once.
    const both = await Promise.allSettled([set(1, 2), set(1, 2)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await set(2, 1)
    await next()
    await next()
    await expectMailCount(3)
    // Two changes by a key between two readings: both count, although no reading saw the higher cap.
    for (const to of [2, 1]) await service.request(apiKey, 'PUT', '/v1/usage/api/spend-cap', { spend_cap_pln: to })
    await next()
    await next()
    await expectMailCount(4)
  })

  it('keep a team rule enabled when its last outside address unsubscribes: owners are notified and become its readers', async () => {
    service.clock.set('2026-11-20T11:00:00.000Z')
    const { accountId, apiKey } = await service.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    const owner = await makeMember(service.storage, { accountId, role: 'owner', email: 'wlasciciel@example.test' })
    await create(accountId, { thresholds: [50, 80] })
    await use(apiKey, 2 + 7)
    await runJobs('2026-11-20T11:03:00.000Z')
    await expectMailCount(1)
    const token = /unsubscribe\?token=([^>]+)>/.exec(readMail(smtp.mails[0]!).headers)?.[1] ?? ''
    expect(await unsubscribe({ storage: service.storage, secret: SECRET, token }, service.clock.now())).toBe('ended')
    await runJobs()
    await expectMailCount(2)
    expect(smtp.mails[1]?.to).toEqual(['wlasciciel@example.test'])
    expect(readMail(smtp.mails[1]!).text).toContain('Był to ostatni odbiorca.')
    const { items } = await ruleHandlers['rules.list']({}, panelContext(service, accountId))
    expect(items).toMatchObject([{ enabled: true, targets: [{ kind: 'member', target: owner.id }] }])
    await use(apiKey, 4)
    await runJobs('2026-11-20T11:06:00.000Z')
    expect(smtp.mails.at(-1)?.to).toEqual(['wlasciciel@example.test'])
    expect(subjects().at(-1)).toContain('próg 80%')
  })
})
