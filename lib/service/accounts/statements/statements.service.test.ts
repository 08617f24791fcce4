import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertMonitors } from '@/lib/service/monitors/statements/monitors'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as accounts from './accounts'
import * as deleteRows from './delete-account-rows'
import * as keys from './keys'
import * as sampleRows from './sample-rows'

describeStatements([accounts, deleteRows, keys, sampleRows], (at, on) => {
  it('of accounts', async () => {
    const id = randomUUID()
    const row = at.row('accounts', {
      id,
      slug: `s-${id}`,
      name: 'N',
      plan: 'pro',
      state: 'active',
      limits: '{}',
      spend_cap_pln: 5,
    })
    expect([await on.insertAccount(at.db, row), await on.insertAccount(at.db, { ...row, id: randomUUID() })]).toEqual([
      true,
      false,
    ])
    const other = await at.account({ slug: `a-${id}` })
    expect([
      await on.findAccount(at.db, id),
      await on.findAccountBySlug(at.db, `s-${id}`),
      await on.findAccount(at.db, 'none'),
    ]).toEqual([row, row, undefined])
    expect(
      (await Promise.all([id, other, id].map((each) => on.findAccount(at.db, each)))).map((found) => found?.id),
    ).toEqual([id, other, id])
    expect((await on.listAccountRows(at.db)).map((each) => each.id)).toEqual([other, id])
    expect([
      await on.updateAccount(at.db, id, { name: 'M', spend_cap_pln: null }),
      await on.updateAccount(at.db, 'none', { name: 'M' }),
    ]).toEqual([true, false])
    expect([
      await on.readSpendCap(at.db, id),
      await on.selectSpendCap(at.db, id).execute(),
      (await on.findAccount(at.db, other))?.name,
    ]).toEqual([null, [{ spend_cap_pln: null }], 'Test'])
    await expect(on.readSpendCap(at.db, 'none')).rejects.toThrow('none')
    const terms = (account_id: string, at_: number, plan: string) => ({
      account_id,
      at: minute(at_),
      source: 'seen' as const,
      plan,
      state: 'active',
      included: 5,
      unit_grosz: null,
    })
    for (const [moment, plan] of [
      [1, 'A'],
      [2, 'A'],
      [3, 'B'],
      [4, 'A'],
    ] as const)
      await on.insertAccountTerms(at.tx, terms(id, moment, plan))
    await on.insertAccountTerms(at.tx, terms(other, 5, 'A'))
    expect((await on.listAccountTerms(at.db, id)).map((each) => [each.number, each.plan, each.at])).toEqual([
      [1, 'A', minute(1)],
      [2, 'B', minute(3)],
      [3, 'A', minute(4)],
    ])
    expect([
      await on.hasOtherAccounts(at.db, { slugs: [`s-${id}`], ids: [other] }),
      await on.hasOtherAccounts(at.db, { slugs: [`s-${id}`], ids: [id] }),
    ]).toEqual([false, true])
    expect(await on.hasOtherOwners(at.db, { ids: [id] })).toBe(false)
    await at.member(other)
    expect([await on.hasOtherOwners(at.db, { ids: [id] }), await on.hasOtherOwners(at.db, { ids: [other] })]).toEqual([
      true,
      false,
    ])
    expect((await on.listOtherAccounts(at.db, { ids: [id] })).map((each) => each.id)).toEqual([other])
    await on.closeAccountRow(at.db, other)
    expect([await on.listOtherAccounts(at.db, { ids: [id] }), await on.findAccount(at.db, other)]).toMatchObject([
      [],
      { slug: `deleted-${other}`, state: 'inactive' },
    ])
  })

  it('of keys', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const put = (account_id: string, name: string, given: Partial<Row<'api_keys'>> = {}) =>
      on.insertKey(
        at.db,
        at.row('api_keys', {
          id: `${name}-${account_id}`,
          account_id,
          name,
          sha256: `${name}-${account_id}`,
          created_at: minute(1),
          ...given,
        }),
      )
    await put(a, 'a')
    await put(a, 'b')
    await put(a, 'c', { created_at: minute(3), expires_at: minute(9) })
    await put(a, 'd', { deactivated_at: minute(2) })
    await put(b, 'e')
    const id = (name: string) => `${name}-${a}`
    expect(await on.findKeyByHash(at.db, id('a'))).toMatchObject({
      key: { name: 'a' },
      account: { id: a, name: 'Test', plan: 'pro', spend_cap_pln: null },
    })
    expect(await on.findKeyByHash(at.db, 'none')).toBeUndefined()
    expect((await at.db.transaction().execute((tx) => on.findKeyByHash(tx, id('b'))))?.key.name).toBe('b')
    expect((await on.listKeyRows(at.db, a)).map(({ name }) => name)).toEqual(['c', 'd', 'b', 'a'])
    expect([(await on.findKey(at.db, a, id('a')))?.name, await on.findKey(at.db, b, id('a'))]).toEqual(['a', undefined])
    expect([await on.countKeys(at.db, a, minute(8)), await on.countKeys(at.db, a, minute(9))]).toEqual([
      { active: 3, replaced: 0 },
      { active: 2, replaced: 0 },
    ])
    await on.markKeyReplaced(at.db, { id: id('a'), expires_at: minute(12), replaced_by: id('b') })
    expect(await on.countKeys(at.db, a, minute(9))).toEqual({ active: 1, replaced: 1 })
    for (const [accountId, moment] of [
      [b, 4],
      [a, 5],
      [a, 6],
    ] as const)
      await on.markKeyDeactivated(at.db, { accountId, id: id('b'), at: minute(moment) })
    expect((await on.findKey(at.db, a, id('b')))?.deactivated_at).toBe(minute(5))
    const touch = (moment: number, since: number, operation: string) =>
      on.touchKey(at.db, id('c'), { at: minute(moment), unlessSince: minute(since), operation })
    await touch(5, 4, 'one')
    await touch(6, 5, 'two')
    expect(await on.findKey(at.db, a, id('c'))).toMatchObject({ last_used_at: minute(5), last_operation: 'one' })
    await touch(7, 6, 'three')
    expect([
      (await on.findKey(at.db, a, id('c')))?.last_operation,
      (await on.findKey(at.db, b, `e-${b}`))?.last_operation,
    ]).toEqual(['three', null])
  })

  it('of all that is of an account', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const fill = async (account_id: string) => {
      const id = (name: string) => `${name}-${account_id}`
      await insertMonitors(at.db, [at.row('monitors', { id: id('m'), account_id })])
      await at.db
        .insertInto('monitor_tags')
        .values({ monitor_id: id('m'), account_id, tag: 'x' })
        .execute()
      await at.db
        .insertInto('imports')
        .values(at.row('imports', { id: id('i'), account_id, kind: 'import', state: 'done' }))
        .execute()
      await at.db
        .insertInto('import_rejections')
        .values(at.row('import_rejections', { import_id: id('i'), account_id }))
        .execute()
      await at.db
        .insertInto('bulk_tag_jobs')
        .values(at.row('bulk_tag_jobs', { id: id('j'), account_id }))
        .execute()
      await at.db
        .insertInto('bulk_tag_chunks')
        .values(at.row('bulk_tag_chunks', { job_id: id('j'), number: 1 }))
        .execute()
      await on.insertAccountTerms(at.tx, {
        account_id,
        at: minute(1),
        source: 'seen',
        plan: null,
        state: null,
        included: null,
        unit_grosz: null,
      })
      await on.insertKey(at.db, at.row('api_keys', { id: id('k'), account_id, sha256: id('k') }))
    }
    for (const account of [a, b]) await fill(account)
    expect(on.BOOKS_OF_AN_ACCOUNT).toContain('account_terms')
    const deleted = await at.within([a], (tx) => on.deleteAccountRows(tx, a, false))
    expect(deleted).toMatchObject({
      monitors: 1,
      imports: 1,
      import_rejections: 1,
      bulk_tag_jobs: 1,
      bulk_tag_chunks: 1,
      api_keys: 1,
    })
    expect(deleted['account_terms'] ?? 0).toBe(0)
    expect([
      (await on.listAccountTerms(at.db, a)).length,
      await on.countMonitorsOf(at.db, [a, b]),
      (await on.listKeyRows(at.db, b)).length,
    ]).toEqual([1, 1, 1])
    expect((await at.within([a], (tx) => on.deleteAccountRows(tx, a, true)))['account_terms']).toBe(1)
    await on.deleteAccountRow(at.db, a)
    expect([await on.findAccountBySlug(at.db, `account-${a}`), (await on.findAccount(at.db, b))?.id]).toEqual([
      undefined,
      b,
    ])
    const member = await at.member(b)
    await on.deleteMostAccountRows(at.db, b)
    expect([
      await on.countMonitorsOf(at.db, [b]),
      await on.listAccountTerms(at.db, b),
      await on.listKeyRows(at.db, b),
    ]).toEqual([0, [], []])
    expect((await on.listMembersOfAccounts(at.db, [b])).map(({ id }) => id)).toEqual([member])
  })

  it('of the sample', async () => {
    const [a, b, c] = [await at.account(), await at.account(), await at.account()]
    const shared = await at.member(a, { email: `b-${a}@x` })
    const own = await at.member(a, { email: `a-${a}@x` })
    for (const account_id of [b, c])
      await at.db
        .insertInto('members')
        .values(at.row('members', { account_id, user_id: shared, role: 'viewer' }))
        .execute()
    expect(await on.listMembersOfAccounts(at.db, [a, b])).toEqual([
      { id: own, email: `a-${a}@x`, elsewhere: null },
      { id: shared, email: `b-${a}@x`, elsewhere: `account-${c}` },
    ])
    expect(await on.listAccountsByIds(at.db, [b, a])).toEqual(
      [a, b].map((id) => ({ id, slug: `account-${id}` })).toSorted((x, y) => (x.slug < y.slug ? -1 : 1)),
    )
    await insertMonitors(at.db, [at.row('monitors', { id: `m-${a}`, account_id: a })])
    await at.db
      .insertInto('monitor_events')
      .values({ ...at.row('monitor_events', { account_id: a, monitor_id: 'm', source: 'krs' }), id: 1 })
      .execute()
    expect([
      await on.countMonitorsOf(at.db, [a]),
      await on.countMonitorsOf(at.db, []),
      await on.countEventsOf(at.db, [a, b]),
      await on.countEventsOf(at.db, [b]),
      await on.countEventsOf(at.db, []),
    ]).toEqual([1, 0, 1, 0, 0])
    const daily = (id: string, size_bytes: number) =>
      at.row('daily_reports', { id, file: id, source: 'krs_changes', format: 'csv', report_date: id, size_bytes })
    await at.db
      .insertInto('daily_reports')
      .values([daily('d1', 3), daily('d2', 4)])
      .execute()
    const job = (id: string, account_id: string, given: Partial<Row<'report_jobs'>>) =>
      at.row('report_jobs', { id, account_id, source: 'krs_changes', format: 'csv', status: 'ready', ...given })
    await at.db
      .insertInto('report_jobs')
      .values([
        job('j1', a, { file: 'f', size_bytes: 5 }),
        job('j2', a, { size_bytes: 9 }),
        job('j3', b, { file: 'g', size_bytes: 100, status: 'running' }),
      ])
      .execute()
    expect([await on.countReportFiles(at.db, [a]), await on.countReportFiles(at.db, [c])]).toEqual([
      { files: 3, bytes: 12 },
      { files: 2, bytes: 7 },
    ])
    expect([await on.findUnfinishedReport(at.db, [a]), await on.findUnfinishedReport(at.db, [b])]).toEqual([
      `account-${b}`,
      undefined,
    ])
    expect((await on.listDailyFiles(at.db)).toSorted()).toEqual(['d1', 'd2'])
    await on.deleteDailyFiles(at.db, ['d1', 'x'])
    expect(await on.listDailyFiles(at.db)).toEqual(['d2'])
    const session = (id: string, account_id: string, given: Partial<Row<'sessions'>> = {}) =>
      at.row('sessions', { id: `${id}-${a}`, user_id: shared, account_id, ...given })
    await at.db
      .insertInto('sessions')
      .values([session('1', a), session('2', a, { revoked_at: minute(1) }), session('3', b)])
      .execute()
    await on.endSessionsOfAccounts(at.db, [a], minute(5))
    expect(
      (
        await at.db.selectFrom('sessions').select('revoked_at').where('user_id', '=', shared).orderBy('id').execute()
      ).map((row) => row.revoked_at),
    ).toEqual([minute(5), minute(1), null])
  })
})
