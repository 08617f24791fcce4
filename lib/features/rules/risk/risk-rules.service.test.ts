import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { maskLikelyPesels } from '@/lib/domain/identifiers/identifiers'
import type { Role } from '@/lib/domain/roles'
import { accountSettingsHandlers } from '@/lib/features/account-settings/handlers'
import { updateAccountSettings } from '@/lib/features/account-settings/statements'
import { listEntriesAfter } from '@/lib/features/audit/statements/audit'
import { asAccountTx } from '@/lib/testing/as-account-tx'
import { jobDependenciesOf } from '@/lib/testing/bzp-alerts'
import { riskService } from '@/lib/testing/delivery/risk-service'
import { insertPanelEvents, openRules } from '@/lib/testing/delivery/rules'
import { engines, startTestService, type TestService } from '@/lib/testing/service'

import type { ConditionOf } from '../contract/conditions'
import { findRuleMatches } from '../find-matches'
import { riskKind } from '../kinds/risk'
import { rulesRiskJob } from './job'
import { riskRuleHandlers } from './scope'

/** A Friday, noon in Warsaw. */
const NOW = '2026-11-20T11:00:00.000Z'
const KRS = '0000000018'
const OTHER = '0000000026'
const NIP = '5261040828'
const PESEL = '44051401359'
const DAY_MS = 86_400_000

const monitors = [
  { id: 'm', type: 'krs', value: KRS, tags: ['kluczowy'] },
  { id: 'm2', type: 'krs', value: KRS },
  { id: 'o', type: 'krs', value: OTHER },
  { id: 'n', type: 'nip', value: NIP },
  { id: 'p', type: 'pesel', value: PESEL, tags: ['kluczowy'] },
]

describe.each(engines)('risk rules on %s', (engine) => {
  let testService: TestService
  beforeAll(async () => {
    testService = await startTestService({ engine, now: NOW })
  })
  beforeEach(async () => {
    testService.clock.set(NOW)
    await testService.storage.db.updateTable('rules').set({ enabled: 0 }).execute()
  })
  afterAll(() => testService.stop())

  const newAccount = async ({ role = 'owner' }: { role?: Role } = {}) => {
    const { accountId } = await testService.createAccount()
    const service = riskService(monitors)
    const owner = await openRules(testService, accountId, {
      role,
      more: { callService: service.callService, isEmbedded: false },
    })
    const jobs = jobDependenciesOf(testService, service.jobs)
    service.state.risks.set(KRS, { score: 20 }).set(OTHER, { score: 10 }).set(NIP, { score: 5 })
    const find = () => findRuleMatches(jobs)
    const read = () => rulesRiskJob.run(jobs)
    const create = (
      conditionOverrides: Partial<ConditionOf<'risk'>> = {},
      ruleOverrides: Parameters<typeof owner.create>[0] = {},
    ) =>
      owner.create({
        name: 'Ryzyko',
        condition: { kind: 'risk', points: 10, ...conditionOverrides },
        targets: [],
        ...ruleOverrides,
      })
    const runJobs = async () => {
      await find()
      await read()
    }
    const event = (krs = KRS, monitor_id = 'm') =>
      insertPanelEvents(testService, accountId, { identifier_value: krs, monitor_id })
    const hits = async () => {
      const rows = await testService.storage.db
        .selectFrom('rule_hits')
        .select('content')
        .where('account_id', '=', accountId)
        .orderBy('number')
        .execute()
      return rows.map(({ content }) => riskKind.describe('pl', JSON.parse(content)))
    }
    const watch = () =>
      testService.storage.db
        .selectFrom('risk_watches')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst()
    const trouble = async () => (await owner.list()).items.find(({ name }) => name === 'Ryzyko')?.trouble
    const nextDay = () => testService.clock.advance(DAY_MS)
    return {
      accountId,
      service: service.state,
      owner,
      create,
      find,
      read,
      runJobs,
      event,
      hits,
      watch,
      trouble,
      nextDay,
    }
  }

  it('notify of risk that has risen since the last reading, and not of risk that has fallen', async () => {
    const { service, create, runJobs, event, hits, nextDay } = await newAccount()
    await event()
    await create()
    await runJobs()
    expect(service.calls).toEqual([])
    testService.clock.advance(1000)
    await event()
    await runJobs()
    // The initial reading is stored without a notification.
    expect([service.calls, await hits()]).toEqual([[KRS], []])
    const risks = [
      { score: 29, factors: [['young', 5]] as const },
      { score: 39, factors: [['krz_recent', 25]] as const },
      { score: 12 },
      { score: 21, factors: [['Jan Kowalski', 9]] as const },
      { score: 31, factors: [['board_changes', 5]] as const },
    ]
    for (const risk of risks) {
      nextDay()
      service.risks.set(KRS, risk)
      await event()
      await runJobs()
    }
    expect(service.calls).toHaveLength(6)
    expect(
      (await hits()).map(({ title, lines }) => [title, ...lines.map((line) => line.replaceAll('\u00A0', ' '))]),
    ).toEqual([
      [
        `Budex sp. z o.o., KRS ${KRS}`,
        'Ryzyko wzrosło: 29 (niskie) → 39 (średnie) · poprzedni odczyt 21 lis 2026, 12:00 (czas warszawski)',
        'Nowe lub większe czynniki: obwieszczenia w KRZ z ostatnich 30 dni',
      ],
      [
        `Budex sp. z o.o., KRS ${KRS}`,
        'Ryzyko wzrosło: 21 (niskie) → 31 (średnie) · poprzedni odczyt 24 lis 2026, 12:00 (czas warszawski)',
        'Nowe lub większe czynniki: częste zmiany w zarządzie',
      ],
    ])
    const storedReadings = await testService.storage.db
      .selectFrom('risk_readings')
      .select('score')
      .where('subject', '=', `krs:${KRS}`)
      .orderBy('read_at')
      .execute()
    expect(storedReadings.slice(-2).map(({ score }) => score)).toEqual([21, 31])
  })

  it('read a company at most once a day, and read it the next day for later events', async () => {
    const { service, create, runJobs, event, watch, nextDay, trouble } = await newAccount()
    await create()
    testService.clock.advance(1000)
    await event()
    await event(KRS, 'm2')
    await runJobs()
    await event()
    await runJobs()
    await runJobs()
    expect(service.calls).toEqual([KRS])
    expect(await trouble()).toBeNull()
    nextDay()
    await runJobs()
    await runJobs()
    expect(service.calls).toEqual([KRS, KRS])
    expect(await watch()).toMatchObject({ used_units: 2, day_units: 1, day_companies: 1 })
  })

  it('read all companies immediately if the rule requests it, and never a person', async () => {
    const { service, owner, create, runJobs, hits, accountId, nextDay, read } = await newAccount()
    service.risks.set(NIP, { score: 80, name: `Kancelaria Jana Kowalskiego`, factors: [['knf_warning', 40]] })
    const scope = () => riskRuleHandlers['riskRules.scope']({ body: { tags: [], monitor_ids: [] } }, owner.context())
    expect(await scope()).toEqual({ companies: 3, unread: 3, used_units: 0, may_spend: true })
    await create({ read_first: true, tell_first: true })
    await runJobs()
    await runJobs()
    expect(service.calls.toSorted()).toEqual([KRS, OTHER, NIP].toSorted())
    expect(await hits()).toMatchObject([
      {
        title: `Firma bez nazwy, NIP ${NIP}`,
        lines: [
          'Pierwszy odczyt ryzyka: 80 (wysokie). Nie ma wcześniejszego, z którym można go porównać.',
          'Czynniki: lista ostrzeżeń publicznych KNF',
        ],
      },
    ])
    expect(
      riskKind.headline('pl', { condition: { kind: 'risk' } as ConditionOf<'risk'>, count: 1, all: [{ from: null }] }),
    ).toBe('1 firma o wysokim ryzyku (pierwszy odczyt)')
    expect(await scope()).toEqual({ companies: 3, unread: 0, used_units: 3, may_spend: true })
    // The readings of one day become one log entry.
    nextDay()
    await read()
    await read()
    const entries = await listEntriesAfter(testService.storage.db, accountId, { number: 0, limit: 100 })
    expect(
      entries
        .filter(({ action }) => action === 'rules.readRisk')
        .map(({ after }) => JSON.parse(after ?? '') as unknown),
    ).toEqual([{ day: '2026-11-20', companies: 3, units: 3 }])
    expect(maskLikelyPesels(JSON.stringify(await hits()))).not.toContain(PESEL)
  })

  it('read only companies of the tag or of the chosen monitors', async () => {
    const { service, owner, create, runJobs } = await newAccount()
    const rule = await create({ read_first: true, tags: ['kluczowy'] })
    await runJobs()
    expect(service.calls).toEqual([KRS])
    testService.clock.advance(1000)
    await owner.update(rule.id, {
      name: 'Ryzyko',
      condition: { kind: 'risk', points: 10, read_first: true, monitor_ids: ['m', 'o'] },
    })
    await runJobs()
    expect(service.calls).toEqual([KRS, OTHER])
  })

  it('stay within the monthly budget, report how many companies wait, and continue in the next month', async () => {
    const { service, create, runJobs, event, watch, trouble, owner } = await newAccount()
    await create({ read_first: true, budget_units: 2 })
    await runJobs()
    await runJobs()
    expect([service.calls.length, (await watch())?.used_units]).toEqual([2, 2])
    expect(await trouble()).toEqual({ code: 'budget', since: NOW, waiting: 1 })
    expect((await owner.list()).items[0]).toMatchObject({ used_units: 2 })
    testService.clock.set('2026-11-30T22:59:00.000Z')
    await event(OTHER, 'o')
    await runJobs()
    expect(service.calls).toHaveLength(2)
    testService.clock.set('2026-11-30T23:01:00.000Z')
    await runJobs()
    expect(service.calls.length).toBeGreaterThan(2)
    expect((await watch())?.used_units).toBeLessThanOrEqual(2)
  })

  it('share one budget, and a rule with a smaller budget stops sooner', async () => {
    const { service, create, runJobs, trouble } = await newAccount()
    await create({ read_first: true, budget_units: 1, monitor_ids: ['n'] })
    await create({ read_first: true, budget_units: 2, monitor_ids: ['m', 'o'] }, { name: 'Druga' })
    await runJobs()
    await runJobs()
    expect(service.calls).toEqual([KRS, OTHER])
    expect(await trouble()).toMatchObject({ code: 'budget', waiting: 1 })
  })

  it('read each company once when two processes run at the same time', async () => {
    const { service, create, find, read, watch, event, hits, nextDay } = await newAccount()
    await create({ read_first: true, points: 1 })
    await Promise.all([find(), find()])
    await Promise.all([read(), read(), read()])
    await Promise.all([read(), read()])
    expect(service.calls).toHaveLength(3)
    expect(await watch()).toMatchObject({ used_units: 3, claimed_by: null })
    nextDay()
    service.risks.set(KRS, { score: 70 })
    await event()
    await Promise.all([find(), find()])
    await Promise.all([read(), read()])
    expect([service.calls.length, (await hits()).length]).toEqual([4, 1])
  })

  it.each([
    [402, { code: 'payment_required', pool: 'lookups' }, 'pool_empty'],
    [402, { code: 'payment_required', pool: 'plan' }, 'not_in_plan'],
    [403, { code: 'forbidden' }, 'refused'],
    [429, { code: 'rate_limited' }, 'rate_limited'],
  ])(
    'report that the service answers %i %o, spend nothing, and continue when the service recovers',
    async (status, detail, code) => {
      const { service, create, runJobs, event, watch, trouble, owner } = await newAccount()
      await create()
      testService.clock.advance(1000)
      await event()
      service.answer = () => Response.json({ detail }, { status })
      await runJobs()
      await runJobs()
      expect([service.calls.length, (await watch())?.used_units]).toEqual([1, 0])
      expect(await trouble()).toEqual({ code, since: '2026-11-20T11:00:01.000Z', waiting: 1 })
      service.answer = undefined
      testService.clock.advance(2 * 3_600_000)
      await runJobs()
      expect(await trouble()).toBeNull()
      expect((await watch())?.used_units).toBe(1)
      expect((await owner.list()).items).toHaveLength(1)
    },
  )

  it('count a lost answer as spent, and otherwise count what the service reports as charged', async () => {
    const { service, create, runJobs, event, watch, trouble, nextDay } = await newAccount()
    await create()
    testService.clock.advance(1000)
    await event()
    service.answer = () => Promise.reject(new Error('cut off'))
    await runJobs()
    expect((await watch())?.used_units).toBe(1)
    expect(await trouble()).toMatchObject({ code: 'unreachable' })
    service.answer = undefined
    service.charged = '0'
    testService.clock.advance(60_000)
    await runJobs()
    expect((await watch())?.used_units).toBe(1)
    nextDay()
    service.charged = null
    await event()
    await runJobs()
    expect((await watch())?.used_units).toBe(2)
    nextDay()
    service.answer = () => Response.json({ name: 'bez punktów' })
    await event()
    await runJobs()
    expect((await watch())?.used_units).toBe(3)
    expect(await trouble()).toMatchObject({ code: 'unreadable' })
  })

  it('do not request a company again that the service does not know', async () => {
    const { service, create, runJobs, event, trouble } = await newAccount()
    await create()
    testService.clock.advance(1000)
    await event('0000000034', 'o')
    await runJobs()
    await runJobs()
    expect([service.calls, await trouble()]).toEqual([['0000000034'], null])
  })

  it('make no further readings for a rule that was deleted or disabled', async () => {
    const { service, owner, create, find, read, event } = await newAccount()
    const rule = await create({ read_first: true })
    const disabledRule = await create({ read_first: true }, { name: 'Druga' })
    await find()
    await owner.remove(rule.id)
    await owner.update(disabledRule.id, { name: 'Druga', enabled: false, condition: { kind: 'risk', points: 10 } })
    await event()
    await read()
    expect(service.calls).toEqual([])
    expect(
      await testService.storage.db.selectFrom('risk_asks').select('rule_id').where('rule_id', '=', rule.id).execute(),
    ).toEqual([])
  })

  it('can be enabled only by members who may spend, and stop when their owner loses that right', async () => {
    const { create } = await newAccount({ role: 'viewer' })
    await expect(create()).rejects.toMatchObject({ code: 'spending_not_allowed' })
    await create({}, { enabled: false })
    const spender = await newAccount({ role: 'compliance' })
    await spender.create()
    testService.clock.advance(1000)
    await spender.event()
    const { user } = spender.owner
    await testService.storage.db.updateTable('members').set({ role: 'viewer' }).where('user_id', '=', user.id).execute()
    await spender.runJobs()
    expect(spender.service.calls).toEqual([])
    expect(await spender.trouble()).toMatchObject({ code: 'may_not_spend', waiting: 1 })
  })

  it('of the team stop when the spending right is withdrawn, and continue once a member who may spend saves them', async () => {
    const spender = await newAccount({ role: 'compliance' })
    const rule = await spender.create({}, { is_team: true })
    testService.clock.advance(1000)
    await spender.event()
    await spender.runJobs()
    expect(spender.service.calls).toHaveLength(1)
    const { accountId } = spender
    await updateAccountSettings(asAccountTx(testService.storage.db), accountId, { spending_roles: '["owner"]' })
    testService.clock.advance(DAY_MS)
    await spender.event(OTHER, 'o')
    await spender.runJobs()
    expect(spender.service.calls).toHaveLength(1)
    expect(await spender.trouble()).toMatchObject({ code: 'may_not_spend', waiting: 1 })
    const owner = await openRules(testService, accountId, {
      email: `owner-${accountId}@x.test`,
      more: { isEmbedded: false },
    })
    const listed = async () => (await accountSettingsHandlers['accountSettings.spenders']({}, owner.context())).items
    expect(await listed()).toMatchObject([
      { kind: 'risk_rule', name: 'Ryzyko', payer: spender.owner.user.email, may_spend: false },
    ])
    await owner.update(rule.id, { name: 'Ryzyko', is_team: true, condition: { kind: 'risk', points: 10 } })
    expect(await listed()).toMatchObject([{ payer: owner.user.email, may_spend: true }])
    await spender.runJobs()
    expect(spender.service.calls).toHaveLength(2)
  })

  it('have no count of messages or items in the preview', async () => {
    const { owner } = await newAccount()
    expect(await owner.preview({ condition: { kind: 'risk', points: 5 } })).toMatchObject({
      messages: null,
      items: null,
    })
  })
})
