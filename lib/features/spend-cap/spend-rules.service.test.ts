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

type Given = Partial<Pick<RuleBody, 'name' | 'enabled' | 'language' | 'timing' | 'digest_hour' | 'targets'>> & {
  readonly condition?: object
  readonly recipients?: readonly string[]
}
/** By default a team rule about the cap that immediately notifies the accountants. */
const spendRule = ({ condition = {}, recipients = ['ksiegowosc@example.test'], ...given }: Given = {}): RuleBody =>
  ruleOf({
    name: 'Progi',
    is_team: true,
    condition: { kind: 'spend', basis: 'cap', thresholds: [50, 80, 100], ...condition },
    targets: recipients.map((target): RuleTarget => ({ kind: 'address', target })),
    ...given,
  })

describe.each(engines)('rules about spending on %s', (engine) => {
  let at: TestService
  let smtp: TestSmtp
  beforeAll(async () => {
    smtp = await startSmtp()
    at = await startTestService({ engine })
    await insertCompany(at.storage)
  })
  beforeEach(async () => {
    // Silences the rules of the previous test.
    await at.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
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
      {
        smtp: { url: smtp.url, from: { name: 'Panel', address: 'panel@example.test' } },
        panelUrl: 'https://panel.example.test',
      },
      () => SECRET,
    )
  /** Two units in the plan, a cap of 1 PLN: 7 units above the plan are 56%, 11 are 88%, 12 are 96%. */
  const newAccount = () => at.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
  const use = async (key: string, units: number) => {
    for (let n = 0; n < units; n++) await at.request(key, 'GET', '/v1/record?krs=18')
  }
  // Handlers do not send here: the job sends what they queue, so that each step is visible.
  const context = (accountId: string, more: Partial<PanelContext> = {}) => panelContext(at, accountId, more)
  const turn = (more: Partial<PanelJobDependencies> = {}) => runRuleJobs(at, { mail: mail(), ...more })
  /** The job calls the service every two minutes. */
  const next = async (more: Partial<PanelJobDependencies> = {}) => {
    at.clock.advance(2 * MINUTE)
    await turn(more)
  }
  let made = 0
  const create = (accountId: string, given: Given = {}, more: Partial<PanelContext> = {}) => {
    made += 1
    const body = spendRule({ name: `Progi ${made}`, ...given })
    return ruleHandlers['rules.create']({ body }, context(accountId, { mail: mail(), ...more }))
  }
  const rulesOf = async (accountId: string) => (await ruleHandlers['rules.list']({}, context(accountId))).items
  /** The reported thresholds of an account's rules, newest first. */
  const told = async (accountId: string) => {
    const all = await Promise.all(
      (await rulesOf(accountId)).map(({ id }) => ruleHandlers['rules.notices']({ params: { id } }, context(accountId))),
    )
    return all
      .flatMap(({ items }) => items)
      .filter(({ kind }) => kind !== 'test')
      .toSorted((a, b) => b.at.localeCompare(a.at))
  }
  const reached = async (accountId: string) => (await told(accountId)).flatMap((notice) => notice.reached)
  const delivered = async (count: number) => expect.poll(() => smtp.mails.length).toBe(count)

  it('says a threshold once in a period, and again in the next', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId)
    await turn()
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
    at.clock.set('2026-12-05T11:00:00.000Z')
    await turn()
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

  it('sends one message when several thresholds are reached at once, each to every address', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 11)
    await create(accountId, { recipients: ['a@example.test', 'b@example.test'], language: 'en' })
    await delivered(2)
    await turn()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test'])
    for (const each of smtp.mails) expect(readMail(each).headers).toContain('88% of the cap spent (alert at 80%)')
    const notices = await told(accountId)
    expect(notices).toMatchObject([{ hit_count: 1, reached: [{ threshold: 80, also: [50], grosz: 88 }] }])
    expect(notices[0]?.deliveries).toHaveLength(2)
    const [first] = await rulesOf(accountId)
    expect(first).toMatchObject({ waiting: 0 })
  })

  it('says what happens at 100 %, and what has happened once it is reached', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await create(accountId)
    await delivered(1)
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

  it('says every percent again once the cap is another one, and an amount only once', async () => {
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
    const said = async () =>
      (await reached(accountId))
        .flatMap(({ basis, threshold, also }) => [threshold, ...also].map((each) => `${each} ${basis}`))
        .sort()
    expect(await said()).toEqual(['1 pln', '50 cap', '50 cap', '80 cap', '80 cap'])
    // Back to the first cap, which is used up: calls are blocked, and all recipients are notified.
    await set(2, 1)
    await turn()
    expect(await said()).toEqual(['1 pln', '100 cap', '50 cap', '50 cap', '50 cap', '80 cap', '80 cap', '80 cap'])
    await next()
    expect(await said()).toHaveLength(8)
  })

  it('writes once to a mailbox, whatever its capitals', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    expect(() => spendRule({ recipients: ['Ksiegowosc@Example.test', 'ksiegowosc@example.test'] })).toThrow(
      'Each target once',
    )
    const member = await makeMember(at.storage, { accountId, role: 'finance', email: 'ksiegowosc@twice.test' })
    const targets: RuleTarget[] = [
      { kind: 'address', target: 'Ksiegowosc@Twice.test' },
      { kind: 'member', target: member.id },
      { kind: 'address', target: 'b@example.test' },
    ]
    await create(accountId, { targets })
    await delivered(2)
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['b@example.test', 'ksiegowosc@twice.test'])
  })

  it('can be ended by its reader from the mail, which is told in the audit log', async () => {
    const { accountId, apiKey } = await newAccount()
    const alert = await create(accountId, { recipients: ['A@example.test', 'b@example.test'] })
    await use(apiKey, 2 + 7)
    await next()
    const mine = smtp.mails.find(({ to }) => to[0] === 'a@example.test')
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
    expect(await rulesOf(accountId)).toMatchObject([{ targets: [{ target: 'b@example.test' }], enabled: true }])
    await use(apiKey, 4)
    await next()
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.test', 'b@example.test', 'b@example.test'])
    const other = /token=([^>]+)>/.exec(readMail(smtp.mails.at(-1)!).headers)?.[1] ?? ''
    expect(await unsubscribe(asked(other), at.clock.now())).toBe('ended')
    expect(await rulesOf(accountId)).toMatchObject([{ targets: [], enabled: false }])
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 1, limit: 10 })
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['rules.unsubscribe', 'a@example.test'],
      ['rules.unsubscribe', 'b@example.test'],
    ])
  })

  it('is exactly once, however many processes look at the same moment', async () => {
    const database = engine === 'postgres' ? await createDatabase() : undefined
    const own = await startTestService({ engine, ...(database && { databaseUrl: database.url }) })
    await insertCompany(own.storage)
    const { accountId, apiKey } = await own.createAccount({ limits: { lookups: 2 }, spendCapPln: 1 })
    const written = panelContext(own, accountId)
    await ruleHandlers['rules.create']({ body: spendRule() }, written)
    own.clock.advance(2 * MINUTE)
    for (let n = 0; n < 2 + 7; n++) await own.request(apiKey, 'GET', '/v1/record?krs=18')
    // Separate stores over one database, like those of several processes.
    const others = database
      ? await Promise.all(Array.from({ length: 3 }, () => openStorage({ dataDir: '', databaseUrl: database.url })))
      : []
    const stores = [own.storage, ...others]
    const askFor = () => callServiceAs(own, accountId)
    const looking = [...stores, ...stores, ...stores].map((storage) =>
      runRuleJobs(own, { mail: mail(), storage, askFor }),
    )
    await Promise.all(looking)
    expect(smtp.mails).toHaveLength(1)
    for (const each of others) await each.close()
    await own.stop()
    await database?.drop()
  })

  it('tries again with growing waits, over a restart, and recognises its own mail by its id', async () => {
    // Makes all random waits as long as possible.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 451, message: 'try later' })
    const mailOf = () =>
      at.storage.db.selectFrom('deliveries').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow()
    await create(accountId, { condition: { thresholds: [50] } })
    await use(apiKey, 2 + 7)
    await next()
    expect(await mailOf()).toMatchObject({ state: 'waiting', attempts: 1, next_at: '2026-11-20T11:03:00.000Z' })
    const failed = (await told(accountId))[0]?.deliveries[0]
    expect(failed?.state).toBe('waiting')
    expect(failed?.error).toContain('try later')
    await turn()
    expect(await mailOf()).toMatchObject({ attempts: 1 })
    at.clock.advance(MINUTE)
    await turn()
    expect(await mailOf()).toMatchObject({ attempts: 2, next_at: '2026-11-20T11:08:00.000Z' })
    smtp.refuse(undefined)
    at.clock.advance(5 * MINUTE)
    // Another process that shares only the store.
    await turn({ mail: mail() })
    await turn()
    expect(smtp.mails).toHaveLength(1)
    expect(await mailOf()).toMatchObject({ state: 'delivered', attempts: 3, last_error: null })
  })

  it('gives up on an address that the server will never take', async () => {
    const { accountId, apiKey } = await newAccount()
    smtp.refuse({ code: 550, message: 'no such mailbox' })
    await create(accountId, { condition: { thresholds: [50] } })
    await use(apiKey, 2 + 7)
    await next()
    at.clock.advance(60 * MINUTE)
    smtp.refuse(undefined)
    await turn()
    expect(smtp.mails).toEqual([])
    expect(await told(accountId)).toMatchObject([{ deliveries: [{ state: 'failed' }] }])
  })

  it('without an SMTP server is listed in the panel, and not sent late', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    await create(accountId, {}, { mail: noMail })
    expect(await ruleHandlers['rules.list']({}, context(accountId))).toMatchObject({ smtp: false })
    expect(await told(accountId)).toMatchObject([{ deliveries: [{ state: 'unsent' }] }])
    await turn()
    expect(smtp.mails).toEqual([])
  })

  it('sends a test to everybody at once, says what each server said, and not without end', async () => {
    const { accountId } = await newAccount()
    const alert = await create(accountId, { recipients: ['a@example.test', 'b@example.test'] })
    const test = (with_: PanelContext) => ruleHandlers['rules.test']({ params: { id: alert.id } }, with_)
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

  it('cannot be made to write a header or an address of somebody else’s choice', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const name = 'Zła\r\nBcc: x@evil.test\u2028 <b>&"'
    await at.storage.db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute()
    await create(accountId)
    await delivered(1)
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

  it('is changed, switched off and removed, with every step in the audit log and addresses for those who may', async () => {
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
    const viewer = await openRules(at, accountId, { role: 'viewer' })
    expect((await viewer.list()).items).toMatchObject([{ targets: [], target_count: 1, may_change: false }])
    await ruleHandlers['rules.delete']({ params: { id: alert.id } }, context(accountId))
    expect(await rulesOf(accountId)).toEqual([])
    const entries = await listEntriesAfter(at.storage.db, accountId, { number: 0, limit: 10 })
    expect(entries.map(({ action }) => action)).toEqual(['rules.create', 'rules.update', 'rules.delete'])
  })

  it('is of owner and finance; the others see what it told and not to whom, and finance sees nothing else', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const refusal = (promise: Promise<unknown>) => promise.catch((thrown: unknown) => thrown)
    const given = { is_team: true, condition: { kind: 'spend' as const, basis: 'cap' as const, thresholds: [50] } }
    const finance = await openRules(at, accountId, { role: 'finance', more: { mail: mail() } })
    const rule = await finance.create({
      ...given,
      name: 'Finanse',
      targets: [{ kind: 'address', target: 'x@out.test' }],
    })
    const mine = await finance.create({ ...given, name: 'Moja', is_team: false })
    const events = await openRules(at, accountId, { role: 'compliance' })
    const other = await events.create({ name: 'Zdarzenia', is_team: true })
    expect((await finance.list()).items.map(({ id }) => id).toSorted()).toEqual([rule.id, mine.id].toSorted())
    expect((await finance.list()).kinds).toEqual([{ kind: 'spend', own: true, team: true, addresses: true }])
    for (const [action, code] of [
      [() => finance.create({ name: 'Inne', is_team: false }), 'role_required'],
      [() => finance.update(other.id, given), 'not_found'],
      [() => finance.notices(other.id), 'not_found'],
      [() => finance.test(other.id), 'not_found'],
      [() => finance.update(rule.id, { is_team: true }), 'role_required'],
      [() => finance.preview(), 'role_required'],
      [() => events.create({ ...given, name: 'Team' }), 'role_required'],
      [() => events.create({ ...given, name: 'Own', is_team: false }), 'role_required'],
      [() => events.update(rule.id, given), 'role_required'],
      [() => events.remove(rule.id), 'role_required'],
      [() => events.test(rule.id), 'role_required'],
      [() => events.notices(mine.id), 'not_found'],
    ] as const) {
      expect(await refusal(action())).toMatchObject({ code })
    }
    await delivered(2)
    const [seen] = await events.notices(rule.id)
    expect(seen).toMatchObject({ deliveries: [{ recipient: null, error: null }], reached: [{ threshold: 50 }] })
    expect((await finance.notices(rule.id))[0]?.deliveries).toMatchObject([{ recipient: 'x@out.test' }])
    expect(JSON.stringify(await events.list())).not.toContain('x@out.test')
  })

  it('tells of a pool once until it renews, and of none without a limit', async () => {
    const { accountId, apiKey } = await at.createAccount({ name: 'Pule', limits: { lookups: 10, rdf: null } })
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
    const ask = callServiceAs(at, accountId)
    const askFor = () =>
      (async (name: Parameters<typeof ask>[0], input: Parameters<typeof ask>[1]) => {
        const answer = await ask(name, input)
        if (name !== 'usage.summary') return answer
        const summary = answer as unknown as { daily: object; limits: object }
        return { ...summary, daily: { ...summary.daily, wpv_checks: used, wpv_checks_limit: 5_000 } }
      }) as unknown as typeof ask
    const ofWhiteList = async () =>
      (await reached(accountId)).filter((each) => each.pool === 'wpv').map(({ threshold, units }) => [threshold, units])
    await next({ askFor })
    await next({ askFor })
    expect(await ofWhiteList()).toEqual([[1, 4_000]])
    at.clock.set('2026-11-21T11:00:00.000Z')
    used = 0
    await next({ askFor })
    expect(await ofWhiteList()).toHaveLength(1)
    used = 60
    await next({ askFor })
    expect(await ofWhiteList()).toEqual([
      [1, 60],
      [1, 4_000],
    ])
  })

  it('comes as a digest where the rule says so, and is known again after events were forgotten', async () => {
    const { accountId, apiKey } = await newAccount()
    await create(accountId, { timing: 'daily', digest_hour: 14 })
    await use(apiKey, 2 + 7)
    await next()
    await use(apiKey, 4)
    await next()
    expect(smtp.mails).toEqual([])
    at.clock.set('2026-11-20T13:00:00.000Z')
    await next()
    expect(smtp.mails).toHaveLength(1)
    const { headers, text } = readMail(smtp.mails[0]!)
    expect(headers).toContain('Wydano 88% limitu (próg 80%): 0,88\u00A0zł z 1\u00A0zł; Wydano 56% limitu (próg 50%)')
    expect(text).toContain('1: Wydano 88% limitu (próg 80%)')
    expect(text).toContain('2: Wydano 56% limitu (próg 50%)')
    await inAccounts(at.storage, [accountId], (db) => deleteHitsBefore(db, accountId, at.clock.now().toISOString()))
    at.clock.set('2026-11-21T13:00:00.000Z')
    await next()
    expect(smtp.mails).toHaveLength(1)
  })

  it('is previewed by what is reached now', async () => {
    const { accountId, apiKey } = await newAccount()
    await use(apiKey, 2 + 7)
    const preview = (condition: object) =>
      ruleHandlers['rules.preview']({ body: spendRule({ condition }) }, context(accountId))
    expect(await preview({})).toMatchObject({ messages: null, items: null, reached: [50] })
    expect(await preview({ thresholds: [90] })).toMatchObject({ reached: [] })
    expect(await preview({ basis: 'pool', pool: 'lookups', thresholds: [100] })).toMatchObject({ reached: [100] })
  })
})
