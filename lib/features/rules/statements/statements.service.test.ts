import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { describeStatements, minute, type StatementsStore } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import { expectOwnedRows } from '@/lib/testing/statements/owned-rows'
import type { Row } from '@/lib/testing/statements/rows'

import * as looks from './checks'
import * as cursors from './cursors'
import * as hits from './hits'
import * as notices from './notices'
import * as riskAsks from './risk-asks'
import * as riskReadings from './risk-readings'
import * as riskWatches from './risk-watches'
import * as rules from './rules'

async function makeRule(at: StatementsStore, given: Partial<Row<'rules'>> = {}) {
  const accountId = given.account_id ?? (await at.account())
  const rule = at.row('rules', {
    id: randomUUID(),
    account_id: accountId,
    name: 'Rule',
    kind: 'events',
    timing: 'at_once',
    language: 'pl',
    enabled: 1,
    ...given,
  })
  await rules.ruleRows.insert(at.tx, rule)
  return { accountId, rule, id: rule.id }
}

describeStatements([rules, cursors, hits, looks, notices, riskAsks, riskReadings, riskWatches], (at, on) => {
  describe('rules', () => {
    it('of rules that somebody owns', async () => {
      await expectOwnedRows(at, on.ruleRows, {
        table: 'rules',
        ownership: 'owner',
        hasCreator: true,
        more: { kind: 'events' },
      })
      const { accountId, id } = await makeRule(at, { kind: 'tender' })
      await makeRule(at, { account_id: accountId })
      expect(await on.ruleRows.count(at.db, { account_id: accountId, kind: 'tender' })).toBe(1)
      expect(await on.ruleRows.count(at.db, { account_id: accountId, kind: 'events' })).toBe(1)
      expect((await on.findRule(at.db, id))?.kind).toBe('tender')
      await on.updateRule(at.tx, id, { name: 'Other', enabled: 0 })
      expect(await on.findRule(at.db, id)).toMatchObject({ name: 'Other', enabled: 0 })
    })

    it('of what wakes a rule', async () => {
      const { accountId, rule } = await makeRule(at)
      await on.wakeRule(at.tx, rule)
      const kinds = await looks.listDueChecks(at.db, { now: minute(0), kinds: ['events', 'telling', 'risk'] })
      expect(
        kinds
          .filter(({ id }) => id === accountId)
          .map(({ kind }) => kind)
          .toSorted(),
      ).toEqual(['events', 'telling'])
    })

    it('of targets', async () => {
      const { accountId, id } = await makeRule(at)
      const other = await makeRule(at, { account_id: accountId })
      const elsewhere = await makeRule(at)
      const target = { kind: 'address', target: 'a@example.test' } as const
      for (const rule of [other, elsewhere]) await on.replaceTargets(at.tx, rule.id, [target])
      await on.replaceTargets(at.tx, id, [{ kind: 'member', target: 'x' }, target])
      await on.replaceTargets(at.tx, id, [{ kind: 'channel', target: 'c' }, { kind: 'address', target: 'b' }, target])
      const brief = (rows: readonly { kind: string; target: string }[]) =>
        rows.map((row) => `${row.kind} ${row.target}`)
      expect(brief(await on.listTargets(at.db, id))).toEqual(['address a@example.test', 'address b', 'channel c'])
      await on.deleteTarget(at.tx, { rule_id: id, kind: 'address', target: 'b' })
      expect(brief(await on.listTargetsOfAccount(at.db, accountId))).toEqual([
        'address a@example.test',
        'address a@example.test',
        'channel c',
      ])
      await on.replaceTargets(at.tx, id, [])
      expect(await on.listTargets(at.db, id)).toEqual([])
      expect(await on.listTargets(at.db, other.id)).toHaveLength(1)
    })

    it('of readers', async () => {
      const accountId = await at.account()
      const viewer = await at.member(accountId, { role: 'viewer', email: `a-${accountId}@example.test` })
      await at.member(accountId, { disabled: true })
      const owner = await at.member(accountId, { email: `b-${accountId}@example.test` })
      const readers = await on.listReaders(at.db, accountId)
      expect(readers.map(({ user_id: id, role }) => [id, role])).toEqual([
        [viewer, 'viewer'],
        [owner, 'owner'],
      ])
      expect(readers.map((reader) => on.mayBeNotified(reader, ['owner']))).toEqual([false, true])
    })

    it('of rules that are on', async () => {
      const { accountId, id } = await makeRule(at, { id: `a-${randomUUID()}` })
      const risk = await makeRule(at, { id: `b-${randomUUID()}`, account_id: accountId, kind: 'risk' })
      const off = await makeRule(at, { account_id: accountId, kind: 'tender', enabled: 0 })
      expect((await on.listEnabledRules(at.db, accountId)).map((rule) => rule.id)).toEqual([id, risk.id])
      expect((await on.listEnabledRules(at.db, accountId, 'risk')).map((rule) => rule.id)).toEqual([risk.id])
      const kinds = await Promise.all(
        ['events', 'risk', 'tender'].map((kind) => on.hasEnabledRule(at.db, accountId, kind)),
      )
      expect(kinds).toEqual([true, true, false])
      expect(await on.findRuledAccount(at.db, accountId)).toMatchObject({ id: accountId, name: 'Test' })
      const inactive = await makeRule(at, { account_id: await at.account({ state: 'inactive' }) })
      expect(await on.findRuledAccount(at.db, inactive.accountId)).toBeUndefined()
      const without = await makeRule(at, { enabled: 0 })
      expect(await on.findRuledAccount(at.db, without.accountId)).toBeUndefined()
      expect(off.rule.enabled).toBe(0)
    })

    it('of a person who leaves', async () => {
      const accountId = await at.account()
      const [userId, other] = [await at.member(accountId), await at.member(accountId)]
      const own = await makeRule(at, { account_id: accountId, owner: userId })
      const team = await makeRule(at, { account_id: accountId })
      const theirs = await makeRule(at, { account_id: accountId, owner: other })
      const elsewhere = await makeRule(at, { owner: userId })
      for (const { id } of [team, elsewhere]) {
        await on.replaceTargets(at.tx, id, [
          { kind: 'member', target: userId },
          { kind: 'member', target: other },
          { kind: 'address', target: userId },
        ])
      }
      await on.deleteRulesOf(at.tx, { accountId, userId })
      const left = await Promise.all([own, team, theirs, elsewhere].map(({ id }) => on.findRule(at.db, id)))
      expect(left.map((rule) => rule !== undefined)).toEqual([false, true, true, true])
      expect(await on.listTargets(at.db, team.id)).toHaveLength(2)
      expect(await on.listTargets(at.db, elsewhere.id)).toHaveLength(3)
    })
  })

  describe('cursors', () => {
    const event = (account_id: string, id: number, given: Partial<Row<'panel_events'>> = {}) =>
      at.row('panel_events', { account_id, id, lead_id: id, created_at: minute(id), day: '2026-11-20', ...given })
    const put = (...rows: Row<'panel_events'>[]) => at.db.insertInto('panel_events').values(rows).execute()

    it('of a cursor', async () => {
      const [account_id, other] = [await at.account(), await at.account()]
      const key = { account_id, kind: 'events' }
      expect(await on.findRuleCursor(at.db, key)).toBeUndefined()
      await on.openRuleCursor(at.tx, { ...key, position: 5, mark: 'm' })
      await on.openRuleCursor(at.tx, { ...key, position: 9, mark: 'n' })
      await on.openRuleCursor(at.tx, { account_id: other, kind: 'events', position: 1, mark: '' })
      expect(await on.lockRuleCursor(at.tx, key)).toEqual({ ...key, position: 5, mark: 'm' })
      const risk = await at.within([account_id], (tx) => on.lockRuleCursor(tx, { account_id, kind: 'risk' }))
      expect(risk).toEqual({ account_id, kind: 'risk', position: 0, mark: '' })
      await on.moveRuleCursor(at.tx, { ...key, position: 2 ** 40, mark: 'x' })
      expect(await on.findRuleCursor(at.db, key)).toEqual({ ...key, position: 2 ** 40, mark: 'x' })
      expect((await on.findRuleCursor(at.db, { account_id, kind: 'risk' }))?.position).toBe(0)
      expect((await on.findRuleCursor(at.db, { account_id: other, kind: 'events' }))?.position).toBe(1)
    })

    it('of events', async () => {
      const [a, b] = [await at.account(), await at.account()]
      expect(await on.oldestEventAt(at.db, a)).toBeUndefined()
      expect(await on.lastEventBefore(at.db, a, minute(0))).toBe(Number.MAX_SAFE_INTEGER)
      await put(
        event(a, 10),
        event(a, 2, { source: 'krz', day: '2026-11-19' }),
        event(a, 30, { source: 'krz' }),
        event(a, 40, { source: 'krz', day: '2026-11-21' }),
        event(b, 1),
      )
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
      expect(ids(await on.listEventsAfter(at.db, { accountId: a, after: 2, limit: 2 }))).toEqual([10, 30])
      expect(await on.lastEventBefore(at.db, a, minute(10))).toBe(9)
      expect(await on.lastEventBefore(at.db, a, minute(11))).toBe(29)
      expect(await on.lastEventBefore(at.db, a, minute(41))).toBe(Number.MAX_SAFE_INTEGER)
      expect(await on.oldestEventAt(at.db, a)).toBe(minute(2))
      const leads = { accountId: a, source: 'krz', day: '2026-11-20' }
      expect(ids(await on.listLeadsSince(at.db, leads))).toEqual([30, 40])
      expect(ids(await on.listLeadsSince(at.db, { ...leads, day: '2026-11-01', after: 2 }))).toEqual([30, 40])
    })

    it('of monitors with tags', async () => {
      const [accountId, other] = [await at.account(), await at.account()]
      const member = (account_id: string, tag: string, monitor_id: string) => ({ account_id, tag, monitor_id })
      await at.db
        .insertInto('tag_members')
        .values([
          member(accountId, 'x', 'm1'),
          member(accountId, 'x', 'm2'),
          member(accountId, 'y', 'm1'),
          member(other, 'x', 'm3'),
        ])
        .execute()
      const [m1, m4] = [randomUUID(), randomUUID()]
      const monitors = [m1, m4].map((id) => at.row('monitors', { id, account_id: accountId }))
      await at.db.insertInto('monitors').values(monitors).execute()
      await at.db
        .insertInto('monitor_tags')
        .values([m1, m4].map((id) => member(accountId, 'x', id)))
        .execute()
      const tagged = async (given: Partial<cursors.TagQuery>) =>
        (await on.listTagged(at.db, { accountId, tags: ['x', 'y'], isEmbedded: false, ...given }))
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

    it('of what was found', async () => {
      const { accountId, id } = await makeRule(at)
      const second = await makeRule(at, { account_id: accountId })
      const elsewhere = await makeRule(at)
      await looks.openRuleChecks(at.tx, accountId, ['telling'])
      await looks.beginRuleCheck(at.db, { accountId, kind: 'telling' }, new Date(minute(5)))
      await on.insertRuleHits(at.db, { accountId, at: minute(1) }, [
        hit(id, 'a'),
        hit(id, 'b', true),
        hit(second.id, 'a'),
      ])
      await on.insertRuleHits(at.db, { accountId, at: minute(2) }, [hit(id, 'a'), hit(id, 'c'), hit(id, "it's")])
      await on.insertRuleHits(at.db, { accountId: elsewhere.accountId, at: minute(2) }, [hit(elsewhere.id, 'a')])
      const due = await looks.listDueChecks(at.db, { now: minute(0), kinds: ['telling'] })
      expect(due.filter((look) => look.id === accountId)).toHaveLength(1)
      const all = { ruleId: id, after: 0, upTo: 100, limit: 10 }
      expect(await on.listHits(at.db, all)).toEqual([
        { number: 1, at: minute(1), subject_key: 'of a', content: '{"ż":"a"}' },
        { number: 5, at: minute(2), subject_key: 'of c', content: '{"ż":"c"}' },
        { number: 6, at: minute(2), subject_key: "of it's", content: `{"ż":"it's"}` },
      ])
      expect(numbers(await on.listNewestHits(at.db, { ...all, limit: 2 }))).toEqual([6, 5])
      expect(numbers(await on.listHits(at.db, { ...all, after: 1, upTo: 5 }))).toEqual([5])
      expect(numbers(await on.listHits(at.db, { ...all, ruleId: second.id }))).toEqual([3])
      expect(await on.lastHitNumber(at.tx, accountId)).toBe(6)
      expect(await on.lastHitNumber(at.tx, await at.account())).toBe(0)
      expect([...(await on.listExistingOccurrences(at.db, id, ['a', 'b', 'z']))].toSorted()).toEqual(['a', 'b'])
      expect(await on.listExistingOccurrences(at.db, id, [])).toEqual(new Set())
      expect(await on.countUnreported(at.db, { ruleId: id, after: 0, before: minute(2) })).toEqual({
        count: 1,
        upTo: 1,
      })
      expect(await on.countUnreported(at.db, { ruleId: id, after: 1, before: minute(3) })).toEqual({
        count: 2,
        upTo: 6,
      })
      expect(await on.countUnreported(at.db, { ruleId: id, after: 6, before: minute(3) })).toEqual({
        count: 0,
        upTo: 6,
      })
    })

    it('of what waits to be told', async () => {
      const { accountId, id } = await makeRule(at, { last_notified_hit: 1 })
      const told = await makeRule(at, { account_id: accountId, last_notified_hit: 9 })
      await on.insertRuleHits(at.db, { accountId, at: minute(1) }, [hit(id, 'a'), hit(id, 'b'), hit(told.id, 'c')])
      await on.insertRuleHits(at.db, { accountId, at: minute(3) }, [hit(id, 'd')])
      expect(await on.countWaiting(at.db, accountId)).toEqual([{ rule_id: id, count: 2, first_at: minute(1) }])
      expect(await on.listRulesWithHits(at.db, accountId)).toEqual(new Set([id]))
      expect(await on.countWaiting(at.db, await at.account())).toEqual([])
    })

    it('of what is not needed any longer', async () => {
      const { accountId, id } = await makeRule(at, { last_notified_hit: 4 })
      const elsewhere = await makeRule(at, { last_notified_hit: 9 })
      const kept = ['missing:x', 'spend:x']
      await on.insertRuleHits(
        at.db,
        { accountId, at: minute(1) },
        ['old', ...kept].map((name) => hit(id, name)),
      )
      await on.insertRuleHits(at.db, { accountId, at: minute(5) }, [hit(id, 'new'), hit(id, 'later')])
      await on.insertRuleHits(at.db, { accountId, at: minute(1) }, [hit(id, 'untold')])
      await on.insertRuleHits(at.db, { accountId: elsewhere.accountId, at: minute(1) }, [hit(elsewhere.id, 'old')])
      await on.deleteHitsBefore(at.tx, accountId, minute(5))
      const left = await on.listExistingOccurrences(at.db, id, ['old', ...kept, 'new', 'later', 'untold'])
      expect([...left].toSorted()).toEqual(['later', 'missing:x', 'new', 'spend:x', 'untold'])
      expect((await on.listExistingOccurrences(at.db, elsewhere.id, ['old'])).size).toBe(1)
    })
  })

  describe('looks', () => {
    it('of a look', async () => {
      const [accountId, other] = [
        await at.account({ slug: `b-${randomUUID()}` }),
        await at.account({ slug: `a-${randomUUID()}` }),
      ]
      const inactive = await at.account({ state: 'inactive' })
      for (const id of [accountId, other, inactive]) await on.openRuleChecks(at.tx, id, ['events', 'risk', 'events'])
      const ours = [accountId, other, inactive]
      const due = async (now: string, ...kinds: string[]) =>
        (await on.listDueChecks(at.db, { now, kinds }))
          .filter(({ id }) => ours.includes(id))
          .map(({ id, kind }) => `${ours.indexOf(id)} ${kind}`)
      expect(await due(minute(0), 'events')).toEqual(['1 events', '0 events'])
      const look = { accountId, kind: 'events' }
      const mark = await on.beginRuleCheck(at.db, look, new Date(minute(0)))
      expect(await due(minute(0), 'events')).toEqual(['1 events'])
      expect(await due(minute(2), 'events')).toEqual(['1 events', '0 events'])
      await on.endRuleCheck(at.db, { ...look, mark: 'another' }, undefined)
      expect(await due(minute(0), 'events')).toEqual(['1 events'])
      await on.endRuleCheck(at.db, { ...look, mark }, new Date(minute(9)))
      expect([await due(minute(8), 'events'), await due(minute(9), 'events')]).toEqual([
        ['1 events'],
        ['1 events', '0 events'],
      ])
      await on.wakeRuleChecks(at.db, accountId, ['events', 'unknown'])
      expect(await due(minute(0), 'events')).toEqual(['1 events', '0 events'])
      await on.dropRuleCheck(at.db, { ...look, mark: 'another' })
      await on.dropRuleCheck(at.db, { ...look, mark: '' })
      expect((await due(minute(0), 'events', 'risk')).toSorted()).toEqual(['0 risk', '1 events', '1 risk'])
    })
  })

  describe('notices', () => {
    it('of messages', async () => {
      const { accountId, id } = await makeRule(at)
      const other = await makeRule(at, { account_id: accountId })
      const elsewhere = await makeRule(at)
      const put = (name: string, moment: number, given: Partial<Row<'rule_notices'>> = {}) =>
        on.insertNotice(
          at.tx,
          at.row('rule_notices', {
            id: `${name}-${id}`,
            account_id: accountId,
            rule_id: id,
            kind: 'at_once',
            window_start: minute(moment),
            window_end: minute(moment),
            at: minute(moment),
            ...given,
          }),
        )
      await put('b', 1)
      await put('a', 1, { window_start: minute(0), kind: 'digest' })
      await put('c', 3)
      await put('t', 5, { kind: 'test' })
      await put('u', 4, { kind: 'test' })
      await put('o', 2, { rule_id: other.id })
      await put('e', 1, { rule_id: elsewhere.id, account_id: elsewhere.accountId })
      await expect(put('d', 3)).rejects.toThrow()
      const names = async (limit: number, ruleId = id) =>
        (await on.listNotices(at.db, ruleId, limit)).map((notice) => notice.id.slice(0, 1)).join('')
      expect(await names(9)).toBe('tucab')
      expect(await names(2)).toBe('tu')
      expect(await on.lastTestStart(at.db, id)).toBe(minute(5))
      expect(await on.lastTestStart(at.db, other.id)).toBeUndefined()
      const last = await on.listLastNotices(at.db, accountId)
      expect(new Map(last.map((row) => [row.rule_id, row.at]))).toEqual(
        new Map([
          [id, minute(3)],
          [other.id, minute(2)],
        ]),
      )
      await on.deleteRuleNoticesBefore(at.tx, accountId, minute(9))
      expect([await names(9), await names(9, other.id), await names(9, elsewhere.id)]).toEqual(['tuc', 'o', 'e'])
    })
  })

  describe('riskAsks', () => {
    it('of companies that wait', async () => {
      const { accountId, id } = await makeRule(at, { id: `a-${randomUUID()}` })
      const other = await makeRule(at, { id: `b-${randomUUID()}`, account_id: accountId })
      const ask = (rule_id: string, subject: string, given: Partial<Row<'risk_asks'>> = {}) =>
        at.row('risk_asks', {
          rule_id,
          subject,
          account_id: accountId,
          monitor_id: 'm',
          reason: 'first',
          asked_at: minute(5),
          ...given,
        })
      await on.putRiskAsks(at.tx, [
        ask(id, 's2'),
        ask(id, 's1', { asked_at: minute(6) }),
        ask(id, 's1', { reason: 'event', last_event: 3, asked_at: minute(7), monitor_id: 'n' }),
        ask(other.id, 's3', { asked_at: minute(1) }),
      ])
      await on.putRiskAsks(at.tx, [
        ask(id, 's1', { last_event: 2, monitor_id: 'o' }),
        ask(id, 's2', { reason: 'event', last_event: 9 }),
      ])
      const rows = await on.listRiskAsksOfRule(at.db, id)
      expect(
        rows
          .map((row) => [row.subject, row.reason, row.monitor_id, row.last_event, row.asked_at])
          .toSorted(([x], [y]) => (String(x) < String(y) ? -1 : 1)),
      ).toEqual([
        ['s1', 'event', 'n', 3, minute(7)],
        ['s2', 'event', 'm', 9, minute(5)],
      ])
      const due = { accountId, dayStart: minute(0) }
      const next = async (...ruleIds: string[]) => (await on.nextRiskAsk(at.db, { ...due, ruleIds }))?.subject
      expect([await next(), await next(id), await next(other.id), await next(id, other.id)]).toEqual([
        undefined,
        's2',
        's3',
        's2',
      ])
      await riskReadings.saveRiskReading(
        at.tx,
        at.row('risk_readings', { account_id: accountId, subject: 's2', read_at: minute(0), level: 'low' }),
      )
      expect(await next(id, other.id)).toBe('s1')
      const counts = await on.countDueRiskAsks(at.db, due)
      expect(counts.toSorted((a, b) => (a.rule_id < b.rule_id ? -1 : 1))).toEqual([
        { rule_id: id, count: 1, since: minute(7) },
        { rule_id: other.id, count: 1, since: minute(1) },
      ])
      expect(await on.claimRiskAsks(at.tx, { account_id: accountId, subject: 's1', last_event: 2 })).toEqual([])
      expect(await on.claimRiskAsks(at.tx, { account_id: accountId, subject: 's1', last_event: 3 })).toHaveLength(1)
      await on.dropRiskAsks(at.tx, id, ['s2', 's3'])
      expect([await on.listRiskAsksOfRule(at.db, id), await on.listRiskAsksOfRule(at.db, other.id)]).toMatchObject([
        [],
        [{ subject: 's3' }],
      ])
    })
  })

  describe('riskReadings', () => {
    it('of readings', async () => {
      const [account_id, other] = [await at.account(), await at.account()]
      const keep = (moment: number, subject = 's1', account = account_id) =>
        on.saveRiskReading(
          at.tx,
          at.row('risk_readings', {
            account_id: account,
            subject,
            read_at: minute(moment),
            score: moment,
            level: 'low',
          }),
        )
      for (const moment of [1, 3, 2, 2]) await keep(moment)
      await keep(1, 's2')
      await keep(9, 's1', other)
      const all = await at.db
        .selectFrom('risk_readings')
        .select('score')
        .where('account_id', '=', account_id)
        .where('subject', '=', 's1')
        .orderBy('score')
        .execute()
      expect(all.map(({ score }) => score)).toEqual([2, 3])
      expect((await on.findLastRiskReading(at.db, { account_id, subject: 's1' }))?.score).toBe(3)
      expect(await on.findLastRiskReading(at.db, { account_id, subject: 's3' })).toBeUndefined()
      expect(await on.listReadSubjects(at.db, account_id)).toEqual(new Set(['s1', 's2']))
    })
  })

  describe('riskWatches', () => {
    it('of what readings cost', async () => {
      const [account_id, other] = [await at.account(), await at.account()]
      expect(await on.findRiskWatch(at.db, account_id)).toBeUndefined()
      const first = { month: '2026-11', day: '2026-11-20' }
      const made = await on.lockRiskWatch(at.tx, { account_id, ...first })
      await on.lockRiskWatch(at.tx, { account_id: other, ...first })
      expect(made).toMatchObject({ account_id, ...first, used_units: 0, claimed_by: null })
      expect(await on.lockRiskWatch(at.tx, { account_id, month: '2026-12', day: '2026-12-01' })).toEqual(made)
      const spending = { accountId: account_id, month: '2026-11', budget: 2 }
      const reserved = [
        await on.reserveRiskUnit(at.db, { ...spending, month: '2026-12' }),
        await on.reserveRiskUnit(at.db, spending),
        await on.reserveRiskUnit(at.db, spending),
        await on.reserveRiskUnit(at.db, spending),
      ]
      expect(reserved).toEqual([false, true, true, false])
      await on.settleRiskUnit(at.tx, account_id, { units: 3, companies: 1, unknown: 2 })
      const watch = await on.findRiskWatch(at.db, account_id)
      expect(watch).toMatchObject({ used_units: 4, day_units: 4, day_companies: 1, day_unknown: 2 })
      expect([
        on.riskUnitsIn(watch, '2026-11'),
        on.riskUnitsIn(watch, '2026-12'),
        on.riskUnitsIn(undefined, '2026-11'),
      ]).toEqual([4, 0, 0])
      const ours = async (day: string) =>
        (await on.listRiskDaysBefore(at.db, day)).filter((row) => [account_id, other].includes(row.account_id))
      expect([await ours('2026-11-20'), await ours('2026-11-21')]).toEqual([[], [{ account_id }]])
      await on.updateRiskWatch(at.tx, account_id, { problem: 'refused', retry_at: minute(9) })
      expect(await on.findRiskWatch(at.db, account_id)).toMatchObject({ problem: 'refused', used_units: 4 })
      expect(await on.findRiskWatch(at.db, other)).toMatchObject({ problem: null, used_units: 0 })
      await expectLease(at, on.riskLease, { table: 'risk_watches', key: 'account_id', id: account_id })
    })

    it('of accounts that may ask', async () => {
      const named = async (slug: string, state: 'active' | 'inactive' = 'active') => {
        const accountId = await at.account({ slug: `${slug}-${randomUUID()}`, state, sealed_api_key: slug })
        const { id } = await makeRule(at, { account_id: accountId, kind: 'risk' })
        if (slug !== 'without') {
          await riskAsks.putRiskAsks(at.tx, [
            at.row('risk_asks', { rule_id: id, subject: 's', account_id: accountId, reason: 'first' }),
          ])
        }
        return accountId
      }
      const [b, a, waits] = [await named('b'), await named('a'), await named('waits')]
      await named('without')
      await named('inactive', 'inactive')
      await on.lockRiskWatch(at.tx, { account_id: waits, month: '', day: '' })
      await on.updateRiskWatch(at.tx, waits, { retry_at: minute(5) })
      const keys = async (now: string) =>
        (await on.listAccountsToAssess(at.db, now))
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
