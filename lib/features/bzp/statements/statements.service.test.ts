import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertRuleHits, listExistingOccurrences, listHits as listRuleHits } from '@/lib/features/rules/statements/hits'
import { ruleRows } from '@/lib/features/rules/statements/rules'
import { insertNotices, noticePosition } from '@/lib/service/bzp/statements/bzp-notices'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as cursor from './cursor'
import * as hits from './hits'
import * as matches from './matches'
import * as readings from './readings'
import * as watches from './watches'

describeStatements([cursor, hits, matches, readings, watches], (store, statements) => {
  const makeRule = async (account_id: string, overrides: Partial<Row<'rules'>> = {}) => {
    const id = overrides.id ?? randomUUID()
    await ruleRows.insert(
      store.tx,
      store.row('rules', {
        id,
        account_id,
        kind: 'tender',
        timing: 'none',
        language: 'pl',
        enabled: 1,
        name: id,
        ...overrides,
      }),
    )
    return id
  }
  const matchOf = (
    account_id: string,
    alert_id: string,
    tender_id: string,
    overrides: Partial<Row<'bzp_matches'>> = {},
  ) =>
    store.row('bzp_matches', {
      account_id,
      alert_id,
      tender_id,
      notice_id: `n-${tender_id}`,
      number: 1,
      found_at: minute(1),
      published_at: minute(1),
      search_text: tender_id,
      ...overrides,
    })
  const tenders = (rows: readonly { tender_id: string }[]) => rows.map((row) => row.tender_id).join(' ')

  it('read notices and claim waiting ones', async () => {
    const { position: _, ...notice } = store.row('bzp_notices', { id: '' })
    const notices = ['a', 'b', 'c'].map((id, index) => ({ ...notice, id, published_at: minute(3 - index) }))
    await insertNotices(store.db, notices)
    expect(await statements.findNoticeCursor(store.db)).toBeUndefined()
    const first = await store.db.transaction().execute((tx) => statements.lockNoticeCursor(tx, new Date(minute(1))))
    expect(first).toMatchObject({ position: await noticePosition(store.db), read_until: minute(1) })
    await statements.moveNoticeCursor(store.db, { position: 1, read_until: minute(2) })
    expect([
      await statements.lockNoticeCursor(store.db, new Date()),
      (await statements.findNoticeCursor(store.db))?.position,
    ]).toMatchObject([{ position: 1, read_until: minute(2) }, 1])
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
    const page = async (after: number, upTo: number, limit = 9) =>
      ids(await statements.listNoticesAfter(store.db, { after, upTo, limit }))
    expect([await page(0, 9), await page(1, 2), await page(0, 9, 1)]).toEqual(['abc', 'b', 'a'])
    const allNotices = await statements.listNoticesAfter(store.db, { after: 0, upTo: 9, limit: 9 })
    for (const rows of [allNotices, allNotices]) await statements.storeWaitingNotices(store.db, rows)
    expect([
      await statements.hasDueNotices(store.db, minute(0)),
      await statements.hasDueNotices(store.db, minute(1)),
      await statements.claimDueNotices(store.db, minute(0)),
    ]).toEqual([false, true, []])
    expect([
      ids(await statements.claimDueNotices(store.db, minute(2))),
      ids(await statements.claimDueNotices(store.db, minute(9))),
      await statements.hasDueNotices(store.db, minute(9)),
    ]).toEqual(['bc', 'a', false])
  })

  it('insert hits and store matches', async () => {
    const a = await store.account()
    const [one, two] = [await makeRule(a), await makeRule(a)]
    const hit = (alert_id: string, tender_id: string, notice_id: string) =>
      store.row('bzp_hits', { alert_id, tender_id, notice_id })
    await statements.insertHits(store.db, [hit(one, 't1', 'n1'), hit(one, 't1', 'n2'), hit(two, 't2', 'n3')])
    expect(
      await statements.listKnownHits(store.db, [
        hit(one, 't1', 'n1'),
        hit(two, 't1', 'n1'),
        hit(one, 't9', 'n9'),
        hit(two, 't2', 'n3'),
      ]),
    ).toEqual(
      new Set([
        statements.hitKey({ alert_id: one, notice_id: 'n1' }),
        statements.hitKey({ alert_id: two, notice_id: 'n3' }),
      ]),
    )
    expect([
      (await statements.listHitsOf(store.db, one, ['t1', 't2'])).map((row) => row.notice_id).toSorted(),
      await statements.listHitsOf(store.db, one, []),
    ]).toEqual([['n1', 'n2'], []])
    const [first, second] = [
      await statements.reserveMatchNumbers(store.db, 3),
      await statements.reserveMatchNumbers(store.db, 1),
    ]
    expect(second - first).toBe(3)
    expect(await statements.lockAlerts(store.db, [one, 'gone', two, one])).toEqual(new Set([one, two]))
    const notice = (notice_id: string, content: string, account_id = a) => ({ account_id, notice_id, content })
    const b = await store.account()
    await statements.storeFoundNotices(store.db, [notice('n1', 'first'), notice('n9', 'x'), notice('n1', 'other', b)])
    await statements.storeFoundNotices(store.db, [notice('n1', 'second')])
    expect((await statements.listFoundNotices(store.db, a, ['n1', 'n1', 'n7'])).map(({ content }) => content)).toEqual([
      'first',
    ])
    await statements.deleteUnmatchedNotices(store.tx, a)
    expect([
      (await statements.listFoundNotices(store.db, a, ['n1', 'n9'])).length,
      (await statements.listFoundNotices(store.db, b, ['n1'])).length,
    ]).toEqual([1, 1])
    await statements.putMatches(store.db, [
      matchOf(a, one, 't1', { number: 1, published_at: minute(2), note: 'N' }),
      matchOf(a, one, 't1', { number: 3, published_at: minute(1), notice_id: 'older' }),
      matchOf(a, one, 't2', { published_at: minute(5) }),
    ])
    const viewer = { accountId: a, userId: 'u' }
    const find = (tender_id: string) => statements.findVisibleMatch(store.db, viewer, { alert_id: one, tender_id })
    expect(await find('t1')).toMatchObject({ number: 3, notice_id: 'n-t1', published_at: minute(2) })
    await statements.putMatches(store.db, [
      matchOf(a, one, 't1', { number: 7, published_at: minute(1), notice_id: 'older', search_text: 'x' }),
      matchOf(a, one, 't2', { number: 8, published_at: minute(6), notice_id: 'newer', offers_until: minute(9) }),
    ])
    expect([await find('t1'), await find('t2')]).toMatchObject([
      { number: 7, notice_id: 'n-t1', search_text: 't1', published_at: minute(2) },
      { number: 8, notice_id: 'newer', offers_until: minute(9) },
    ])
    expect([
      await statements.countFoundSince(store.db, one, minute(2)),
      await statements.countFoundSince(store.db, one, minute(3)),
      await statements.countFoundSince(store.db, two, ''),
    ]).toEqual([2, 1, 0])
  })

  it('fold pending hits of a procedure, and drop dismissed ones', async () => {
    const a = await store.account()
    const id = await makeRule(a)
    const hit = (occurrence: string, subject_key: string) => ({ rule_id: id, occurrence, subject_key, content: '{}' })
    await insertRuleHits(store.db, { accountId: a, at: minute(1) }, [
      hit('a', 'tender:t1'),
      hit('b', 'tender:t1'),
      hit('c', 'tender:t2'),
      hit('d', 'tender:t3'),
    ])
    await insertRuleHits(store.db, { accountId: a, at: minute(5) }, [hit('e', 'tender:t1')])
    await statements.putMatches(store.db, [matchOf(a, id, 't2', { dismissed_at: minute(1) }), matchOf(a, id, 't3')])
    await statements.foldPendingHits(store.tx, { ruleId: id, after: 0, before: minute(5) })
    expect(
      (await listRuleHits(store.db, { ruleId: id, after: 0, upTo: 99, limit: 9 })).map(({ number }) => number),
    ).toEqual([2, 4, 5])
    expect((await listExistingOccurrences(store.db, id, ['a', 'c'])).size).toBe(2)
  })

  it('list, mark and count matches as a user sees them', async () => {
    const accountId = await store.account()
    const [userId, other] = [await store.member(accountId, { at: minute(2) }), await store.member(accountId)]
    const team = await makeRule(accountId, { id: `1-${accountId}` })
    const ownRule = await makeRule(accountId, { id: `2-${accountId}`, owner: userId })
    const otherRule = await makeRule(accountId, { id: `3-${accountId}`, owner: other })
    const base = { found_at: minute(5) }
    await statements.putMatches(store.db, [
      matchOf(accountId, team, 'old', { number: 1, found_at: minute(1) }),
      matchOf(accountId, team, 'a', { ...base, number: 2, search_text: 'zolta droga 5%', offers_until: minute(20) }),
      matchOf(accountId, ownRule, 'a', { ...base, number: 3, offers_until: minute(30), assignee: other }),
      matchOf(accountId, ownRule, 'b', { ...base, number: 4, is_starred: 1, assignee: userId }),
      matchOf(accountId, ownRule, 'c', { ...base, number: 5, dismissed_at: minute(6), assignee: userId }),
      matchOf(accountId, otherRule, 'd', { ...base, number: 6, offers_until: minute(25) }),
    ])
    const viewer = { accountId, userId }
    const list = async (filter: Partial<Parameters<typeof statements.listMatches>[2]> = {}) =>
      tenders(await statements.listMatches(store.db, viewer, { state: 'open', limit: 9, ...filter }))
    expect([
      await list(),
      await list({ limit: 1 }),
      await list({ before: 4 }),
      await list({ alertIds: [team, otherRule] }),
      await list({ alertIds: [otherRule] }),
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
    expect([
      await list({ offers: { from: minute(19), to: minute(30) } }),
      await list({ offers: { from: minute(20), to: minute(30) } }),
      await list({ offers: { from: minute(30), to: minute(40) } }),
    ]).toEqual(['a a', 'a', ''])
    const [first] = await statements.listMatches(store.db, viewer, { state: 'open', limit: 1 })
    expect(first).toMatchObject({ owner: userId, is_new: 1, is_read: 0, number: 4 })
    expect(await statements.countUnseenTenders(store.db, viewer)).toEqual({ unseen: 2, is_least: false })
    const counts = async () =>
      (await statements.countMatches(store.db, viewer))
        .toSorted((x, y) => (x.alert_id < y.alert_id ? -1 : 1))
        .map((row) => [row.matches, row.unseen, row.last_at])
    expect(await counts()).toEqual([
      [2, 1, minute(5)],
      [3, 2, minute(5)],
    ])
    expect([
      await statements.countFilteredProcedures(store.db, viewer, { state: 'open' }),
      await statements.countFilteredProcedures(store.db, viewer, { state: 'new', alertIds: [ownRule] }),
      await statements.countFilteredProcedures(store.db, viewer, { state: 'open', alertIds: [] }),
    ]).toEqual([3, 2, 0])
    expect([
      tenders(await statements.listDeadlines(store.db, viewer, { state: 'open', limit: 9 })),
      (await statements.listDeadlines(store.db, viewer, { state: 'open', limit: 1 }))[0]?.number,
      await statements.listDeadlines(store.db, viewer, { state: 'open', alertIds: [otherRule], limit: 9 }),
    ]).toEqual(['a a', 3, []])
    expect([
      await statements.highestNumber(store.db, viewer),
      await statements.highestNumber(store.db, viewer, [team]),
      await statements.highestNumber(store.db, viewer, [otherRule]),
    ]).toEqual([5, 2, 0])
    expect(
      (await statements.listFinders(store.db, viewer, ['a', 'd'])).map((row) => `${row.tender_id}${row.alert_id[0]}`),
    ).toEqual(['a1', 'a2'])
    expect([
      (await statements.findVisibleMatch(store.db, viewer, { alert_id: ownRule, tender_id: 'a' }))?.number,
      await statements.findVisibleMatch(store.db, viewer, { alert_id: otherRule, tender_id: 'd' }),
    ]).toEqual([3, undefined])
    await statements.updateMatch(store.tx, { alert_id: team, tender_id: 'a' }, { note: 'N' })
    expect([
      (await statements.findVisibleMatch(store.db, viewer, { alert_id: team, tender_id: 'a' }))?.note,
      (await statements.findVisibleMatch(store.db, viewer, { alert_id: ownRule, tender_id: 'a' }))?.note,
    ]).toEqual(['N', null])
    const mark = (is_read: boolean, number = 4) =>
      statements.markMatch(store.tx, userId, { alert_id: ownRule, tender_id: 'b', number, is_read })
    await mark(true, 3)
    await mark(true)
    expect([
      await list({ state: 'new' }),
      (await statements.findVisibleMatch(store.db, viewer, { alert_id: ownRule, tender_id: 'b' }))?.is_read,
    ]).toEqual(['a a', 1])
    await mark(false)
    expect(await list({ state: 'new' })).toBe('b a a')
    for (const upTo of [3, 2]) await statements.markSeenUpTo(store.db, { userId, alertId: ownRule, upTo })
    await statements.markSeenUpTo(store.db, { userId: other, alertId: team, upTo: 99 })
    expect([await list({ state: 'new' }), await statements.countUnseenTenders(store.db, viewer)]).toEqual([
      'b a',
      { unseen: 2, is_least: false },
    ])
    expect(await statements.countAssigned(store.db, accountId)).toEqual(
      new Map([
        [other, 1],
        [userId, 1],
      ]),
    )
    const near = async (owner: string, to: number) =>
      (await statements.listNearDeadlines(store.db, { accountId, owner, from: minute(19), to: minute(to) })).map(
        (row) => `${row.tender_id}${row.alert_id[0]}`,
      )
    expect([await near(userId, 30), await near(userId, 20), await near(other, 30)]).toEqual([
      ['a1'],
      ['a1'],
      ['a1', 'd3'],
    ])
    await statements.removeOtherAssignees(store.tx, ownRule, userId)
    expect(await statements.countAssigned(store.db, accountId)).toEqual(new Map([[userId, 1]]))
    await statements.storeFoundNotices(store.db, [{ account_id: accountId, notice_id: 'n', content: '' }])
    await statements.deleteMemberMarks(store.tx, { accountId, userId })
    expect([
      await statements.countAssigned(store.db, accountId),
      await statements.listFoundNotices(store.db, accountId, ['n']),
      await list({ state: 'new' }),
    ]).toEqual([new Map(), [], 'b a a'])
    expect(statements.MAX_UNSEEN).toBe(1000)
    expect((await statements.listColleagues(store.db, accountId)).map((row) => row.user_id).toSorted()).toEqual(
      [userId, other].toSorted(),
    )
  })

  it('list tender rules and update their readings', async () => {
    const [a, inactive] = [await store.account(), await store.account({ state: 'inactive' })]
    const [userId, financeUser] = [await store.member(a), await store.member(a, { role: 'finance' })]
    const createRule = async (name: string, account_id: string, overrides: Partial<Row<'rules'>> = {}) => {
      const id = await makeRule(account_id, { id: `${name}-${a}`, updated_at: minute(1), ...overrides })
      await statements.putReading(store.tx, store.row('bzp_readings', { rule_id: id, since_at: minute(1) }))
      return id
    }
    const team = await createRule('1', a)
    await createRule('2', a, { owner: userId, enabled: 0 })
    await createRule('3', a, { owner: financeUser })
    await createRule('4', inactive)
    const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id[0]).join('')
    expect([
      names(await statements.listVisibleTenderRules(store.db, { accountId: a, userId })),
      names(await statements.listWatchedAlerts(store.db, a)),
      names((await statements.listWatchedAlerts(store.db)).filter(({ id }) => id.endsWith(a))),
    ]).toEqual(['12', '1', '1'])
    await statements.putReading(store.tx, store.row('bzp_readings', { rule_id: team, since_at: minute(2), missing: 3 }))
    await statements.updateReading(store.db, { id: team, updated_at: minute(2) }, { missing: 9 })
    expect((await statements.listWatchedAlerts(store.db, a))[0]).toMatchObject({ missing: 3, since_at: minute(2) })
    await statements.updateReading(store.db, { id: team, updated_at: minute(1) }, { missing: 5 })
    expect((await statements.listWatchedAlerts(store.db, a))[0]).toMatchObject({ missing: 5 })
  })

  it('reserve and return units, and list the accounts to watch', async () => {
    const [a, b, disabledAccount] = [
      await store.account({ sealed_api_key: 'k' }),
      await store.account(),
      await store.account(),
    ]
    for (const account of [a, b]) await makeRule(account)
    await makeRule(disabledAccount, { enabled: 0 })
    expect(await statements.findWatch(store.db, a)).toBeUndefined()
    expect(await statements.openWatch(store.db, a, '2026-11')).toMatchObject({
      month: '2026-11',
      used_units: 0,
      budget_units: 0,
    })
    await statements.openWatch(store.db, b, '2026-11')
    await statements.updateWatch(store.db, a, { budget_units: 5, read_at: minute(3) })
    const spend = { accountId: a, month: '2026-11' }
    expect([
      await statements.reserveUnits(store.db, { ...spend, units: 3 }),
      await statements.reserveUnits(store.db, { ...spend, units: 3 }),
      await statements.reserveUnits(store.db, { ...spend, month: '2026-12', units: 1 }),
      await statements.reserveUnits(store.db, { ...spend, units: 2 }),
    ]).toEqual([true, false, false, true])
    await statements.returnUnits(store.db, { ...spend, units: 1 })
    await statements.returnUnits(store.db, { ...spend, month: '2026-10', units: 1 })
    await statements.countPreview(store.db, a)
    expect([
      await statements.findWatch(store.db, a),
      (await statements.findWatch(store.db, b))?.previews,
    ]).toMatchObject([{ used_units: 4, previews: 1 }, 0])
    expect([
      (await statements.openWatch(store.db, a, '2026-10')).used_units,
      await statements.openWatch(store.db, a, '2026-12'),
    ]).toMatchObject([4, { month: '2026-12', used_units: 0, previews: 0, budget_units: 5 }])
    const dueAccounts = async (now: number, before: number) =>
      (await statements.listAccountsToWatch(store.db, { now: minute(now), before: minute(before) }))
        .filter(({ id }) => [a, b, disabledAccount].includes(id))
        .map((row) => row.id)
    expect([await dueAccounts(1, 2), await dueAccounts(1, 3)]).toEqual([[b], [b, a]])
    await statements.updateWatch(store.db, b, { retry_at: minute(2) })
    expect([await dueAccounts(1, 3), await dueAccounts(2, 3)]).toEqual([[a], [b, a]])
  })
})
