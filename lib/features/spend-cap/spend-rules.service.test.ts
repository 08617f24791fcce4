import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { formatDateTime } from '@/lib/domain/format/format'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { readSubscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { ruleCondition } from '@/lib/features/rules/contract/conditions'
import type { RuleBody, RuleTarget } from '@/lib/features/rules/contract/rules'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { deleteHitsBefore } from '@/lib/features/rules/statements/hits'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { createMailService, noMail } from '@/lib/panel/mail/mailer'
import { inAccounts } from '@/lib/storage/engine/account-lock'
import { openStorage } from '@/lib/storage/open'
import { insertCompany } from '@/lib/testing/companies'
import { openRules, ruleOf, runRuleJobs } from '@/lib/testing/delivery/rules'
import { readMail, startSmtp, type TestSmtp } from '@/lib/testing/delivery/smtp'
import { callServiceAs, panelContext } from '@/lib/testing/panel-context'
import { makeMember } from '@/lib/testing/people'
import { engines, startTestService, type TestService } from '@/lib/testing/service'
import { createDatabase } from '@/lib/testing/stores'

import { spendCapHandlers } from './handlers'

const MINUTE = 60_000
const SECRET = 'secret-of-the-tests-secret-of-the-tests'

type SpendRuleOptions = Partial<
  Pick<RuleBody, 'name' | 'enabled' | 'language' | 'timing' | 'digest_hour' | 'targets'>
> & {
  readonly condition?: object
  readonly recipients?: readonly string[]
}
/** By default a team rule about the cap that immediately notifies the accountants. */
const spendRule = ({
  condition = {},
  recipients = ['ksiegowosc@example.test'],
  ...overrides
}: SpendRuleOptions = {}): RuleBody =>
  ruleOf({
    name: 'Progi',
    is_team: true,
    condition: { kind: 'spend', basis: 'cap', thresholds: [50, 80, 100], ...condition },
    targets: recipients.map((target): RuleTarget => ({ kind: 'address', target })),
    ...overrides,
  })

describe.each(engines)('spend rules on %s', (engine) => {
  let testService: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    testService = await startTestService({ engine })
    await insertCompany(testService.storage)
  })
  beforeEach(async () => {
    // Silences the rules of the previous test.
    await testService.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
    smtp.mails.length = 0
    smtp.refuse(undefined)
    testService.clock.set('2026-11-20T11:00:00.000Z')
  })
  afterAll(async () => {
    await testService.stop()
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
  /** Two units in the plan, a cap of 1 PLN: 7 units above the plan are 56%, 11 are 88%, 12 are 96%. */
  const newAccount = () => testService.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
  const use = async (key: string, units: number) => {
    for (let n = 0; n < units; n++) await testService.request(key, 'GET', '/v1/record?krs=18')
  }
  // Handlers do not send here: the job sends what they queue, so that each step is visible.
  const context = (accountId: string, more: Partial<PanelContext> = {}) => panelContext(testService, accountId, more)
  const runJobs = (more: Partial<PanelJobDependencies> = {}) => runRuleJobs(testService, { mail: mail(), ...more })
  /** The job calls the service every two minutes. */
  const next = async (more: Partial<PanelJobDependencies> = {}) => {
    testService.clock.advance(2 * MINUTE)
    await runJobs(more)
  }
  let ruleCount = 0
  const create = (accountId: string, options: SpendRuleOptions = {}, more: Partial<PanelContext> = {}) => {
    ruleCount += 1
    const body = spendRule({ name: `Progi ${ruleCount}`, ...options })
    return ruleHandlers['rules.create']({ body }, context(accountId, { mail: mail(), ...more }))
  }
  const rulesOf = async (accountId: string) => (await ruleHandlers['rules.list']({}, context(accountId))).items
  /** The reported thresholds of an account's rules, newest first. */
  const listNotices = async (accountId: string) => {
    const all = await Promise.all(
      (await rulesOf(accountId)).map(({ id }) => ruleHandlers['rules.notices']({ params: { id } }, context(accountId))),
    )
    return all
      .flatMap(({ items }) => items)
      .filter(({ kind }) => kind !== 'test')
      .toSorted((a, b) => b.at.localeCompare(a.at))
  }
  const reached = async (accountId: string) => (await listNotices(accountId)).flatMap((notice) => notice.reached)
  const expectMailCount = async (count: number) => expect.poll(() => smtp.mails.length).toBe(count)

  it('notify of a threshold once per period', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId)
    await runJobs()
    expect(smtp.mails).toEqual([])
    await use(apiKey, 2 + 7)
    await next()
    await next()
    expect(smtp.mails).toHaveLength(1)
    const [first] = smtp.mails
    const { headers, text } = readMail(first!)
    expect(first?.to).toEqual(['ksiegowosc@example.test'])
    expect(headers).toContain('Subject: Wydano 56% limitu (próg 50%): 0,56\u00A0zł z 1\u00A0zł')
    expect(headers).toContain('From: Panel <panel@example.test>')
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(text).toContain('Nadwyżka: 0,56\u00A0zł')
    expect(text).toContain('Limit wydatków: 1,00\u00A0zł')
    expect(text).toContain('https://panel.example.test/spend-cap')
    await use(apiKey, 4)
    await next()
    await next()
    expect(smtp.mails.map((each) => /próg \d+%/.exec(readMail(each).headers)?.[0])).toEqual(['próg 50%', 'próg 80%'])
    testService.clock.set('2026-12-05T11:00:00.000Z')
    await runJobs()
    expect(smtp.mails).toHaveLength(2)
    await use(apiKey, 2 + 7)
    await next()
    await next()
    expect(smtp.mails).toHaveLength(3)
    expect((await reached(accountId)).map(({ threshold, at: when }) => [threshold, when.slice(0, 7)])).toEqual([
      [50, '2026-12'],
      [80, '2026-11'],
      [50, '2026-11'],
    ])
  })

  it('send one message to each address when several thresholds are reached at once', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 11)
    await create(accountId, { recipients: ['a@example.test', 'b@example.test'], language: 'en' })
    await expectMailCount(2)
    await runJobs()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test'])
    for (const each of smtp.mails) expect(readMail(each).headers).toContain('88% of the cap spent (alert at 80%)')
    const notices = await listNotices(accountId)
    expect(notices).toMatchObject([{ hit_count: 1, reached: [{ threshold: 80, also: [50], grosz: 88 }] }])
    expect(notices[0]?.deliveries).toHaveLength(2)
    const [first] = await rulesOf(accountId)
    expect(first).toMatchObject({ waiting: 0 })
  })

  it('describe what happens at 100%, and what has happened once it is reached', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await create(accountId)
    await expectMailCount(1)
    const end = formatDateTime('2026-11-30T23:00:00.000Z', 'pl')
    expect(readMail(smtp.mails[0]!).text).toContain(
      `Po wyczerpaniu limitu 1\u00A0zł płatne zapytania staną (błąd 402) do ${end}.`,
    )
    // Twelve units at 8 gr are 96 gr: a thirteenth does not fit below 1 zł.
    await use(apiKey, 6)
    await next()
    const { headers, text: reached } = readMail(smtp.mails.at(-1)!)
    expect(headers).toContain('Subject: Płatne zapytania wstrzymane (próg 100% limitu): 0,96\u00A0zł z 1\u00A0zł')
    expect(reached).toContain('Nadwyżka: 0,96\u00A0zł')
    expect(reached).toContain('Kolejna jednostka nie mieści się już w limicie.')
    expect(reached).toContain(`Płatne zapytania są wstrzymane do ${end} (błąd API 402).`)
    expect(reached).not.toContain('staną (błąd')
  })

  it('notify of each percentage again after the cap changes, but of an amount only once', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId)
    await create(accountId, { condition: { basis: 'pln', thresholds: [1] } })
    const set = (from: number, to: number) =>
      spendCapHandlers['spendCap.set'](
        { body: { spend_cap_pln: to, expected_pln: from } },
        context(accountId, { mail: noMail }),
      )
    await use(apiKey, 2 + 11)
    await next()
    expect(await reached(accountId)).toMatchObject([{ threshold: 80, also: [50] }])
    await set(1, 2)
    await use(apiKey, 12)
    await next()
    const listReached = async () =>
      (await reached(accountId))
        .flatMap(({ basis, threshold, also }) => [threshold, ...also].map((each) => `${each} ${basis}`))
        .sort()
    expect(await listReached()).toEqual(['1 pln', '50 cap', '50 cap', '80 cap', '80 cap'])
    // Back to the first cap, which is used up: calls are blocked, and all recipients are notified.
    await set(2, 1)
    await runJobs()
    expect(await listReached()).toEqual([
      '1 pln',
      '100 cap',
      '50 cap',
      '50 cap',
      '50 cap',
      '80 cap',
      '80 cap',
      '80 cap',
    ])
    await next()
    expect(await listReached()).toHaveLength(8)
  })

  it('write once to a mailbox, regardless of letter case', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    expect(() => spendRule({ recipients: ['Ksiegowosc@Example.test', 'ksiegowosc@example.test'] })).toThrow(
      'Each target once',
    )
    const member = await makeMember(testService.storage, { accountId, role: 'finance', email: 'ksiegowosc@twice.test' })
    const targets: RuleTarget[] = [
      { kind: 'address', target: 'Ksiegowosc@Twice.test' },
      { kind: 'member', target: member.id },
      { kind: 'address', target: 'b@example.test' },
    ]
    await create(accountId, { targets })
    await expectMailCount(2)
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['b@example.test', 'ksiegowosc@twice.test'])
  })

  it('can be unsubscribed from in the e-mail, which is recorded in the audit log', async () => {
    const { accountId, apiKey } = await newAccount()
    const alert = await create(accountId, { recipients: ['A@example.test', 'b@example.test'] })
    await use(apiKey, 2 + 7)
    await next()
    const firstReaderMail = smtp.mails.find(({ to }) => to[0] === 'a@example.test')
    const { headers, text } = readMail(firstReaderMail!)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const token = /List-Unsubscribe: <https:\/\/panel\.example\.test\/api\/unsubscribe\?token=([^>]+)>/.exec(
      headers,
    )?.[1]
    expect(text).toContain(`https://panel.example.test/unsubscribe?token=${token}`)
    const subscriptionRequest = (unsubscribeToken = token ?? '') => ({
      storage: testService.storage,
      secret: SECRET,
      token: unsubscribeToken,
    })
    const forged = [`${token?.split('.')[0]}.AAAA`, `${alert.id}.${token?.split('.')[1]}`, '', 'x']
    for (const each of forged)
      expect(await unsubscribe(subscriptionRequest(each), testService.clock.now()), each).toBe('unknown')
    expect(
      await unsubscribe(
        { ...subscriptionRequest(), secret: 'another secret of another panel!' },
        testService.clock.now(),
      ),
    ).toBe('unknown')
    expect(await readSubscription(subscriptionRequest())).toMatchObject({ state: 'subscribed' })
    expect(await unsubscribe(subscriptionRequest(), testService.clock.now())).toBe('ended')
    expect(await unsubscribe(subscriptionRequest(), testService.clock.now())).toBe('ended')
    expect(await rulesOf(accountId)).toMatchObject([{ targets: [{ target: 'b@example.test' }], enabled: true }])
    await use(apiKey, 4)
    await next()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test', 'b@example.test'])
    const other = /token=([^>]+)>/.exec(readMail(smtp.mails.at(-1)!).headers)?.[1] ?? ''
    expect(await unsubscribe(subscriptionRequest(other), testService.clock.now())).toBe('ended')
    expect(await rulesOf(accountId)).toMatchObject([{ targets: [], enabled: false }])
    const entries = await listEntriesAfter(testService.storage.db, accountId, { number: 1, limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['rules.unsubscribe', 'a@example.test'],
      ['rules.unsubscribe', 'b@example.test'],
    ])
  })

  it('send exactly one message when several processes run at the same time', async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    const ownService = await startTestService({ engine, ...(database && { databaseUrl: database.url }) })
    await insertCompany(ownService.storage)
    const { accountId, apiKey } = await ownService.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    const ownerContext = panelContext(ownService, accountId)
    await ruleHandlers['rules.create']({ body: spendRule() }, ownerContext)
    ownService.clock.advance(2 * MINUTE)
    for (let n = 0; n < 2 + 7; n++) await ownService.request(apiKey, 'GET', '/v1/record?krs=18')
    // Separate stores over one database, like those of several processes.
    const others = database
      ? await Promise.all(Array.from({ length: 3 }, () => openStorage({ dataDir: '', databaseUrl: database.url })))
      : []
    const stores = [ownService.storage, ...others]
    const callFor = () => callServiceAs(ownService, accountId)
    const runs = [...stores, ...stores, ...stores].map((storage) =>
      runRuleJobs(ownService, { mail: mail(), storage, callFor }),
    )
    await Promise.all(runs)
    expect(smtp.mails).toHaveLength(1)
    for (const each of others) await each.close()
    await ownService.stop()
    await database?.drop()
  })

  it('retry with growing waits, also in another process, and deliver once', async () => {
    // Makes all random waits as long as possible.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 451, message: 'try later' })
    const mailOf = () =>
      testService.storage.db
        .selectFrom('deliveries')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    await create(accountId, { condition: { thresholds: [50] } })
    await use(apiKey, 2 + 7)
    await next()
    expect(await mailOf()).toMatchObject({ state: 'waiting', attempts: 1, next_at: '2026-11-20T11:03:00.000Z' })
    const failed = (await listNotices(accountId))[0]?.deliveries[0]
    expect(failed?.state).toBe('waiting')
    expect(failed?.error).toContain('try later')
    await runJobs()
    expect(await mailOf()).toMatchObject({ attempts: 1 })
    testService.clock.advance(MINUTE)
    await runJobs()
    expect(await mailOf()).toMatchObject({ attempts: 2, next_at: '2026-11-20T11:08:00.000Z' })
    smtp.refuse(undefined)
    testService.clock.advance(5 * MINUTE)
    // Another process that shares only the store.
    await runJobs({ mail: mail() })
    await runJobs()
    expect(smtp.mails).toHaveLength(1)
    expect(await mailOf()).toMatchObject({ state: 'delivered', attempts: 3, last_error: null })
  })

  it('give up on an address that the server rejects permanently', async () => {
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    await create(accountId, { condition: { thresholds: [50] } })
    await use(apiKey, 2 + 7)
    await next()
    testService.clock.advance(60 * MINUTE)
    smtp.refuse(undefined)
    await runJobs()
    expect(smtp.mails).toEqual([])
    expect(await listNotices(accountId)).toMatchObject([{ deliveries: [{ state: 'failed' }] }])
  })

  it('list their messages as unsent without an SMTP server, and do not send them later', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await create(accountId, {}, { mail: noMail })
    expect(await ruleHandlers['rules.list']({}, context(accountId))).toMatchObject({ smtp: false })
    expect(await listNotices(accountId)).toMatchObject([{ deliveries: [{ state: 'unsent' }] }])
    await runJobs()
    expect(smtp.mails).toEqual([])
  })

  it('send a test to all recipients immediately, return each result, and limit the number of tests', async () => {
    const { accountId } = await newAccount()
    const alert = await create(accountId, { recipients: ['a@example.test', 'b@example.test'] })
    const test = (callContext: PanelContext) => ruleHandlers['rules.test']({ params: { id: alert.id } }, callContext)
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
      ruleHandlers['rules.test'](
        { params: { id: alert.id } },
        context((await newAccount()).accountId, { mail: mail() }),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('cannot be used to inject headers or addresses, and reject invalid conditions', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const name = 'Zła\r\nBcc: x@evil.test\u2028 <b>&"'
    await testService.storage.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
    await create(accountId)
    await expectMailCount(1)
    const [sent] = smtp.mails
    expect(sent?.to).toEqual(['ksiegowosc@example.test'])
    expect(sent?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
    expect(readMail(sent!).text).toContain('&lt;b&gt;&amp;&quot;')
    for (const address of ['a@b.test\r\nBcc: c@d.test', 'a@b.test,c@d.test', 'A <a@b.test>', 'a b@c.test', '']) {
      expect(() => spendRule({ recipients: [address] }), address).toThrow()
    }
    const accepts = (condition: object) =>
      ruleCondition.safeParse({ kind: 'spend', basis: 'cap', thresholds: [80], ...condition }).success
    expect(accepts({ thresholds: [501] })).toBe(false)
    expect(accepts({ basis: 'pln', thresholds: [501] })).toBe(true)
    expect(accepts({ thresholds: [80, 80] })).toBe(false)
    expect(accepts({ thresholds: [] })).toBe(false)
    expect(accepts({ basis: 'pool' })).toBe(false)
    expect(accepts({ pool: 'wpv' })).toBe(false)
    expect(accepts({ basis: 'pool', pool: 'wpv' })).toBe(true)
    expect(accepts({ basis: 'pool', pool: 'wpv', measure: 'forecast' })).toBe(false)
  })

  it('send nothing while disabled, record each change in the audit log, and hide addresses from viewers', async () => {
    const { accountId, apiKey } = await newAccount()
    const alert = await create(accountId)
    const changed = await ruleHandlers['rules.update'](
      { params: { id: alert.id }, body: spendRule({ enabled: false, condition: { thresholds: [90, 10] } }) },
      context(accountId, { mail: mail() }),
    )
    expect(changed.condition).toMatchObject({ thresholds: [10, 90] })
    await use(apiKey, 2 + 7)
    await next()
    expect(smtp.mails).toEqual([])
    const viewer = await openRules(testService, accountId, { role: 'viewer' })
    expect((await viewer.list()).items).toMatchObject([{ targets: [], target_count: 1, may_change: false }])
    await ruleHandlers['rules.delete']({ params: { id: alert.id } }, context(accountId))
    expect(await rulesOf(accountId)).toEqual([])
    const entries = await listEntriesAfter(testService.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['rules.create', 'rules.update', 'rules.delete'])
  })

  it('can be changed by owner and finance only; other roles see no recipients, and finance sees only spend rules', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)
    const spendFields = {
      is_team: true,
      condition: { kind: 'spend' as const, basis: 'cap' as const, thresholds: [50] },
    }
    const finance = await openRules(testService, accountId, { role: 'finance', more: { mail: mail() } })
    const rule = await finance.create({
      ...spendFields,
      name: 'Finanse',
      targets: [{ kind: 'address', target: 'x@out.test' }],
    })
    const ownRule = await finance.create({ ...spendFields, name: 'Moja', is_team: false })
    const events = await openRules(testService, accountId, { role: 'compliance' })
    const other = await events.create({ name: 'Zdarzenia', is_team: true })
    expect((await finance.list()).items.map(({ id }) => id).toSorted()).toEqual([rule.id, ownRule.id].toSorted())
    expect((await finance.list()).kinds).toEqual([{ kind: 'spend', own: true, team: true, addresses: true }])
    for (const [action, code] of [
      [() => finance.create({ name: 'Inne', is_team: false }), 'role_required'],
      [() => finance.update(other.id, spendFields), 'not_found'],
      [() => finance.notices(other.id), 'not_found'],
      [() => finance.test(other.id), 'not_found'],
      [() => finance.update(rule.id, { is_team: true }), 'role_required'],
      [() => finance.preview(), 'role_required'],
      [() => events.create({ ...spendFields, name: 'Team' }), 'role_required'],
      [() => events.create({ ...spendFields, name: 'Own', is_team: false }), 'role_required'],
      [() => events.update(rule.id, spendFields), 'role_required'],
      [() => events.remove(rule.id), 'role_required'],
      [() => events.test(rule.id), 'role_required'],
      [() => events.notices(ownRule.id), 'not_found'],
    ] as const) {
      expect(await refusal(action())).toMatchObject({ code })
    }
    await expectMailCount(2)
    const [shownNotice] = await events.notices(rule.id)
    expect(shownNotice).toMatchObject({ deliveries: [{ recipient: null, error: null }], reached: [{ threshold: 50 }] })
    expect((await finance.notices(rule.id))[0]?.deliveries).toMatchObject([{ recipient: 'x@out.test' }])
    expect(JSON.stringify(await events.list())).not.toContain('x@out.test')
  })

  it('notify of a pool threshold once until the pool renews, and ignore a pool without a limit', async () => {
    const { accountId, apiKey } = await testService.createAccount({ name: 'Pule', limits: { lookups: 10, rdf: null } })
    const pool = (name: string, more: object) =>
      create(accountId, { name, condition: { basis: 'pool', pool: name, thresholds: [50, 80], ...more } })
    await pool('lookups', {})
    await pool('rdf', {})
    await pool('wpv', { thresholds: [1] })
    await use(apiKey, 8)
    await next()
    await next()
    expect(smtp.mails.map((each) => /^Subject: (.*)$/m.exec(readMail(each).headers)?.[1])).toEqual([
      'Zapytania: zużyto 80% (próg 80%) – Pule',
    ])
    expect(readMail(smtp.mails[0]!).text).toContain('Wykorzystano: 8 z 10')
    expect(await reached(accountId)).toMatchObject([{ basis: 'pool', pool: 'lookups', also: [50], units: 8 }])
    // The daily pool of the white list, which is renewed tomorrow.
    let used = 4_000
    const callService = callServiceAs(testService, accountId)
    const callFor = () =>
      (async (name: Parameters<typeof callService>[0], input: Parameters<typeof callService>[1]) => {
        const answer = await callService(name, input)
        if (name !== 'usage.summary') return answer
        const summary = answer as unknown as { daily: object; limits: object }
        return { ...summary, daily: { ...summary.daily, wpv_checks: used, wpv_checks_limit: 5_000 } }
      }) as unknown as typeof callService
    const ofWhiteList = async () =>
      (await reached(accountId)).filter((each) => each.pool === 'wpv').map(({ threshold, units }) => [threshold, units])
    await next({ callFor })
    await next({ callFor })
    expect(await ofWhiteList()).toEqual([[1, 4_000]])
    testService.clock.set('2026-11-21T11:00:00.000Z')
    used = 0
    await next({ callFor })
    expect(await ofWhiteList()).toHaveLength(1)
    used = 60
    await next({ callFor })
    expect(await ofWhiteList()).toEqual([
      [1, 60],
      [1, 4_000],
    ])
  })

  it('send a digest if configured, and do not report a threshold again after old hits were deleted', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId, { timing: 'daily', digest_hour: 14 })
    await use(apiKey, 2 + 7)
    await next()
    await use(apiKey, 4)
    await next()
    expect(smtp.mails).toEqual([])
    testService.clock.set('2026-11-20T13:00:00.000Z')
    await next()
    expect(smtp.mails).toHaveLength(1)
    const { headers, text } = readMail(smtp.mails[0]!)
    expect(headers).toContain('Wydano 88% limitu (próg 80%): 0,88\u00A0zł z 1\u00A0zł; Wydano 56% limitu (próg 50%)')
    expect(text).toContain('1: Wydano 88% limitu (próg 80%)')
    expect(text).toContain('2: Wydano 56% limitu (próg 50%)')
    await inAccounts(testService.storage, [accountId], (db) =>
      deleteHitsBefore(db, accountId, testService.clock.now().toISOString()),
    )
    testService.clock.set('2026-11-21T13:00:00.000Z')
    await next()
    expect(smtp.mails).toHaveLength(1)
  })

  it('preview the thresholds reached now', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const preview = (condition: object) =>
      ruleHandlers['rules.preview']({ body: spendRule({ condition }) }, context(accountId))
    expect(await preview({})).toMatchObject({ messages: null, items: null, reached: [50] })
    expect(await preview({ thresholds: [90] })).toMatchObject({ reached: [] })
    expect(await preview({ basis: 'pool', pool: 'lookups', thresholds: [100] })).toMatchObject({ reached: [100] })
  })
})
