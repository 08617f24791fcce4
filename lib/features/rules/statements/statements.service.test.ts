import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { describeStatements, minute, type StatementsStore } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as checks from './checks'
import * as cursors from './cursors'
import * as hits from './hits'
import * as notices from './notices'
import * as riskAsks from './risk-asks'
import * as readings from './risk-readings'
import * as riskWatches from './risk-watches'
import * as rules from './rules'

async function makeRule(store: StatementsStore, overrides: Partial<Row<'rules'>> = {}) {
  const accountId = overrides.account_id ?? (await store.account())
  const rule = store.row('rules', {
    id: randomUUID(),
    account_id: accountId,
    name: 'Rule',
    kind: 'events',
    timing: 'at_once',
    language: 'pl',
    enabled: 1,
    ...overrides,
  })
  await rules.ruleRows.insert(store.tx, rule)
  return { accountId, rule, id: rule.id }
}

describeStatements([rules, cursors, hits, checks, notices, riskAsks, readings, riskWatches], (store, statements) => {
  describe('rules', () => {
    it('count, find and update owned rules', async () => {
      await expectOwnedRows(store, statements.ruleRows, {
        table: 'rules',
        ownership: 'owner',
        hasCreator: true,
        more: { kind: 'events' },
      })
      const { accountId, id } = await makeRule(store, { kind: 'tender' })
      await makeRule(store, { account_id: accountId })
      expect(await statements.ruleRows.count(store.db, { account_id: accountId, kind: 'tender' })).toBe(1)
      expect(await statements.ruleRows.count(store.db, { account_id: accountId, kind: 'events' })).toBe(1)
      expect((await statements.findRule(store.db, id))?.kind).toBe('tender')
      await statements.updateRule(store.tx, id, { name: 'Other', enabled: 0 })
      expect(await statements.findRule(store.db, id)).toMatchObject({ name: 'Other', enabled: 0 })
    })

    it('make the checks of a rule due when it is woken', async () => {
      const { accountId, rule } = await makeRule(store)
      await statements.wakeRule(store.tx, rule)
      const kinds = await checks.listDueChecks(store.db, { now: minute(0), kinds: ['events', 'telling', 'risk'] })
      expect(
        kinds
          .filter(({ id }) => id === accountId)
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual(['events', 'telling'])
    })

    it('replace, list and delete targets', async () => {
      const { accountId, id } = await makeRule(store)
      const other = await makeRule(store, { account_id: accountId })
      const elsewhere = await makeRule(store)
      const target = { kind: 'address', target: 'a@example.test' } as const
      for (const rule of [other, elsewhere]) await statements.replaceTargets(store.tx, rule.id, [target])
      await statements.replaceTargets(store.tx, id, [{ kind: 'member', target: 'x' }, target])
      await statements.replaceTargets(store.tx, id, [
        { kind: 'channel', target: 'c' },
        { kind: 'address', target: 'b' },
        target,
      ])
      const brief = (rows: readonly { kind: string; target: string }[]) =>
        rows.map((row) => `${row.kind} ${row.target}`)
      expect(brief(await statements.listTargets(store.db, id))).toEqual([
        'address a@example.test',
        'address b',
        'channel c',
      ])
      await statements.deleteTarget(store.tx, { rule_id: id, kind: 'address', target: 'b' })
      expect(brief(await statements.listTargetsOfAccount(store.db, accountId))).toEqual([
        'address a@example.test',
        'address a@example.test',
        'channel c',
      ])
      await statements.replaceTargets(store.tx, id, [])
      expect(await statements.listTargets(store.db, id)).toEqual([])
      expect(await statements.listTargets(store.db, other.id)).toHaveLength(1)
    })

    it('list enabled members as readers, and check whether a role may be notified', async () => {
      const accountId = await store.account()
      const viewer = await store.member(accountId, { role: 'viewer', email: `a-${accountId}@example.test` })
      await store.member(accountId, { disabled: true })
      const owner = await store.member(accountId, { email: `b-${accountId}@example.test` })
      const readers = await statements.listReaders(store.db, accountId)
      expect(readers.map(({ user_id: id, role }) => [id, role])).toEqual([
        [viewer, 'viewer'],
        [owner, 'owner'],
      ])
      expect(readers.map((reader) => statements.mayBeNotified(reader, ['owner']))).toEqual([false, true])
    })

    it('list enabled rules, and find only active accounts that have one', async () => {
      const { accountId, id } = await makeRule(store, { id: `a-${randomUUID()}` })
      const risk = await makeRule(store, { id: `b-${randomUUID()}`, account_id: accountId, kind: 'risk' })
      const disabledRule = await makeRule(store, { account_id: accountId, kind: 'tender', enabled: 0 })
      expect((await statements.listEnabledRules(store.db, accountId)).map((rule) => rule.id)).toEqual([id, risk.id])
      expect((await statements.listEnabledRules(store.db, accountId, 'risk')).map((rule) => rule.id)).toEqual([risk.id])
      const kinds = await Promise.all(
        ['events', 'risk', 'tender'].map((kind) => statements.hasEnabledRule(store.db, accountId, kind)),
      )
      expect(kinds).toEqual([true, true, false])
      expect(await statements.findRuledAccount(store.db, accountId)).toMatchObject({ id: accountId, name: 'Test' })
      const inactive = await makeRule(store, { account_id: await store.account({ state: 'inactive' }) })
      expect(await statements.findRuledAccount(store.db, inactive.accountId)).toBeUndefined()
      const without = await makeRule(store, { enabled: 0 })
      expect(await statements.findRuledAccount(store.db, without.accountId)).toBeUndefined()
      expect(disabledRule.rule.enabled).toBe(0)
    })

    it('delete own rules and targets of a leaving member, in that account only', async () => {
      const accountId = await store.account()
      const [userId, other] = [await store.member(accountId), await store.member(accountId)]
      const ownRule = await makeRule(store, { account_id: accountId, owner: userId })
      const team = await makeRule(store, { account_id: accountId })
      const otherMembersRule = await makeRule(store, { account_id: accountId, owner: other })
      const elsewhere = await makeRule(store, { owner: userId })
      for (const { id } of [team, elsewhere]) {
        await statements.replaceTargets(store.tx, id, [
          { kind: 'member', target: userId },
          { kind: 'member', target: other },
          { kind: 'address', target: userId },
        ])
      }
      await statements.deleteRulesOf(store.tx, { accountId, userId })
      const remaining = await Promise.all(
        [ownRule, team, otherMembersRule, elsewhere].map(({ id }) => statements.findRule(store.db, id)),
      )
      expect(remaining.map((rule) => rule !== undefined)).toEqual([false, true, true, true])
      expect(await statements.listTargets(store.db, team.id)).toHaveLength(2)
      expect(await statements.listTargets(store.db, elsewhere.id)).toHaveLength(3)
    })
  })

  describe('cursors', () => {
    const event = (account_id: string, id: number, overrides: Partial<Row<'panel_events'>> = {}) =>
      store.row('panel_events', {
        account_id,
        id,
        lead_id: id,
        created_at: minute(id),
        day: '2026-11-20',
        ...overrides,
      })
    const insertEvents = (...rows: Row<'panel_events'>[]) => store.db.insertInto('panel_events').values(rows).execute()

    it('open, lock, move and find a cursor by account and kind', async () => {
      const [account_id, other] = [await store.account(), await store.account()]
      const key = { account_id, kind: 'events' }
      expect(await statements.findRuleCursor(store.db, key)).toBeUndefined()
      await statements.openRuleCursor(store.tx, { ...key, position: 5, mark: 'm' })
      await statements.openRuleCursor(store.tx, { ...key, position: 9, mark: 'n' })
      await statements.openRuleCursor(store.tx, { account_id: other, kind: 'events', position: 1, mark: '' })
      expect(await statements.lockRuleCursor(store.tx, key)).toEqual({ ...key, position: 5, mark: 'm' })
      const risk = await store.within([account_id], (tx) => statements.lockRuleCursor(tx, { account_id, kind: 'risk' }))
      expect(risk).toEqual({ account_id, kind: 'risk', position: 0, mark: '' })
      await statements.moveRuleCursor(store.tx, { ...key, position: 2 ** 40, mark: 'x' })
      expect(await statements.findRuleCursor(store.db, key)).toEqual({ ...key, position: 2 ** 40, mark: 'x' })
      expect((await statements.findRuleCursor(store.db, { account_id, kind: 'risk' }))?.position).toBe(0)
      expect((await statements.findRuleCursor(store.db, { account_id: other, kind: 'events' }))?.position).toBe(1)
    })

    it('list and find events by number, time and day', async () => {
      const [a, b] = [await store.account(), await store.account()]
      expect(await statements.oldestEventAt(store.db, a)).toBeUndefined()
      expect(await statements.lastEventBefore(store.db, a, minute(0))).toBe(Number.MAX_SAFE_INTEGER)
      await insertEvents(
        event(a, 10),
        event(a, 2, { source: 'krz', day: '2026-11-19' }),
        event(a, 30, { source: 'krz' }),
        event(a, 40, { source: 'krz', day: '2026-11-21', kind: 'bankruptcy' }),
        event(b, 1),
      )
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
      expect(ids(await statements.listEventsAfter(store.db, { accountId: a, after: 2, limit: 2 }))).toEqual([10, 30])
      expect(await statements.lastEventBefore(store.db, a, minute(10))).toBe(9)
      expect(await statements.lastEventBefore(store.db, a, minute(11))).toBe(29)
      expect(await statements.lastEventBefore(store.db, a, minute(41))).toBe(Number.MAX_SAFE_INTEGER)
      expect(await statements.oldestEventAt(store.db, a)).toBe(minute(2))
      const leads = { accountId: a, source: 'krz', day: '2026-11-20' }
      expect(ids(await statements.listLeadsSince(store.db, leads))).toEqual([30, 40])
      expect(ids(await statements.listLeadsSince(store.db, { ...leads, kind: 'bankruptcy' }))).toEqual([40])
      expect(ids(await statements.listLeadsSince(store.db, { ...leads, day: '2026-11-01', after: 2 }))).toEqual([
        30, 40,
      ])
    })

    it('list monitors by tag, from the stored copy or from the embedded service', async () => {
      const [accountId, other] = [await store.account(), await store.account()]
      const member = (account_id: string, tag: string, monitor_id: string) => ({ account_id, tag, monitor_id })
      await store.db
        .insertInto('tag_members')
        .values([
          member(accountId, 'x', 'm1'),
          member(accountId, 'x', 'm2'),
          member(accountId, 'y', 'm1'),
          member(other, 'x', 'm3'),
        ])
        .execute()
      const [m1, m4] = [randomUUID(), randomUUID()]
      const monitors = [m1, m4].map((id) => store.row('monitors', { id, account_id: accountId }))
      await store.db.insertInto('monitors').values(monitors).execute()
      await store.db
        .insertInto('monitor_tags')
        .values([m1, m4].map((id) => member(accountId, 'x', id)))
        .execute()
      const tagged = async (overrides: Partial<cursors.TagQuery>) =>
        (await statements.listTagged(store.db, { accountId, tags: ['x', 'y'], isEmbedded: false, ...overrides }))
          .map(({ tag, monitor_id: id }) => `${tag} ${id}`)
          .toSorted()
      expect(await tagged({})).toEqual(['x m1', 'x m2', 'y m1'])
      expect(await tagged({ tags: ['x'], monitorIds: ['m2', 'm3'] })).toEqual(['x m2'])
      expect(await tagged({ isEmbedded: true })).toEqual([`x ${m1}`, `x ${m4}`].toSorted())
      expect(await tagged({ isEmbedded: true, monitorIds: [m4] })).toEqual([`x ${m4}`])
      expect([await tagged({ tags: [] }), await tagged({ monitorIds: [] })]).toEqual([[], []])
    })
  })

  describe('hits', () => {
    const hit = (rule_id: string, occurrence: string, isSilent?: boolean) => ({
      rule_id,
      occurrence,
      subject_key: `of ${occurrence}`,
      content: `{"ż":"${occurrence}"}`,
      ...(isSilent && { isSilent }),
    })
    const numbers = (rows: readonly { number: number }[]) => rows.map(({ number }) => number)

    it('insert each hit once, and list, number and count hits', async () => {
      const { accountId, id } = await makeRule(store)
      const second = await makeRule(store, { account_id: accountId })
      const elsewhere = await makeRule(store)
      await checks.openRuleChecks(store.tx, accountId, ['telling'])
      await checks.beginRuleCheck(store.db, { accountId, kind: 'telling' }, new Date(minute(5)))
      await statements.insertRuleHits(store.db, { accountId, at: minute(1) }, [
        hit(id, 'a'),
        hit(id, 'b', true),
        hit(second.id, 'a'),
      ])
      await statements.insertRuleHits(store.db, { accountId, at: minute(2) }, [
        hit(id, 'a'),
        hit(id, 'c'),
        hit(id, "it's"),
      ])
      await statements.insertRuleHits(store.db, { accountId: elsewhere.accountId, at: minute(2) }, [
        hit(elsewhere.id, 'a'),
      ])
      const dueChecks = await checks.listDueChecks(store.db, { now: minute(0), kinds: ['telling'] })
      expect(dueChecks.filter((check) => check.id === accountId)).toHaveLength(1)
      const all = { ruleId: id, after: 0, upTo: 100, limit: 10 }
      expect(await statements.listHits(store.db, all)).toEqual([
        { number: 1, at: minute(1), subject_key: 'of a', content: '{"ż":"a"}' },
        { number: 5, at: minute(2), subject_key: 'of c', content: '{"ż":"c"}' },
        { number: 6, at: minute(2), subject_key: "of it's", content: `{"ż":"it's"}` },
      ])
      expect(numbers(await statements.listNewestHits(store.db, { ...all, limit: 2 }))).toEqual([6, 5])
      expect(numbers(await statements.listHits(store.db, { ...all, after: 1, upTo: 5 }))).toEqual([5])
      expect(numbers(await statements.listHits(store.db, { ...all, ruleId: second.id }))).toEqual([3])
      expect(await statements.lastHitNumber(store.tx, accountId)).toBe(6)
      expect(await statements.lastHitNumber(store.tx, await store.account())).toBe(0)
      expect([...(await statements.listExistingOccurrences(store.db, id, ['a', 'b', 'z']))].toSorted()).toEqual([
        'a',
        'b',
      ])
      expect(await statements.listExistingOccurrences(store.db, id, [])).toEqual(new Set())
      expect(await statements.countUnreported(store.db, { ruleId: id, after: 0, before: minute(2) })).toEqual({
        count: 1,
        upTo: 1,
      })
      expect(await statements.countUnreported(store.db, { ruleId: id, after: 1, before: minute(3) })).toEqual({
        count: 2,
        upTo: 6,
      })
      expect(await statements.countUnreported(store.db, { ruleId: id, after: 6, before: minute(3) })).toEqual({
        count: 0,
        upTo: 6,
      })
    })

    it('count hits that wait to be reported, and list their rules', async () => {
      const { accountId, id } = await makeRule(store, { last_notified_hit: 1 })
      const notifiedRule = await makeRule(store, { account_id: accountId, last_notified_hit: 9 })
      await statements.insertRuleHits(store.db, { accountId, at: minute(1) }, [
        hit(id, 'a'),
        hit(id, 'b'),
        hit(notifiedRule.id, 'c'),
      ])
      await statements.insertRuleHits(store.db, { accountId, at: minute(3) }, [hit(id, 'd')])
      expect(await statements.countWaiting(store.db, accountId)).toEqual([
        { rule_id: id, count: 2, first_at: minute(1) },
      ])
      expect(await statements.listRulesWithHits(store.db, accountId)).toEqual(new Set([id]))
      expect(await statements.countWaiting(store.db, await store.account())).toEqual([])
    })

    it('delete old reported hits, except those of missing reports and spending', async () => {
      const { accountId, id } = await makeRule(store, { last_notified_hit: 4 })
      const elsewhere = await makeRule(store, { last_notified_hit: 9 })
      const retainedOccurrences = ['missing:x', 'spend:x']
      await statements.insertRuleHits(
        store.db,
        { accountId, at: minute(1) },
        ['old', ...retainedOccurrences].map((name) => hit(id, name)),
      )
      await statements.insertRuleHits(store.db, { accountId, at: minute(5) }, [hit(id, 'new'), hit(id, 'later')])
      await statements.insertRuleHits(store.db, { accountId, at: minute(1) }, [hit(id, 'unreported')])
      await statements.insertRuleHits(store.db, { accountId: elsewhere.accountId, at: minute(1) }, [
        hit(elsewhere.id, 'old'),
      ])
      await statements.deleteHitsBefore(store.tx, accountId, minute(5))
      const remaining = await statements.listExistingOccurrences(store.db, id, [
        'old',
        ...retainedOccurrences,
        'new',
        'later',
        'unreported',
      ])
      expect([...remaining].toSorted()).toEqual(['later', 'missing:x', 'new', 'spend:x', 'unreported'])
      expect((await statements.listExistingOccurrences(store.db, elsewhere.id, ['old'])).size).toBe(1)
    })
  })

  describe('rule checks', () => {
    it('open, list, begin, end, wake and drop checks of active accounts', async () => {
      const [accountId, other] = [
        await store.account({ slug: `b-${randomUUID()}` }),
        await store.account({ slug: `a-${randomUUID()}` }),
      ]
      const inactive = await store.account({ state: 'inactive' })
      for (const id of [accountId, other, inactive])
        await statements.openRuleChecks(store.tx, id, ['events', 'risk', 'events'])
      const ours = [accountId, other, inactive]
      const listDue = async (now: string, ...kinds: string[]) =>
        (await statements.listDueChecks(store.db, { now, kinds }))
          .filter(({ id }) => ours.includes(id))
          .map(({ id, kind }) => `${ours.indexOf(id)} ${kind}`)
      expect(await listDue(minute(0), 'events')).toEqual(['1 events', '0 events'])
      const check = { accountId, kind: 'events' }
      const mark = await statements.beginRuleCheck(store.db, check, new Date(minute(0)))
      expect(await listDue(minute(0), 'events')).toEqual(['1 events'])
      expect(await listDue(minute(2), 'events')).toEqual(['1 events', '0 events'])
      await statements.endRuleCheck(store.db, { ...check, mark: 'another' }, undefined)
      expect(await listDue(minute(0), 'events')).toEqual(['1 events'])
      await statements.endRuleCheck(store.db, { ...check, mark }, new Date(minute(9)))
      expect([await listDue(minute(8), 'events'), await listDue(minute(9), 'events')]).toEqual([
        ['1 events'],
        ['1 events', '0 events'],
      ])
      await statements.wakeRuleChecks(store.db, accountId, ['events', 'unknown'])
      expect(await listDue(minute(0), 'events')).toEqual(['1 events', '0 events'])
      await statements.dropRuleCheck(store.db, { ...check, mark: 'another' })
      await statements.dropRuleCheck(store.db, { ...check, mark: '' })
      expect((await listDue(minute(0), 'events', 'risk')).toSorted()).toEqual(['0 risk', '1 events', '1 risk'])
    })
  })

  describe('notices', () => {
    it('insert and list notices, and delete old ones except tests and the last of each rule', async () => {
      const { accountId, id } = await makeRule(store)
      const other = await makeRule(store, { account_id: accountId })
      const elsewhere = await makeRule(store)
      const insertNotice = (name: string, moment: number, overrides: Partial<Row<'rule_notices'>> = {}) =>
        statements.insertNotice(
          store.tx,
          store.row('rule_notices', {
            id: `${name}-${id}`,
            account_id: accountId,
            rule_id: id,
            kind: 'at_once',
            window_start: minute(moment),
            window_end: minute(moment),
            at: minute(moment),
            ...overrides,
          }),
        )
      await insertNotice('b', 1)
      await insertNotice('a', 1, { window_start: minute(0), kind: 'digest' })
      await insertNotice('c', 3)
      await insertNotice('t', 5, { kind: 'test' })
      await insertNotice('u', 4, { kind: 'test' })
      await insertNotice('o', 2, { rule_id: other.id })
      await insertNotice('e', 1, { rule_id: elsewhere.id, account_id: elsewhere.accountId })
      await expect(insertNotice('d', 3)).rejects.toThrow()
      const names = async (limit: number, ruleId = id) =>
        (await statements.listNotices(store.db, ruleId, limit)).map((notice) => notice.id.slice(0, 1)).join('')
      expect(await names(9)).toBe('tucab')
      expect(await names(2)).toBe('tu')
      expect(await statements.lastTestStart(store.db, id)).toBe(minute(5))
      expect(await statements.lastTestStart(store.db, other.id)).toBeUndefined()
      const last = await statements.listLastNotices(store.db, accountId)
      expect(new Map(last.map((row) => [row.rule_id, row.at]))).toEqual(
        new Map([
          [id, minute(3)],
          [other.id, minute(2)],
        ]),
      )
      await statements.deleteRuleNoticesBefore(store.tx, accountId, minute(9))
      expect([await names(9), await names(9, other.id), await names(9, elsewhere.id)]).toEqual(['tuc', 'o', 'e'])
    })
  })

  describe('risk reading requests', () => {
    it('queue, order, count, claim and drop requests', async () => {
      const { accountId, id } = await makeRule(store, { id: `a-${randomUUID()}` })
      const other = await makeRule(store, { id: `b-${randomUUID()}`, account_id: accountId })
      const request = (rule_id: string, subject: string, overrides: Partial<Row<'risk_asks'>> = {}) =>
        store.row('risk_asks', {
          rule_id,
          subject,
          account_id: accountId,
          monitor_id: 'm',
          reason: 'first',
          asked_at: minute(5),
          ...overrides,
        })
      await statements.putRiskAsks(store.tx, [
        request(id, 's2'),
        request(id, 's1', { asked_at: minute(6) }),
        request(id, 's1', { reason: 'event', last_event: 3, asked_at: minute(7), monitor_id: 'n' }),
        request(other.id, 's3', { asked_at: minute(1) }),
      ])
      await statements.putRiskAsks(store.tx, [
        request(id, 's1', { last_event: 2, monitor_id: 'o' }),
        request(id, 's2', { reason: 'event', last_event: 9 }),
      ])
      const rows = await statements.listRiskAsksOfRule(store.db, id)
      expect(
        rows
          .map((row) => [row.subject, row.reason, row.monitor_id, row.last_event, row.asked_at])
          .toSorted(([x], [y]) => (String(x) < String(y) ? -1 : 1)),
      ).toEqual([
        ['s1', 'event', 'n', 3, minute(7)],
        ['s2', 'event', 'm', 9, minute(5)],
      ])
      const dueQuery = { accountId, dayStart: minute(0) }
      const next = async (...ruleIds: string[]) =>
        (await statements.nextRiskAsk(store.db, { ...dueQuery, ruleIds }))?.subject
      expect([await next(), await next(id), await next(other.id), await next(id, other.id)]).toEqual([
        undefined,
        's2',
        's3',
        's2',
      ])
      await readings.saveRiskReading(
        store.tx,
        store.row('risk_readings', { account_id: accountId, subject: 's2', read_at: minute(0), level: 'low' }),
      )
      expect(await next(id, other.id)).toBe('s1')
      const counts = await statements.countDueRiskAsks(store.db, dueQuery)
      expect(counts.toSorted((a, b) => (a.rule_id < b.rule_id ? -1 : 1))).toEqual([
        { rule_id: id, count: 1, since: minute(7) },
        { rule_id: other.id, count: 1, since: minute(1) },
      ])
      expect(await statements.claimRiskAsks(store.tx, { account_id: accountId, subject: 's1', last_event: 2 })).toEqual(
        [],
      )
      expect(
        await statements.claimRiskAsks(store.tx, { account_id: accountId, subject: 's1', last_event: 3 }),
      ).toHaveLength(1)
      await statements.dropRiskAsks(store.tx, id, ['s2', 's3'])
      expect([
        await statements.listRiskAsksOfRule(store.db, id),
        await statements.listRiskAsksOfRule(store.db, other.id),
      ]).toMatchObject([[], [{ subject: 's3' }]])
    })
  })

  describe('risk readings', () => {
    it('keep the last two readings of a company, and find the last one', async () => {
      const [account_id, other] = [await store.account(), await store.account()]
      const save = (moment: number, subject = 's1', account = account_id) =>
        statements.saveRiskReading(
          store.tx,
          store.row('risk_readings', {
            account_id: account,
            subject,
            read_at: minute(moment),
            score: moment,
            level: 'low',
          }),
        )
      for (const moment of [1, 3, 2, 2]) await save(moment)
      await save(1, 's2')
      await save(9, 's1', other)
      const all = await store.db
        .selectFrom('risk_readings')
        .select('score')
        .where('account_id', '=', account_id)
        .where('subject', '=', 's1')
        .orderBy('score')
        .execute()
      expect(all.map(({ score }) => score)).toEqual([2, 3])
      expect((await statements.findLastRiskReading(store.db, { account_id, subject: 's1' }))?.score).toBe(3)
      expect(await statements.findLastRiskReading(store.db, { account_id, subject: 's3' })).toBeUndefined()
      expect(await statements.listReadSubjects(store.db, account_id)).toEqual(new Set(['s1', 's2']))
    })
  })

  describe('risk watches', () => {
    it('reserve units within the budget, settle their cost, and list days to report', async () => {
      const [account_id, other] = [await store.account(), await store.account()]
      expect(await statements.findRiskWatch(store.db, account_id)).toBeUndefined()
      const first = { month: '2026-11', day: '2026-11-20' }
      const createdWatch = await statements.lockRiskWatch(store.tx, { account_id, ...first })
      await statements.lockRiskWatch(store.tx, { account_id: other, ...first })
      expect(createdWatch).toMatchObject({ account_id, ...first, used_units: 0, claimed_by: null })
      expect(await statements.lockRiskWatch(store.tx, { account_id, month: '2026-12', day: '2026-12-01' })).toEqual(
        createdWatch,
      )
      const spending = { accountId: account_id, month: '2026-11', budget: 2 }
      const reserved = [
        await statements.reserveRiskUnit(store.db, { ...spending, month: '2026-12' }),
        await statements.reserveRiskUnit(store.db, spending),
        await statements.reserveRiskUnit(store.db, spending),
        await statements.reserveRiskUnit(store.db, spending),
      ]
      expect(reserved).toEqual([false, true, true, false])
      await statements.settleRiskUnit(store.tx, account_id, { units: 3, companies: 1, unknown: 2 })
      const watch = await statements.findRiskWatch(store.db, account_id)
      expect(watch).toMatchObject({ used_units: 4, day_units: 4, day_companies: 1, day_unknown: 2 })
      expect([
        statements.riskUnitsIn(watch, '2026-11'),
        statements.riskUnitsIn(watch, '2026-12'),
        statements.riskUnitsIn(undefined, '2026-11'),
      ]).toEqual([4, 0, 0])
      const ours = async (day: string) =>
        (await statements.listRiskDaysBefore(store.db, day)).filter((row) =>
          [account_id, other].includes(row.account_id),
        )
      expect([await ours('2026-11-20'), await ours('2026-11-21')]).toEqual([[], [{ account_id }]])
      await statements.updateRiskWatch(store.tx, account_id, { problem: 'refused', retry_at: minute(9) })
      expect(await statements.findRiskWatch(store.db, account_id)).toMatchObject({ problem: 'refused', used_units: 4 })
      expect(await statements.findRiskWatch(store.db, other)).toMatchObject({ problem: null, used_units: 0 })
      await expectLease(store, statements.riskLease, { table: 'risk_watches', key: 'account_id', id: account_id })
    })

    it('list active accounts with requests whose retry time has come', async () => {
      const createRiskAccount = async (slug: string, state: 'active' | 'inactive' = 'active') => {
        const accountId = await store.account({ slug: `${slug}-${randomUUID()}`, state, sealed_api_key: slug })
        const { id } = await makeRule(store, { account_id: accountId, kind: 'risk' })
        if (slug !== 'without') {
          await riskAsks.putRiskAsks(store.tx, [
            store.row('risk_asks', { rule_id: id, subject: 's', account_id: accountId, reason: 'first' }),
          ])
        }
        return accountId
      }
      const [b, a, waits] = [
        await createRiskAccount('b'),
        await createRiskAccount('a'),
        await createRiskAccount('waits'),
      ]
      await createRiskAccount('without')
      await createRiskAccount('inactive', 'inactive')
      await statements.lockRiskWatch(store.tx, { account_id: waits, month: '', day: '' })
      await statements.updateRiskWatch(store.tx, waits, { retry_at: minute(5) })
      const keys = async (now: string) =>
        (await statements.listAccountsToAssess(store.db, now))
          .filter(({ id }) => [a, b, waits].includes(id))
          .map((row) => [row.id, row.sealed_api_key])
      expect(await keys(minute(4))).toEqual([
        [a, 'a'],
        [b, 'b'],
      ])
      expect(await keys(minute(5))).toEqual([
        [a, 'a'],
        [b, 'b'],
        [waits, 'waits'],
      ])
    })
  })
})
