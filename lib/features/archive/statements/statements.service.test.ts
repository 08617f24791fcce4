import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import type { Row } from '@/lib/testing/statements/rows'

import * as list from './list'
import * as reports from './reports'
import * as settings from './settings'

type Report = Partial<Row<'archived_reports'>>

describeStatements([list, reports, settings], (store, statements) => {
  const archive = async (overrides: Partial<Row<'archive_settings'>> = {}) => {
    const account_id = overrides.account_id ?? (await store.account())
    await statements.putArchiveSettings(
      store.tx,
      store.row('archive_settings', { enabled: 1, state: 'ok', place: 's3', ...overrides, account_id }),
    )
    return account_id
  }
  const insertReport = async (account_id: string, name: string, overrides: Report = {}) => {
    const row = store.row('archived_reports', {
      id: `${name}-${account_id}`,
      account_id,
      report_id: name,
      name,
      report_date: '2026-11-20',
      state: 'stored',
      next_at: minute(5),
      stored_at: minute(5),
      location: 'L',
      ...overrides,
    })
    return statements.insertArchivedReport(store.db, row)
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')
  const id = (account: string, name: string) => `${name}-${account}`

  it('read and write archive settings', async () => {
    const [a, b] = [await archive({ bucket: 'one' }), await archive()]
    await archive({ account_id: a, bucket: 'two', sealed_access_key: 'k' })
    expect(await statements.findArchiveSettings(store.db, a)).toMatchObject({
      bucket: 'two',
      sealed_access_key: 'k',
      enabled: 1,
    })
    await statements.changeArchiveSettings(store.tx, a, { enabled: 0, bucket: 'three' })
    expect([
      (await statements.findArchiveSettings(store.db, a))?.bucket,
      (await statements.findArchiveSettings(store.db, b))?.bucket,
    ]).toEqual(['three', ''])
    expect(await statements.findArchiveSettings(store.db, await store.account())).toBeUndefined()
    const ours = (await statements.listArchivingAccounts(store.db))
      .map((row) => row.account_id)
      .filter((each) => [a, b].includes(each))
    expect(ours).toEqual([a, b].toSorted())
    expect(await statements.findArchivingAccount(store.db, a)).toMatchObject({
      account_id: a,
      name: 'Test',
      bucket: 'three',
    })
    const mail = (name: string) => ({ email: `${name}-${a}@x` })
    for (const [name, role] of [
      ['b', 'owner'],
      ['a', 'compliance'],
      ['c', 'viewer'],
    ] as const)
      await store.member(a, { role, ...mail(name) })
    await store.member(a, { disabled: true })
    expect((await statements.listArchiveRecipients(store.db, a)).map(({ email }) => ({ email }))).toEqual([
      mail('a'),
      mail('b'),
    ])
  })

  it('list and count archived reports', async () => {
    const [a, b] = [await archive(), await archive()]
    await insertReport(a, 'b', { source: 'krs', size_bytes: 10 })
    await insertReport(a, 'a', { source: 'krs', size_bytes: 5, report_date: '2026-11-20' })
    await insertReport(a, 'c', { report_date: '2026-11-21', state: 'waiting' })
    await insertReport(a, 'd', { report_date: '2026-11-19', size_bytes: 7, location: 'M' })
    await insertReport(b, 'e')
    const page = async (options: object = {}) =>
      names(await statements.listArchivedReports(store.db, { accountId: a, limit: 9, ...options }))
    expect([
      await page(),
      await page({ limit: 2 }),
      await page({ source: 'krs' }),
      await page({ state: 'waiting' }),
    ]).toEqual(['cabd', 'ca', 'ab', 'c'])
    expect([
      await page({ from: '2026-11-20' }),
      await page({ to: '2026-11-20' }),
      await page({ after: { day: '2026-11-20', id: id(a, 'a') } }),
    ]).toEqual(['cab', 'abd', 'bd'])
    const count = (filter: object) => statements.countArchivedReports(store.db, { accountId: a, ...filter })
    expect([await count({}), await count({ source: 'krs', to: '2026-11-20' })]).toEqual([4, 2])
    const sums = (await statements.sumArchive(store.db, a)).toSorted((x, y) => x.count - y.count || x.bytes - y.bytes)
    expect(sums).toEqual([
      { state: 'waiting', location: 'L', count: 1, bytes: 0 },
      { state: 'stored', location: 'M', count: 1, bytes: 7 },
      { state: 'stored', location: 'L', count: 2, bytes: 15 },
    ])
    const days = await statements.listDayStates(store.db, a, '2026-11-20')
    expect(days.map((row) => `${row.report_date} ${row.state}`).toSorted()).toEqual([
      '2026-11-20 stored',
      '2026-11-20 stored',
      '2026-11-21 waiting',
    ])
    expect((await statements.findArchivedReport(store.db, a, id(a, 'a')))?.name).toBe('a')
    expect(await statements.findArchivedReport(store.db, b, id(a, 'a'))).toBeUndefined()
    expect([
      (await statements.findByName(store.db, a, 'b'))?.id,
      await statements.findByName(store.db, b, 'b'),
    ]).toEqual([id(a, 'b'), undefined])
  })

  it('list and claim the reports still to be collected', async () => {
    const a = await archive()
    const b = await archive()
    const disabledAccount = await archive({ enabled: 0 })
    const generated_at = minute(0)
    expect([
      await insertReport(a, 'b', { state: 'waiting', generated_at }),
      await insertReport(a, 'x', { report_id: 'b', generated_at }),
    ]).toEqual([true, false])
    await insertReport(a, 'x', { report_id: 'b', generated_at: minute(1), report_date: '2026-11-18' })
    await insertReport(a, 'a', { state: 'failed', next_at: minute(6), report_date: '2026-11-21' })
    await insertReport(a, 'c', { state: 'waiting', claimed_by: 'x', claimed_until: minute(8) })
    await insertReport(b, 'd', { state: 'waiting', next_at: minute(4) })
    await insertReport(disabledAccount, 'e', { state: 'waiting' })
    expect(await statements.listKnownEditions(store.db, a, '2026-11-21')).toEqual(new Set(['a ']))
    expect((await statements.listKnownEditions(store.db, a, '2026-11-18')).has(`b ${minute(1)}`)).toBe(true)
    expect(names(await statements.listUnfinished(store.db, a))).toBe('bca')
    const dueNames = async (now: number, limit = 9) =>
      names(await statements.listDueReports(store.db, { accountId: a, now: minute(now), limit }))
    expect([await dueNames(4), await dueNames(5), await dueNames(7), await dueNames(8), await dueNames(8, 1)]).toEqual([
      '',
      'b',
      'ba',
      'bca',
      'b',
    ])
    const accounts = async (now: number) =>
      (await statements.listDueAccounts(store.db, minute(now)))
        .map((row) => row.account_id)
        .filter((each) => [a, b, disabledAccount].includes(each))
    expect([await accounts(4), await accounts(5)]).toEqual([[b], [b, a]])
    const claim = async (name: string, now: number) =>
      (
        await statements.claimArchivedReport(store.db, {
          id: id(a, name),
          by: 'me',
          now: minute(now),
          until: minute(20),
        })
      )?.name
    expect([await claim('a', 5), await claim('c', 7), await claim('b', 5), await claim('x', 9)]).toEqual([
      undefined,
      undefined,
      'b',
      undefined,
    ])
    const lose = (name: string, now: number) =>
      statements.markReportLost(store.tx, { id: id(a, name), failure: 'gone', now: minute(now) })
    expect([await lose('b', 9), await lose('a', 9), await lose('a', 9), await lose('x', 9)]).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(await statements.findArchivedReport(store.db, a, id(a, 'a'))).toMatchObject({
      state: 'lost',
      failure: 'gone',
    })
    expect(await statements.retryArchiveNow(store.tx, a, minute(1))).toBe(2)
    expect((await statements.findArchivedReport(store.db, b, id(b, 'd')))?.next_at).toBe(minute(4))
    await insertReport(b, 'free', { state: 'waiting', report_id: randomUUID() })
    await expectLease(store, statements.archiveLease, { table: 'archived_reports', id: id(b, 'free') })
  })

  it('list, count and update stored reports', async () => {
    const [a, b] = [await archive(), await archive()]
    await insertReport(a, 'b', { stored_at: minute(2) })
    await insertReport(a, 'a', { stored_at: minute(2), is_unlisted: 1 })
    await insertReport(a, 'c', { stored_at: minute(1), report_date: '2026-11-19', is_unlisted: 1 })
    await insertReport(a, 'd', { stored_at: minute(1), location: 'M', is_unlisted: 1 })
    await insertReport(a, 'e', { state: 'waiting', stored_at: null })
    await insertReport(b, 'f', { stored_at: minute(1), is_unlisted: 1, report_date: '2026-11-01' })
    const scope = { accountId: a, before: minute(3), location: 'L' }
    expect([
      names(await statements.listStoredBefore(store.db, { ...scope, limit: 9 })),
      names(await statements.listStoredBefore(store.db, { ...scope, limit: 1 })),
    ]).toEqual(['cab', 'c'])
    expect([
      await statements.countStoredBefore(store.db, scope),
      await statements.countStoredBefore(store.db, { ...scope, before: minute(2) }),
    ]).toEqual([3, 1])
    const days = async () => (await statements.listUnlistedDays(store.db, a, 'L')).map((row) => row.report_date)
    expect(await days()).toEqual(['2026-11-19', '2026-11-20'])
    await statements.markRemoved(store.tx, [id(a, 'b'), id(a, 'e')], minute(9))
    expect(await statements.findArchivedReport(store.db, a, id(a, 'b'))).toMatchObject({
      state: 'removed',
      removed_at: minute(9),
      is_unlisted: 1,
    })
    expect((await statements.findArchivedReport(store.db, a, id(a, 'e')))?.state).toBe('waiting')
    expect(names(await statements.listDayReports(store.db, { accountId: a, location: 'L', day: '2026-11-20' }))).toBe(
      'ab',
    )
    await statements.markListed(store.db, [
      { id: id(a, 'c'), state: 'stored' },
      { id: id(a, 'a'), state: 'removed' },
      { id: id(a, 'b'), state: 'removed' },
    ])
    expect(await days()).toEqual(['2026-11-20'])
    for (const name of ['a', 'b'])
      await statements.changeArchivedReport(store.db, id(a, name), { verified_at: minute(8) })
    const verified = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await statements.findArchivedReport(store.db, a, id(a, name)))?.verified_at),
    )
    expect(verified).toEqual([minute(8), null, null])
  })
})
