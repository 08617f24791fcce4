import { randomUUID } from 'node:crypto'

import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'
import { expectLease } from '@/lib/testing/statements/leases'
import type { Row } from '@/lib/testing/statements/rows'

import { emptyMonth, lockMonth, readMonth } from '../../metering/statements/usage'
import { insertAnnouncements } from '../../monitors/statements/announcements'
import { insertFilter, replaceFilterItems } from '../../monitors/statements/filters'
import { insertTags } from '../../monitors/statements/monitor-tags'
import { insertMonitors } from '../../monitors/statements/monitors'
import * as dailyReports from './daily-reports'
import * as reportJobs from './report-jobs'
import * as reportRows from './report-rows'

describeStatements([dailyReports, reportJobs, reportRows], (store, statements) => {
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')

  it('put, list and delete daily reports', async () => {
    const putReport = (name: string, report_date: string, overrides: Partial<Row<'daily_reports'>> = {}) =>
      statements.putDailyReport(
        store.db,
        store.row('daily_reports', {
          id: name,
          report_date,
          source: 'krs_changes',
          format: 'csv',
          row_count: 5,
          file: name,
          expires_at: minute(9),
          ...overrides,
        }),
      )
    expect([
      await putReport('a', '2026-11-19'),
      await putReport('x', '2026-11-19', { row_count: 5 }),
      await putReport('y', '2026-11-19', { row_count: 6, file: 'y', size_bytes: 3 }),
    ]).toEqual([true, false, true])
    expect(await statements.findDailyReport(store.db, 'a')).toMatchObject({ row_count: 6, file: 'y', size_bytes: 3 })
    await putReport('b', '2026-11-20', { format: 'json' })
    await putReport('c', '2026-11-20')
    await putReport('d', '2026-11-20', { source: 'krz', expires_at: minute(5) })
    const list = async (now: number, filter: dailyReports.IndexFilter = {}) =>
      names(await statements.listDailyReports(store.db, minute(now), filter))
    expect([
      await list(1),
      await list(5),
      await list(9),
      await list(1, { source: 'krz' }),
      await list(1, { format: 'json' }),
    ]).toEqual(['cbda', 'cba', '', 'd', 'b'])
    expect([await list(1, { date_from: '2026-11-20' }), await list(1, { date_to: '2026-11-19' })]).toEqual(['cbd', 'a'])
    expect(names(await statements.dailyReportsOf(store.db, ['2026-11-19', '2026-01-01']))).toBe('a')
    expect([
      await statements.expiredDailyFiles(store.db, minute(5)),
      (await statements.listReportFiles(store.db)).length,
    ]).toEqual([[{ id: 'd', file: 'd' }], 4])
    await statements.deleteDailyReportsBefore(store.db, minute(5))
    expect(await list(1)).toBe('cba')
  })

  it('read and write ordered reports', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const addJob = async (account_id: string, name: string) => {
      const {
        position: _,
        status: _status,
        ...job
      } = store.row('report_jobs', {
        id: `${name}-${account_id}`,
        account_id,
        source: 'krs_changes',
        format: 'csv',
        created_at: minute(1),
      })
      return statements.insertReportJob(store.db, job)
    }
    const [first, second] = [await addJob(a, 'a'), await addJob(a, 'b')]
    const other = await addJob(b, 'c')
    expect([first.status, second.position - first.position]).toEqual(['queued', 1])
    expect([
      (await statements.findReportJob(store.db, a, first.id))?.position,
      await statements.findReportJob(store.db, b, first.id),
    ]).toEqual([first.position, undefined])
    const list = async (before?: number, limit = 9) =>
      names(await statements.listReportJobs(store.db, a, { before, limit }))
    expect([
      await list(),
      await list(second.position),
      await list(undefined, 1),
      await statements.countReportJobs(store.db, a),
    ]).toEqual(['ba', 'a', 'b', 2])
    await lockMonth(store.db, a, '2026-11')
    await statements.countReport(store.db, a, '2026-11')
    expect(await readMonth(store.db, a, '2026-11')).toEqual({ ...emptyMonth(a, '2026-11'), reports: 1 })
    const claim = async (by: string, now: number) =>
      (await statements.claimReportJob(store.db, { by, now: minute(now), until: minute(now + 5) }))?.id
    expect([await claim('one', 1), await claim('one', 1)]).toEqual([first.id, second.id])
    const end = (id: string, by: string, ending: Parameters<typeof statements.endReportJob>[2]) =>
      statements.endReportJob(store.db, { id, by, finished_at: minute(3) }, ending)
    const ready = {
      status: 'ready',
      row_count: 1,
      size_bytes: 2,
      sha256: 's',
      file: 'f',
      expires_at: minute(20),
    } as const
    expect([await end(first.id, 'two', ready), await end(first.id, 'one', ready)]).toEqual([false, true])
    expect(await statements.findReportJob(store.db, a, first.id)).toMatchObject({
      status: 'ready',
      file: 'f',
      claimed_by: null,
      finished_at: minute(3),
    })
    const third = await addJob(a, 'd')
    expect([await claim('two', 2), await claim('two', 2), await claim('two', 2)]).toEqual([
      other.id,
      third.id,
      undefined,
    ])
    expect(await statements.reportMakers(store.db)).toEqual(expect.arrayContaining(['one', 'two']))
    await statements.endReportClaims(store.db, { by: 'two', at: minute(3) })
    expect([await claim('three', 3), await claim('three', 3), await claim('three', 3), await claim('four', 6)]).toEqual(
      [other.id, third.id, undefined, second.id],
    )
    expect(await end(other.id, 'three', { status: 'failed', error: 'e' })).toBe(true)
    await statements.expireReportJobs(store.db, minute(19))
    expect((await statements.findReportJob(store.db, a, first.id))?.status).toBe('ready')
    await statements.expireReportJobs(store.db, minute(20))
    expect([
      (await statements.findReportJob(store.db, a, first.id))?.status,
      await statements.expiredJobFiles(store.db, minute(19)),
      await statements.expiredJobFiles(store.db, minute(20)),
    ]).toEqual(['expired', [], [{ id: first.id, file: 'f' }]])
    expect([
      await statements.listJobFilesOf(store.db, a),
      await statements.listJobFilesOf(store.db, b),
      (await statements.listReportFiles(store.db)).filter(({ file }) => file === 'f'),
    ]).toEqual([['f'], [], [{ file: 'f', expires_at: minute(20) }]])
    await statements.deleteReportJobsBefore(store.db, minute(3))
    expect([await statements.countReportJobs(store.db, a), await statements.countReportJobs(store.db, b)]).toEqual([
      3, 0,
    ])
    await statements.forgetJobFile(store.db, first.id)
    await statements.deleteReportJobsBefore(store.db, minute(2))
    expect(await list()).toBe('dba')
    await statements.deleteReportJobsBefore(store.db, minute(3))
    await statements.deleteReportJob(store.db, second.id)
    expect(await list()).toBe('d')
    await expectLease(store, statements.reportJobLease, { table: 'report_jobs', id: (await addJob(b, 'e')).id })
  })

  it('read the rows of reports', async () => {
    const [a, b] = [await store.account(), await store.account()]
    const filter = async (account_id: string, value: string) => {
      const id = randomUUID()
      await insertFilter(store.db, store.row('filters', { id, account_id, name: id, content: '{}' }))
      await replaceFilterItems(store.db, { id, account_id }, [{ kind: 'nip', value }])
      return id
    }
    const filters = [await filter(a, '1'), await filter(a, '2'), await filter(b, '3')]
    expect((await statements.itemsOfFilters(store.db, a, filters)).map(({ value }) => value).toSorted()).toEqual([
      '1',
      '2',
    ])
    await insertMonitors(
      store.db,
      ['m', 'n'].map((name) => store.row('monitors', { id: `${name}-${a}`, account_id: a, filter_id: name })),
    )
    await insertTags(store.db, [
      { monitor_id: `m-${a}`, account_id: a, tag: 'x' },
      { monitor_id: `n-${a}`, account_id: a, tag: 'y' },
    ])
    expect([
      await statements.monitorsTagged(store.db, a, 'x'),
      await statements.monitorsTagged(store.db, b, 'x'),
    ]).toEqual([[{ identifier_type: null, identifier_value: null, filter_id: 'm' }], []])
    expect(await statements.firstDayOf(store.db, 'krz')).toBeUndefined()
    const announcement = (id: string, day: number, overrides: Partial<Row<'announcements'>> = {}) => {
      const {
        place: _,
        number: _number,
        ...row
      } = store.row('announcements', { id, source: 'krz', day: `2026-11-${day}`, row: '{}', ...overrides })
      return row
    }
    const many = Array.from({ length: 205 }, (_, index) => announcement(`i${String(index).padStart(3, '0')}`, 15))
    await insertAnnouncements(store.db, [
      announcement('z', 12),
      announcement('b', 11),
      announcement('a', 12),
      announcement('k', 10, { source: 'krs' }),
      ...many,
    ])
    const read = async (from: string, to: string) => {
      const pages: number[] = []
      const found: string[] = []
      for await (const page of statements.listReportRows(store.db, { source: 'krz', from, to })) {
        pages.push(page.length)
        found.push(...page.map(({ id }) => id))
      }
      return { pages, found }
    }
    expect(await read('2026-11-11', '2026-11-12')).toEqual({ pages: [3], found: ['b', 'a', 'z'] })
    const all = await read('2026-11-12', '2026-11-30')
    expect([all.pages, new Set(all.found).size, all.found.at(-1)]).toEqual([[100, 100, 7], 207, 'i204'])
    expect([
      await statements.firstDayOf(store.db, 'krz'),
      (await statements.countByDay(store.db, ['2026-11-12', '2026-11-10'])).toSorted((x, y) => x.rows - y.rows),
    ]).toEqual([
      '2026-11-11',
      [
        { source: 'krs', day: '2026-11-10', rows: 1 },
        { source: 'krz', day: '2026-11-12', rows: 2 },
      ],
    ])
  })
})
