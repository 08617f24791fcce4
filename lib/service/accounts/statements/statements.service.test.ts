import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { insertMonitors } from '@/lib/service/monitors/statements/monitors'
import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import type { Row } from '@/lib/testing/statements/rows'

import * as accounts from './accounts'
import * as deleteRows from './delete-account-rows'
import * as keys from './keys'
import * as sampleRows from './sample-rows'

describeStatements([accounts, deleteRows, keys, sampleRows], (testStore, statements) => {
  it('read and write accounts', async () => {
    const id = randomUUID()
    const row = testStore.row('accounts', {
      id,
      slug: `s-${id}`,
      name: 'N',
      plan: 'pro',
      state: 'active',
      limits: '{}',
      spend_cap_pln: 5,
    })
    expect([
      await statements.insertAccount(testStore.db, row),
      await statements.insertAccount(testStore.db, { ...row, id: randomUUID() }),
    ]).toEqual([true, false])
    const other = await testStore.account({ slug: `a-${id}` })
    expect([
      await statements.findAccount(testStore.db, id),
      await statements.findAccountBySlug(testStore.db, `s-${id}`),
      await statements.findAccount(testStore.db, 'none'),
    ]).toEqual([row, row, undefined])
    expect(
      (await Promise.all([id, other, id].map((each) => statements.findAccount(testStore.db, each)))).map(
        (found) => found?.id,
      ),
    ).toEqual([id, other, id])
    expect((await statements.listAccountRows(testStore.db)).map((each) => each.id)).toEqual([other, id])
    expect([
      await statements.updateAccount(testStore.db, id, { name: 'M', spend_cap_pln: null }),
      await statements.updateAccount(testStore.db, 'none', { name: 'M' }),
    ]).toEqual([true, false])
    expect([
      await statements.readSpendCap(testStore.db, id),
      await statements.selectSpendCap(testStore.db, id).execute(),
      (await statements.findAccount(testStore.db, other))?.name,
    ]).toEqual([null, [{ spend_cap_pln: null }], 'Test'])
    await expect(statements.readSpendCap(testStore.db, 'none')).rejects.toThrow('none')
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
      await statements.insertAccountTerms(testStore.tx, terms(id, moment, plan))
    await statements.insertAccountTerms(testStore.tx, terms(other, 5, 'A'))
    expect(
      (await statements.listAccountTerms(testStore.db, id)).map((each) => [each.number, each.plan, each.at]),
    ).toEqual([
      [1, 'A', minute(1)],
      [2, 'B', minute(3)],
      [3, 'A', minute(4)],
    ])
    expect([
      await statements.hasOtherAccounts(testStore.db, { slugs: [`s-${id}`], ids: [other] }),
      await statements.hasOtherAccounts(testStore.db, { slugs: [`s-${id}`], ids: [id] }),
    ]).toEqual([false, true])
    expect(await statements.hasOtherOwners(testStore.db, { ids: [id] })).toBe(false)
    await testStore.member(other)
    expect([
      await statements.hasOtherOwners(testStore.db, { ids: [id] }),
      await statements.hasOtherOwners(testStore.db, { ids: [other] }),
    ]).toEqual([true, false])
    expect((await statements.listOtherAccounts(testStore.db, { ids: [id] })).map((each) => each.id)).toEqual([other])
    await statements.closeAccountRow(testStore.db, other)
    expect([
      await statements.listOtherAccounts(testStore.db, { ids: [id] }),
      await statements.findAccount(testStore.db, other),
    ]).toMatchObject([[], { slug: `deleted-${other}`, state: 'inactive' }])
  })

  it('read and write keys', async () => {
    const [a, b] = [await testStore.account(), await testStore.account()]
    const insertKey = (account_id: string, name: string, overrides: Partial<Row<'api_keys'>> = {}) =>
      statements.insertKey(
        testStore.db,
        testStore.row('api_keys', {
          id: `${name}-${account_id}`,
          account_id,
          name,
          sha256: `${name}-${account_id}`,
          created_at: minute(1),
          ...overrides,
        }),
      )
    await insertKey(a, 'a')
    await insertKey(a, 'b')
    await insertKey(a, 'c', { created_at: minute(3), expires_at: minute(9) })
    await insertKey(a, 'd', { deactivated_at: minute(2) })
    await insertKey(b, 'e')
    const id = (name: string) => `${name}-${a}`
    expect(await statements.findKeyByHash(testStore.db, id('a'))).toMatchObject({
      key: { name: 'a' },
      account: { id: a, name: 'Test', plan: 'pro', spend_cap_pln: null },
    })
    expect(await statements.findKeyByHash(testStore.db, 'none')).toBeUndefined()
    expect((await testStore.db.transaction().execute((tx) => statements.findKeyByHash(tx, id('b'))))?.key.name).toBe(
      'b',
    )
    expect((await statements.listKeyRows(testStore.db, a)).map(({ name }) => name)).toEqual(['c', 'd', 'b', 'a'])
    expect([
      (await statements.findKey(testStore.db, a, id('a')))?.name,
      await statements.findKey(testStore.db, b, id('a')),
    ]).toEqual(['a', undefined])
    expect([
      await statements.countKeys(testStore.db, a, minute(8)),
      await statements.countKeys(testStore.db, a, minute(9)),
    ]).toEqual([
      { active: 3, replaced: 0 },
      { active: 2, replaced: 0 },
    ])
    await statements.markKeyReplaced(testStore.db, { id: id('a'), expires_at: minute(12), replaced_by: id('b') })
    expect(await statements.countKeys(testStore.db, a, minute(9))).toEqual({ active: 1, replaced: 1 })
    for (const [accountId, moment] of [
      [b, 4],
      [a, 5],
      [a, 6],
    ] as const)
      await statements.markKeyDeactivated(testStore.db, { accountId, id: id('b'), at: minute(moment) })
    expect((await statements.findKey(testStore.db, a, id('b')))?.deactivated_at).toBe(minute(5))
    const touch = (moment: number, since: number, operation: string) =>
      statements.touchKey(testStore.db, id('c'), { at: minute(moment), unlessSince: minute(since), operation })
    await touch(5, 4, 'one')
    await touch(6, 5, 'two')
    expect(await statements.findKey(testStore.db, a, id('c'))).toMatchObject({
      last_used_at: minute(5),
      last_operation: 'one',
    })
    await touch(7, 6, 'three')
    expect([
      (await statements.findKey(testStore.db, a, id('c')))?.last_operation,
      (await statements.findKey(testStore.db, b, `e-${b}`))?.last_operation,
    ]).toEqual(['three', null])
  })

  it('delete the rows of an account and of no other', async () => {
    const [a, b] = [await testStore.account(), await testStore.account()]
    const fill = async (account_id: string) => {
      const id = (name: string) => `${name}-${account_id}`
      await insertMonitors(testStore.db, [testStore.row('monitors', { id: id('m'), account_id })])
      await testStore.db
        .insertInto('monitor_tags')
        .values({ monitor_id: id('m'), account_id, tag: 'x' })
        .execute()
      await testStore.db
        .insertInto('imports')
        .values(testStore.row('imports', { id: id('i'), account_id, kind: 'import', state: 'done' }))
        .execute()
      await testStore.db
        .insertInto('import_rejections')
        .values(testStore.row('import_rejections', { import_id: id('i'), account_id }))
        .execute()
      await testStore.db
        .insertInto('bulk_tag_jobs')
        .values(testStore.row('bulk_tag_jobs', { id: id('j'), account_id }))
        .execute()
      await testStore.db
        .insertInto('bulk_tag_chunks')
        .values(testStore.row('bulk_tag_chunks', { job_id: id('j'), number: 1 }))
        .execute()
      await statements.insertAccountTerms(testStore.tx, {
        account_id,
        at: minute(1),
        source: 'seen',
        plan: null,
        state: null,
        included: null,
        unit_grosz: null,
      })
      await statements.insertKey(testStore.db, testStore.row('api_keys', { id: id('k'), account_id, sha256: id('k') }))
    }
    for (const account of [a, b]) await fill(account)
    expect(statements.BOOKS_OF_AN_ACCOUNT).toContain('account_terms')
    const deleted = await testStore.within([a], (tx) => statements.deleteAccountRows(tx, a, false))
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
      (await statements.listAccountTerms(testStore.db, a)).length,
      await statements.countMonitorsOf(testStore.db, [a, b]),
      (await statements.listKeyRows(testStore.db, b)).length,
    ]).toEqual([1, 1, 1])
    expect((await testStore.within([a], (tx) => statements.deleteAccountRows(tx, a, true)))['account_terms']).toBe(1)
    await statements.deleteAccountRow(testStore.db, a)
    expect([
      await statements.findAccountBySlug(testStore.db, `account-${a}`),
      (await statements.findAccount(testStore.db, b))?.id,
    ]).toEqual([undefined, b])
    const member = await testStore.member(b)
    await statements.deleteMostAccountRows(testStore.db, b)
    expect([
      await statements.countMonitorsOf(testStore.db, [b]),
      await statements.listAccountTerms(testStore.db, b),
      await statements.listKeyRows(testStore.db, b),
    ]).toEqual([0, [], []])
    expect((await statements.listMembersOfAccounts(testStore.db, [b])).map(({ id }) => id)).toEqual([member])
  })

  it('read and delete the sample data', async () => {
    const [a, b, c] = [await testStore.account(), await testStore.account(), await testStore.account()]
    const shared = await testStore.member(a, { email: `b-${a}@x` })
    const exclusive = await testStore.member(a, { email: `a-${a}@x` })
    for (const account_id of [b, c])
      await testStore.db
        .insertInto('members')
        .values(testStore.row('members', { account_id, user_id: shared, role: 'viewer' }))
        .execute()
    expect(await statements.listMembersOfAccounts(testStore.db, [a, b])).toEqual([
      { id: exclusive, email: `a-${a}@x`, elsewhere: null },
      { id: shared, email: `b-${a}@x`, elsewhere: `account-${c}` },
    ])
    expect(await statements.listAccountsByIds(testStore.db, [b, a])).toEqual(
      [a, b].map((id) => ({ id, slug: `account-${id}` })).toSorted((x, y) => (x.slug < y.slug ? -1 : 1)),
    )
    await insertMonitors(testStore.db, [testStore.row('monitors', { id: `m-${a}`, account_id: a })])
    await testStore.db
      .insertInto('monitor_events')
      .values({ ...testStore.row('monitor_events', { account_id: a, monitor_id: 'm', source: 'krs' }), id: 1 })
      .execute()
    expect([
      await statements.countMonitorsOf(testStore.db, [a]),
      await statements.countMonitorsOf(testStore.db, []),
      await statements.countEventsOf(testStore.db, [a, b]),
      await statements.countEventsOf(testStore.db, [b]),
      await statements.countEventsOf(testStore.db, []),
    ]).toEqual([1, 0, 1, 0, 0])
    const daily = (id: string, size_bytes: number) =>
      testStore.row('daily_reports', {
        id,
        file: id,
        source: 'krs_changes',
        format: 'csv',
        report_date: id,
        size_bytes,
      })
    await testStore.db
      .insertInto('daily_reports')
      .values([daily('d1', 3), daily('d2', 4)])
      .execute()
    const job = (id: string, account_id: string, overrides: Partial<Row<'report_jobs'>>) =>
      testStore.row('report_jobs', {
        id,
        account_id,
        source: 'krs_changes',
        format: 'csv',
        status: 'ready',
        ...overrides,
      })
    await testStore.db
      .insertInto('report_jobs')
      .values([
        job('j1', a, { file: 'f', size_bytes: 5 }),
        job('j2', a, { size_bytes: 9 }),
        job('j3', b, { file: 'g', size_bytes: 100, status: 'running' }),
      ])
      .execute()
    expect([
      await statements.countReportFiles(testStore.db, [a]),
      await statements.countReportFiles(testStore.db, [c]),
    ]).toEqual([
      { files: 3, bytes: 12 },
      { files: 2, bytes: 7 },
    ])
    expect([
      await statements.findUnfinishedReport(testStore.db, [a]),
      await statements.findUnfinishedReport(testStore.db, [b]),
    ]).toEqual([`account-${b}`, undefined])
    expect((await statements.listDailyFiles(testStore.db)).toSorted()).toEqual(['d1', 'd2'])
    await statements.deleteDailyFiles(testStore.db, ['d1', 'x'])
    expect(await statements.listDailyFiles(testStore.db)).toEqual(['d2'])
    const session = (id: string, account_id: string, overrides: Partial<Row<'sessions'>> = {}) =>
      testStore.row('sessions', { id: `${id}-${a}`, user_id: shared, account_id, ...overrides })
    await testStore.db
      .insertInto('sessions')
      .values([session('1', a), session('2', a, { revoked_at: minute(1) }), session('3', b)])
      .execute()
    await statements.endSessionsOfAccounts(testStore.db, [a], minute(5))
    expect(
      (
        await testStore.db
          .selectFrom('sessions')
          .select('revoked_at')
          .where('user_id', '=', shared)
          .orderBy('id')
          .execute()
      ).map((row) => row.revoked_at),
    ).toEqual([minute(5), minute(1), null])
  })
})
