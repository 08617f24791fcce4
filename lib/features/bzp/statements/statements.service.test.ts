import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertRuleHits, listExistingOccurrences, listHits as listRuleHits } from '@/lib/features/rules/statements/hits'
import { ruleRows } from '@/lib/features/rules/statements/rules'
import { insertNotices, noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as cursor from './cursor'
import * as found from './hits'
import * as matches from './matches'
import * as readings from './readings'
import * as watches from './watches'

describeStatements([cursor, found, matches, readings, watches], (at, on) => {
  const makeRule = async (account_id: string, given: Partial<Row<'rules'>> = {}) => {
    const id = given.id ?? randomUUID()
    await ruleRows.insert(
      at.tx,
      at.row('rules', {
        id,
        account_id,
        kind: 'tender',
        timing: 'none',
        language: 'pl',
        enabled: 1,
        name: id,
        ...given,
      }),
    )
    return id
  }
  const matchOf = (account_id: string, alert_id: string, tender_id: string, given: Partial<Row<'bzp_matches'>> = {}) =>
    at.row('bzp_matches', {
      account_id,
      alert_id,
      tender_id,
      notice_id: `n-${tender_id}`,
      number: 1,
      found_at: minute(1),
      published_at: minute(1),
      search_text: tender_id,
      ...given,
    })
  const tenders = (rows: readonly { tender_id: string }[]) => rows.map((row) => row.tender_id).join(' ')

  it('of notices that are read', async () => {
    const { position: _, ...notice } = at.row('bzp_notices', { id: '' })
    const notices = ['a', 'b', 'c'].map((id, index) => ({ ...notice, id, published_at: minute(3 - index) }))
    await insertNotices(at.db, notices)
    expect(await on.findNoticeCursor(at.db)).toBeUndefined()
    const first = await at.db.transaction().execute((tx) => on.lockNoticeCursor(tx, new Date(minute(1))))
    expect(first).toMatchObject({ position: await noticePosition(at.db), read_until: minute(1) })
    await on.moveNoticeCursor(at.db, { position: 1, read_until: minute(2) })
    expect([await on.lockNoticeCursor(at.db, new Date()), (await on.findNoticeCursor(at.db))?.position]).toMatchObject([
      { position: 1, read_until: minute(2) },
      1,
    ])
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
    const page = async (after: number, upTo: number, limit = 9) =>
      ids(await on.listNoticesAfter(at.db, { after, upTo, limit }))
    expect([await page(0, 9), await page(1, 2), await page(0, 9, 1)]).toEqual(['abc', 'b', 'a'])
    const whole = await on.listNoticesAfter(at.db, { after: 0, upTo: 9, limit: 9 })
    for (const rows of [whole, whole]) await on.storeWaitingNotices(at.db, rows)
    expect([
      await on.hasDueNotices(at.db, minute(0)),
      await on.hasDueNotices(at.db, minute(1)),
      await on.claimDueNotices(at.db, minute(0)),
    ]).toEqual([false, true, []])
    expect([
      ids(await on.claimDueNotices(at.db, minute(2))),
      ids(await on.claimDueNotices(at.db, minute(9))),
      await on.hasDueNotices(at.db, minute(9)),
    ]).toEqual(['bc', 'a', false])
  })

  it('of what was found', async () => {
    const a = await at.account()
    const [one, two] = [await makeRule(a), await makeRule(a)]
    const hit = (alert_id: string, tender_id: string, notice_id: string) =>
      at.row('bzp_hits', { alert_id, tender_id, notice_id })
    await on.insertHits(at.db, [hit(one, 't1', 'n1'), hit(one, 't1', 'n2'), hit(two, 't2', 'n3')])
    expect(
      await on.listKnownHits(at.db, [
        hit(one, 't1', 'n1'),
        hit(two, 't1', 'n1'),
        hit(one, 't9', 'n9'),
        hit(two, 't2', 'n3'),
      ]),
    ).toEqual(new Set([on.hitKey({ alert_id: one, notice_id: 'n1' }), on.hitKey({ alert_id: two, notice_id: 'n3' })]))
    expect([
      (await on.listHitsOf(at.db, one, ['t1', 't2'])).map((row) => row.notice_id).toSorted(),
      await on.listHitsOf(at.db, one, []),
    ]).toEqual([['n1', 'n2'], []])
    const [first, second] = [await on.reserveMatchNumbers(at.db, 3), await on.reserveMatchNumbers(at.db, 1)]
    expect(second - first).toBe(3)
    expect(await on.lockAlerts(at.db, [one, 'gone', two, one])).toEqual(new Set([one, two]))
    const notice = (notice_id: string, content: string, account_id = a) => ({ account_id, notice_id, content })
    const b = await at.account()
    await on.storeFoundNotices(at.db, [notice('n1', 'first'), notice('n9', 'x'), notice('n1', 'other', b)])
    await on.storeFoundNotices(at.db, [notice('n1', 'second')])
    expect((await on.listFoundNotices(at.db, a, ['n1', 'n1', 'n7'])).map(({ content }) => content)).toEqual(['first'])
    await on.deleteUnmatchedNotices(at.tx, a)
    expect([
      (await on.listFoundNotices(at.db, a, ['n1', 'n9'])).length,
      (await on.listFoundNotices(at.db, b, ['n1'])).length,
    ]).toEqual([1, 1])
    await on.putMatches(at.db, [
      matchOf(a, one, 't1', { number: 1, published_at: minute(2), note: 'N' }),
      matchOf(a, one, 't1', { number: 3, published_at: minute(1), notice_id: 'older' }),
      matchOf(a, one, 't2', { published_at: minute(5) }),
    ])
    const seer = { accountId: a, userId: 'u' }
    const read = async (tender_id: string) => on.findVisibleMatch(at.db, seer, { alert_id: one, tender_id })
    expect(await read('t1')).toMatchObject({ number: 3, notice_id: 'n-t1', published_at: minute(2) })
    await on.putMatches(at.db, [
      matchOf(a, one, 't1', { number: 7, published_at: minute(1), notice_id: 'older', search_text: 'x' }),
      matchOf(a, one, 't2', { number: 8, published_at: minute(6), notice_id: 'newer', offers_until: minute(9) }),
    ])
    expect([await read('t1'), await read('t2')]).toMatchObject([
      { number: 7, notice_id: 'n-t1', search_text: 't1', published_at: minute(2) },
      { number: 8, notice_id: 'newer', offers_until: minute(9) },
    ])
    expect([
      await on.countFoundSince(at.db, one, minute(2)),
      await on.countFoundSince(at.db, one, minute(3)),
      await on.countFoundSince(at.db, two, ''),
    ]).toEqual([2, 1, 0])
  })

  it('of what is told once', async () => {
    const a = await at.account()
    const id = await makeRule(a)
    const hit = (occurrence: string, subject_key: string) => ({ rule_id: id, occurrence, subject_key, content: '{}' })
    await insertRuleHits(at.db, { accountId: a, at: minute(1) }, [
      hit('a', 'tender:t1'),
      hit('b', 'tender:t1'),
      hit('c', 'tender:t2'),
      hit('d', 'tender:t3'),
    ])
    await insertRuleHits(at.db, { accountId: a, at: minute(5) }, [hit('e', 'tender:t1')])
    await on.putMatches(at.db, [matchOf(a, id, 't2', { dismissed_at: minute(1) }), matchOf(a, id, 't3')])
    await on.foldPendingHits(at.tx, { ruleId: id, after: 0, before: minute(5) })
    expect(
      (await listRuleHits(at.db, { ruleId: id, after: 0, upTo: 99, limit: 9 })).map(({ number }) => number),
    ).toEqual([2, 4, 5])
    expect((await listExistingOccurrences(at.db, id, ['a', 'c'])).size).toBe(2)
  })

  it('of matches as a user sees them', async () => {
    const accountId = await at.account()
    const [userId, other] = [await at.member(accountId, { at: minute(2) }), await at.member(accountId)]
    const team = await makeRule(accountId, { id: `1-${accountId}` })
    const own = await makeRule(accountId, { id: `2-${accountId}`, owner: userId })
    const theirs = await makeRule(accountId, { id: `3-${accountId}`, owner: other })
    const base = { found_at: minute(5) }
    await on.putMatches(at.db, [
      matchOf(accountId, team, 'old', { number: 1, found_at: minute(1) }),
      matchOf(accountId, team, 'a', { ...base, number: 2, search_text: 'zolta droga 5%', offers_until: minute(20) }),
      matchOf(accountId, own, 'a', { ...base, number: 3, offers_until: minute(30), assignee: other }),
      matchOf(accountId, own, 'b', { ...base, number: 4, is_starred: 1, assignee: userId }),
      matchOf(accountId, own, 'c', { ...base, number: 5, dismissed_at: minute(6), assignee: userId }),
      matchOf(accountId, theirs, 'd', { ...base, number: 6, offers_until: minute(25) }),
    ])
    const seer = { accountId, userId }
    const list = async (given: Partial<Parameters<typeof on.listMatches>[2]> = {}) =>
      tenders(await on.listMatches(at.db, seer, { state: 'open', limit: 9, ...given }))
    expect([
      await list(),
      await list({ limit: 1 }),
      await list({ before: 4 }),
      await list({ alertIds: [team, theirs] }),
      await list({ alertIds: [theirs] }),
      await list({ tenderId: 'a' }),
    ]).toEqual(['b a a old', 'b', 'a a old', 'a old', '', 'a a'])
    expect([
      await list({ text: 'Żółta' }),
      await list({ text: '5%' }),
      await list({ state: 'new' }),
      await list({ state: 'starred' }),
      await list({ state: 'mine' }),
      await list({ state: 'dismissed' }),
    ]).toEqual(['a', 'a', 'b a a', 'b', 'b', 'c'])
    const [first] = await on.listMatches(at.db, seer, { state: 'open', limit: 1 })
    expect(first).toMatchObject({ owner: userId, is_new: 1, is_read: 0, number: 4 })
    expect(await on.countUnseenTenders(at.db, seer)).toEqual({ unseen: 2, is_least: false })
    const counts = async () =>
      (await on.countMatches(at.db, seer))
        .toSorted((x, y) => (x.alert_id < y.alert_id ? -1 : 1))
        .map((row) => [row.matches, row.unseen, row.last_at])
    expect(await counts()).toEqual([
      [2, 1, minute(5)],
      [3, 2, minute(5)],
    ])
    expect([
      await on.countFilteredProcedures(at.db, seer, { state: 'open' }),
      await on.countFilteredProcedures(at.db, seer, { state: 'new', alertIds: [own] }),
      await on.countFilteredProcedures(at.db, seer, { state: 'open', alertIds: [] }),
    ]).toEqual([3, 2, 0])
    expect([
      tenders(await on.listDeadlines(at.db, seer, { state: 'open', limit: 9 })),
      (await on.listDeadlines(at.db, seer, { state: 'open', limit: 1 }))[0]?.number,
      await on.listDeadlines(at.db, seer, { state: 'open', alertIds: [theirs], limit: 9 }),
    ]).toEqual(['a a', 3, []])
    expect([
      await on.highestNumber(at.db, seer),
      await on.highestNumber(at.db, seer, [team]),
      await on.highestNumber(at.db, seer, [theirs]),
    ]).toEqual([5, 2, 0])
    expect((await on.listFinders(at.db, seer, ['a', 'd'])).map((row) => `${row.tender_id}${row.alert_id[0]}`)).toEqual([
      'a1',
      'a2',
    ])
    expect([
      (await on.findVisibleMatch(at.db, seer, { alert_id: own, tender_id: 'a' }))?.number,
      await on.findVisibleMatch(at.db, seer, { alert_id: theirs, tender_id: 'd' }),
    ]).toEqual([3, undefined])
    await on.updateMatch(at.tx, { alert_id: team, tender_id: 'a' }, { note: 'N' })
    expect([
      (await on.findVisibleMatch(at.db, seer, { alert_id: team, tender_id: 'a' }))?.note,
      (await on.findVisibleMatch(at.db, seer, { alert_id: own, tender_id: 'a' }))?.note,
    ]).toEqual(['N', null])
    const mark = (is_read: boolean, number = 4) =>
      on.markMatch(at.tx, userId, { alert_id: own, tender_id: 'b', number, is_read })
    await mark(true, 3)
    await mark(true)
    expect([
      await list({ state: 'new' }),
      (await on.findVisibleMatch(at.db, seer, { alert_id: own, tender_id: 'b' }))?.is_read,
    ]).toEqual(['a a', 1])
    await mark(false)
    expect(await list({ state: 'new' })).toBe('b a a')
    for (const upTo of [3, 2]) await on.markSeenUpTo(at.db, { userId, alertId: own, upTo })
    await on.markSeenUpTo(at.db, { userId: other, alertId: team, upTo: 99 })
    expect([await list({ state: 'new' }), await on.countUnseenTenders(at.db, seer)]).toEqual([
      'b a',
      { unseen: 2, is_least: false },
    ])
    expect(await on.countAssigned(at.db, accountId)).toEqual(
      new Map([
        [other, 1],
        [userId, 1],
      ]),
    )
    const near = async (owner: string, to: number) =>
      (await on.listNearDeadlines(at.db, { accountId, owner, from: minute(19), to: minute(to) })).map(
        (row) => `${row.tender_id}${row.alert_id[0]}`,
      )
    expect([await near(userId, 30), await near(userId, 20), await near(other, 30)]).toEqual([
      ['a1'],
      ['a1'],
      ['a1', 'd3'],
    ])
    await on.removeOtherAssignees(at.tx, own, userId)
    expect(await on.countAssigned(at.db, accountId)).toEqual(new Map([[userId, 1]]))
    await on.storeFoundNotices(at.db, [{ account_id: accountId, notice_id: 'n', content: '' }])
    await on.deleteMemberMarks(at.tx, { accountId, userId })
    expect([
      await on.countAssigned(at.db, accountId),
      await on.listFoundNotices(at.db, accountId, ['n']),
      await list({ state: 'new' }),
    ]).toEqual([new Map(), [], 'b a a'])
    expect(on.MAX_UNSEEN).toBe(1000)
    expect((await on.listColleagues(at.db, accountId)).map((row) => row.user_id).toSorted()).toEqual(
      [userId, other].toSorted(),
    )
  })

  it('of what rules have read', async () => {
    const [a, inactive] = [await at.account(), await at.account({ state: 'inactive' })]
    const [userId, blind] = [await at.member(a), await at.member(a, { role: 'finance' })]
    const make = async (name: string, account_id: string, given: Partial<Row<'rules'>> = {}) => {
      const id = await makeRule(account_id, { id: `${name}-${a}`, updated_at: minute(1), ...given })
      await on.putReading(at.tx, at.row('bzp_readings', { rule_id: id, since_at: minute(1) }))
      return id
    }
    const team = await make('1', a)
    await make('2', a, { owner: userId, enabled: 0 })
    await make('3', a, { owner: blind })
    await make('4', inactive)
    const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')
    expect([
      names(await on.listVisibleTenderRules(at.db, { accountId: a, userId })),
      names(await on.listWatchedAlerts(at.db, a)),
      names((await on.listWatchedAlerts(at.db)).filter(({ id }) => id.endsWith(a))),
    ]).toEqual(['12', '1', '1'])
    await on.putReading(at.tx, at.row('bzp_readings', { rule_id: team, since_at: minute(2), missing: 3 }))
    await on.updateReading(at.db, { id: team, updated_at: minute(2) }, { missing: 9 })
    expect((await on.listWatchedAlerts(at.db, a))[0]).toMatchObject({ missing: 3, since_at: minute(2) })
    await on.updateReading(at.db, { id: team, updated_at: minute(1) }, { missing: 5 })
    expect((await on.listWatchedAlerts(at.db, a))[0]).toMatchObject({ missing: 5 })
  })

  it('of units', async () => {
    const [a, b, off] = [await at.account({ sealed_api_key: 'k' }), await at.account(), await at.account()]
    for (const account of [a, b]) await makeRule(account)
    await makeRule(off, { enabled: 0 })
    expect(await on.findWatch(at.db, a)).toBeUndefined()
    expect(await on.openWatch(at.db, a, '2026-11')).toMatchObject({ month: '2026-11', used_units: 0, budget_units: 0 })
    await on.openWatch(at.db, b, '2026-11')
    await on.updateWatch(at.db, a, { budget_units: 5, read_at: minute(3) })
    const spend = { accountId: a, month: '2026-11' }
    expect([
      await on.reserveUnits(at.db, { ...spend, units: 3 }),
      await on.reserveUnits(at.db, { ...spend, units: 3 }),
      await on.reserveUnits(at.db, { ...spend, month: '2026-12', units: 1 }),
      await on.reserveUnits(at.db, { ...spend, units: 2 }),
    ]).toEqual([true, false, false, true])
    await on.returnUnits(at.db, { ...spend, units: 1 })
    await on.returnUnits(at.db, { ...spend, month: '2026-10', units: 1 })
    await on.countPreview(at.db, a)
    expect([await on.findWatch(at.db, a), (await on.findWatch(at.db, b))?.previews]).toMatchObject([
      { used_units: 4, previews: 1 },
      0,
    ])
    expect([
      (await on.openWatch(at.db, a, '2026-10')).used_units,
      await on.openWatch(at.db, a, '2026-12'),
    ]).toMatchObject([4, { month: '2026-12', used_units: 0, previews: 0, budget_units: 5 }])
    const due = async (now: number, before: number) =>
      (await on.listAccountsToWatch(at.db, { now: minute(now), before: minute(before) }))
        .filter(({ id }) => [a, b, off].includes(id))
        .map((row) => row.id)
    expect([await due(1, 2), await due(1, 3)]).toEqual([[b], [b, a]])
    await on.updateWatch(at.db, b, { retry_at: minute(2) })
    expect([await due(1, 3), await due(2, 3)]).toEqual([[a], [b, a]])
  })
})
