import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import type { Row } from '@/lib/testing/statements/rows'

import * as list from './list'
import * as reports from './reports'
import * as settings from './settings'

type Report = Partial<Row<'archived_reports'>>

describeStatements([list, reports, settings], (at, on) => {
  const archive = async (given: Partial<Row<'archive_settings'>> = {}) => {
    const account_id = given.account_id ?? (await at.account())
    await on.putArchiveSettings(
      at.tx,
      at.row('archive_settings', { enabled: 1, state: 'ok', place: 's3', ...given, account_id }),
    )
    return account_id
  }
  const put = async (account_id: string, name: string, given: Report = {}) => {
    const row = at.row('archived_reports', {
      id: `${name}-${account_id}`,
      account_id,
      report_id: name,
      name,
      report_date: '2026-11-20',
      state: 'stored',
      next_at: minute(5),
      stored_at: minute(5),
      location: 'L',
      ...given,
    })
    return on.insertArchivedReport(at.db, row)
  }
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')
  const id = (account: string, name: string) => `${name}-${account}`

  it('of settings', async () => {
    const [a, b] = [await archive({ bucket: 'one' }), await archive()]
    await archive({ account_id: a, bucket: 'two', sealed_access_key: 'k' })
    expect(await on.findArchiveSettings(at.db, a)).toMatchObject({ bucket: 'two', sealed_access_key: 'k', enabled: 1 })
    await on.changeArchiveSettings(at.tx, a, { enabled: 0, bucket: 'three' })
    expect([
      (await on.findArchiveSettings(at.db, a))?.bucket,
      (await on.findArchiveSettings(at.db, b))?.bucket,
    ]).toEqual(['three', ''])
    expect(await on.findArchiveSettings(at.db, await at.account())).toBeUndefined()
    const ours = (await on.listArchivingAccounts(at.db))
      .map((row) => row.account_id)
      .filter((each) => [a, b].includes(each))
    expect(ours).toEqual([a, b].toSorted())
    expect(await on.findArchivingAccount(at.db, a)).toMatchObject({ account_id: a, name: 'Test', bucket: 'three' })
    const mail = (name: string) => ({ email: `${name}-${a}@x` })
    for (const [name, role] of [
      ['b', 'owner'],
      ['a', 'compliance'],
      ['c', 'viewer'],
    ] as const)
      await at.member(a, { role, ...mail(name) })
    await at.member(a, { disabled: true })
    expect((await on.listArchiveRecipients(at.db, a)).map(({ email }) => ({ email }))).toEqual([mail('a'), mail('b')])
  })

  it('of the list', async () => {
    const [a, b] = [await archive(), await archive()]
    await put(a, 'b', { source: 'krs', size_bytes: 10 })
    await put(a, 'a', { source: 'krs', size_bytes: 5, report_date: '2026-11-20' })
    await put(a, 'c', { report_date: '2026-11-21', state: 'waiting' })
    await put(a, 'd', { report_date: '2026-11-19', size_bytes: 7, location: 'M' })
    await put(b, 'e')
    const page = async (given: object = {}) =>
      names(await on.listArchivedReports(at.db, { accountId: a, limit: 9, ...given }))
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
    const count = (given: object) => on.countArchivedReports(at.db, { accountId: a, ...given })
    expect([await count({}), await count({ source: 'krs', to: '2026-11-20' })]).toEqual([4, 2])
    const sums = (await on.sumArchive(at.db, a)).toSorted((x, y) => x.count - y.count || x.bytes - y.bytes)
    expect(sums).toEqual([
      { state: 'waiting', location: 'L', count: 1, bytes: 0 },
      { state: 'stored', location: 'M', count: 1, bytes: 7 },
      { state: 'stored', location: 'L', count: 2, bytes: 15 },
    ])
    const days = await on.listDayStates(at.db, a, '2026-11-20')
    expect(days.map((row) => `${row.report_date} ${row.state}`).toSorted()).toEqual([
      '2026-11-20 stored',
      '2026-11-20 stored',
      '2026-11-21 waiting',
    ])
    expect((await on.findArchivedReport(at.db, a, id(a, 'a')))?.name).toBe('a')
    expect(await on.findArchivedReport(at.db, b, id(a, 'a'))).toBeUndefined()
    expect([(await on.findByName(at.db, a, 'b'))?.id, await on.findByName(at.db, b, 'b')]).toEqual([
      id(a, 'b'),
      undefined,
    ])
  })

  it('of what is still to be collected', async () => {
    const a = await archive()
    const b = await archive()
    const off = await archive({ enabled: 0 })
    const generated_at = minute(0)
    expect([
      await put(a, 'b', { state: 'waiting', generated_at }),
      await put(a, 'x', { report_id: 'b', generated_at }),
    ]).toEqual([true, false])
    await put(a, 'x', { report_id: 'b', generated_at: minute(1), report_date: '2026-11-18' })
    await put(a, 'a', { state: 'failed', next_at: minute(6), report_date: '2026-11-21' })
    await put(a, 'c', { state: 'waiting', claimed_by: 'x', claimed_until: minute(8) })
    await put(b, 'd', { state: 'waiting', next_at: minute(4) })
    await put(off, 'e', { state: 'waiting' })
    expect(await on.listKnownEditions(at.db, a, '2026-11-21')).toEqual(new Set(['a ']))
    expect((await on.listKnownEditions(at.db, a, '2026-11-18')).has(`b ${minute(1)}`)).toBe(true)
    expect(names(await on.listUnfinished(at.db, a))).toBe('bca')
    const due = async (now: number, limit = 9) =>
      names(await on.listDueReports(at.db, { accountId: a, now: minute(now), limit }))
    expect([await due(4), await due(5), await due(7), await due(8), await due(8, 1)]).toEqual([
      '',
      'b',
      'ba',
      'bca',
      'b',
    ])
    const accounts = async (now: number) =>
      (await on.listDueAccounts(at.db, minute(now)))
        .map((row) => row.account_id)
        .filter((each) => [a, b, off].includes(each))
    expect([await accounts(4), await accounts(5)]).toEqual([[b], [b, a]])
    const claim = async (name: string, now: number) =>
      (await on.claimArchivedReport(at.db, { id: id(a, name), by: 'me', now: minute(now), until: minute(20) }))?.name
    expect([await claim('a', 5), await claim('c', 7), await claim('b', 5), await claim('x', 9)]).toEqual([
      undefined,
      undefined,
      'b',
      undefined,
    ])
    const lose = (name: string, now: number) =>
      on.markReportLost(at.tx, { id: id(a, name), failure: 'gone', now: minute(now) })
    expect([await lose('b', 9), await lose('a', 9), await lose('a', 9), await lose('x', 9)]).toEqual([
      false,
      true,
      false,
      false,
    ])
    expect(await on.findArchivedReport(at.db, a, id(a, 'a'))).toMatchObject({ state: 'lost', failure: 'gone' })
    expect(await on.retryArchiveNow(at.tx, a, minute(1))).toBe(2)
    expect((await on.findArchivedReport(at.db, b, id(b, 'd')))?.next_at).toBe(minute(4))
    await put(b, 'free', { state: 'waiting', report_id: randomUUID() })
    await expectLease(at, on.archiveLease, { table: 'archived_reports', id: id(b, 'free') })
  })

  it('of what is stored', async () => {
    const [a, b] = [await archive(), await archive()]
    await put(a, 'b', { stored_at: minute(2) })
    await put(a, 'a', { stored_at: minute(2), is_unlisted: 1 })
    await put(a, 'c', { stored_at: minute(1), report_date: '2026-11-19', is_unlisted: 1 })
    await put(a, 'd', { stored_at: minute(1), location: 'M', is_unlisted: 1 })
    await put(a, 'e', { state: 'waiting', stored_at: null })
    await put(b, 'f', { stored_at: minute(1), is_unlisted: 1, report_date: '2026-11-01' })
    const of = { accountId: a, before: minute(3), location: 'L' }
    expect([
      names(await on.listStoredBefore(at.db, { ...of, limit: 9 })),
      names(await on.listStoredBefore(at.db, { ...of, limit: 1 })),
    ]).toEqual(['cab', 'c'])
    expect([
      await on.countStoredBefore(at.db, of),
      await on.countStoredBefore(at.db, { ...of, before: minute(2) }),
    ]).toEqual([3, 1])
    const days = async () => (await on.listUnlistedDays(at.db, a, 'L')).map((row) => row.report_date)
    expect(await days()).toEqual(['2026-11-19', '2026-11-20'])
    await on.markRemoved(at.tx, [id(a, 'b'), id(a, 'e')], minute(9))
    expect(await on.findArchivedReport(at.db, a, id(a, 'b'))).toMatchObject({
      state: 'removed',
      removed_at: minute(9),
      is_unlisted: 1,
    })
    expect((await on.findArchivedReport(at.db, a, id(a, 'e')))?.state).toBe('waiting')
    expect(names(await on.listDayReports(at.db, { accountId: a, location: 'L', day: '2026-11-20' }))).toBe('ab')
    await on.markListed(at.db, [
      { id: id(a, 'c'), state: 'stored' },
      { id: id(a, 'a'), state: 'removed' },
      { id: id(a, 'b'), state: 'removed' },
    ])
    expect(await days()).toEqual(['2026-11-20'])
    for (const name of ['a', 'b']) await on.changeArchivedReport(at.db, id(a, name), { verified_at: minute(8) })
    const verified = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await on.findArchivedReport(at.db, a, id(a, name)))?.verified_at),
    )
    expect(verified).toEqual([minute(8), null, null])
  })
})
