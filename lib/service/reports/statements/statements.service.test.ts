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

describeStatements([dailyReports, reportJobs, reportRows], (at, on) => {
  const names = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split('-')[0]).join('')

  it('of daily reports', async () => {
    const put = (name: string, report_date: string, given: Partial<Row<'daily_reports'>> = {}) =>
      on.putDailyReport(
        at.db,
        at.row('daily_reports', {
          id: name,
          report_date,
          source: 'krs_changes',
          format: 'csv',
          row_count: 5,
          file: name,
          expires_at: minute(9),
          ...given,
        }),
      )
    expect([
      await put('a', '2026-11-19'),
      await put('x', '2026-11-19', { row_count: 5 }),
      await put('y', '2026-11-19', { row_count: 6, file: 'y', size_bytes: 3 }),
    ]).toEqual([true, false, true])
    expect(await on.findDailyReport(at.db, 'a')).toMatchObject({ row_count: 6, file: 'y', size_bytes: 3 })
    await put('b', '2026-11-20', { format: 'json' })
    await put('c', '2026-11-20')
    await put('d', '2026-11-20', { source: 'krz', expires_at: minute(5) })
    const list = async (now: number, filter: dailyReports.IndexFilter = {}) =>
      names(await on.listDailyReports(at.db, minute(now), filter))
    expect([
      await list(1),
      await list(5),
      await list(9),
      await list(1, { source: 'krz' }),
      await list(1, { format: 'json' }),
    ]).toEqual(['cbda', 'cba', '', 'd', 'b'])
    expect([await list(1, { date_from: '2026-11-20' }), await list(1, { date_to: '2026-11-19' })]).toEqual(['cbd', 'a'])
    expect(names(await on.dailyReportsOf(at.db, ['2026-11-19', '2026-01-01']))).toBe('a')
    expect([await on.expiredDailyFiles(at.db, minute(5)), (await on.listReportFiles(at.db)).length]).toEqual([
      [{ id: 'd', file: 'd' }],
      4,
    ])
    await on.deleteDailyReportsBefore(at.db, minute(5))
    expect(await list(1)).toBe('cba')
  })

  it('of reports that were ordered', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const put = async (account_id: string, name: string) => {
      const {
        position: _,
        status: _status,
        ...job
      } = at.row('report_jobs', {
        id: `${name}-${account_id}`,
        account_id,
        source: 'krs_changes',
        format: 'csv',
        created_at: minute(1),
      })
      return on.insertReportJob(at.db, job)
    }
    const [first, second] = [await put(a, 'a'), await put(a, 'b')]
    const other = await put(b, 'c')
    expect([first.status, second.position - first.position]).toEqual(['queued', 1])
    expect([
      (await on.findReportJob(at.db, a, first.id))?.position,
      await on.findReportJob(at.db, b, first.id),
    ]).toEqual([first.position, undefined])
    const list = async (before?: number, limit = 9) => names(await on.listReportJobs(at.db, a, { before, limit }))
    expect([
      await list(),
      await list(second.position),
      await list(undefined, 1),
      await on.countReportJobs(at.db, a),
    ]).toEqual(['ba', 'a', 'b', 2])
    await lockMonth(at.db, a, '2026-11')
    await on.countReport(at.db, a, '2026-11')
    expect(await readMonth(at.db, a, '2026-11')).toEqual({ ...emptyMonth(a, '2026-11'), reports: 1 })
    const claim = async (by: string, now: number) =>
      (await on.claimReportJob(at.db, { by, now: minute(now), until: minute(now + 5) }))?.id
    expect([await claim('one', 1), await claim('one', 1)]).toEqual([first.id, second.id])
    const end = (id: string, by: string, ending: Parameters<typeof on.endReportJob>[2]) =>
      on.endReportJob(at.db, { id, by, finished_at: minute(3) }, ending)
    const ready = {
      status: 'ready',
      row_count: 1,
      size_bytes: 2,
      sha256: 's',
      file: 'f',
      expires_at: minute(20),
    } as const
    expect([await end(first.id, 'two', ready), await end(first.id, 'one', ready)]).toEqual([false, true])
    expect(await on.findReportJob(at.db, a, first.id)).toMatchObject({
      status: 'ready',
      file: 'f',
      claimed_by: null,
      finished_at: minute(3),
    })
    const third = await put(a, 'd')
    expect([await claim('two', 2), await claim('two', 2), await claim('two', 2)]).toEqual([
      other.id,
      third.id,
      undefined,
    ])
    expect(await on.reportMakers(at.db)).toEqual(expect.arrayContaining(['one', 'two']))
    await on.endReportClaims(at.db, { by: 'two', at: minute(3) })
    expect([await claim('three', 3), await claim('three', 3), await claim('three', 3), await claim('four', 6)]).toEqual(
      [other.id, third.id, undefined, second.id],
    )
    expect(await end(other.id, 'three', { status: 'failed', error: 'e' })).toBe(true)
    await on.expireReportJobs(at.db, minute(19))
    expect((await on.findReportJob(at.db, a, first.id))?.status).toBe('ready')
    await on.expireReportJobs(at.db, minute(20))
    expect([
      (await on.findReportJob(at.db, a, first.id))?.status,
      await on.expiredJobFiles(at.db, minute(19)),
      await on.expiredJobFiles(at.db, minute(20)),
    ]).toEqual(['expired', [], [{ id: first.id, file: 'f' }]])
    expect([
      await on.listJobFilesOf(at.db, a),
      await on.listJobFilesOf(at.db, b),
      (await on.listReportFiles(at.db)).filter(({ file }) => file === 'f'),
    ]).toEqual([['f'], [], [{ file: 'f', expires_at: minute(20) }]])
    await on.deleteReportJobsBefore(at.db, minute(3))
    expect([await on.countReportJobs(at.db, a), await on.countReportJobs(at.db, b)]).toEqual([3, 0])
    await on.forgetJobFile(at.db, first.id)
    await on.deleteReportJobsBefore(at.db, minute(2))
    expect(await list()).toBe('dba')
    await on.deleteReportJobsBefore(at.db, minute(3))
    await on.deleteReportJob(at.db, second.id)
    expect(await list()).toBe('d')
    await expectLease(at, on.reportJobLease, { table: 'report_jobs', id: (await put(b, 'e')).id })
  })

  it('of rows of reports', async () => {
    const [a, b] = [await at.account(), await at.account()]
    const filter = async (account_id: string, value: string) => {
      const id = randomUUID()
      await insertFilter(at.db, at.row('filters', { id, account_id, name: id, content: '{}' }))
      await replaceFilterItems(at.db, { id, account_id }, [{ kind: 'nip', value }])
      return id
    }
    const filters = [await filter(a, '1'), await filter(a, '2'), await filter(b, '3')]
    expect((await on.itemsOfFilters(at.db, a, filters)).map(({ value }) => value).toSorted()).toEqual(['1', '2'])
    await insertMonitors(
      at.db,
      ['m', 'n'].map((name) => at.row('monitors', { id: `${name}-${a}`, account_id: a, filter_id: name })),
    )
    await insertTags(at.db, [
      { monitor_id: `m-${a}`, account_id: a, tag: 'x' },
      { monitor_id: `n-${a}`, account_id: a, tag: 'y' },
    ])
    expect([await on.monitorsTagged(at.db, a, 'x'), await on.monitorsTagged(at.db, b, 'x')]).toEqual([
      [{ identifier_type: null, identifier_value: null, filter_id: 'm' }],
      [],
    ])
    expect(await on.firstDayOf(at.db, 'krz')).toBeUndefined()
    const of = (id: string, day: number, given: Partial<Row<'announcements'>> = {}) => {
      const {
        place: _,
        number: _number,
        ...row
      } = at.row('announcements', { id, source: 'krz', day: `2026-11-${day}`, row: '{}', ...given })
      return row
    }
    const many = Array.from({ length: 205 }, (_, index) => of(`i${String(index).padStart(3, '0')}`, 15))
    await insertAnnouncements(at.db, [of('z', 12), of('b', 11), of('a', 12), of('k', 10, { source: 'krs' }), ...many])
    const read = async (from: string, to: string) => {
      const pages: number[] = []
      const found: string[] = []
      for await (const page of on.listReportRows(at.db, { source: 'krz', from, to })) {
        pages.push(page.length)
        found.push(...page.map(({ id }) => id))
      }
      return { pages, found }
    }
    expect(await read('2026-11-11', '2026-11-12')).toEqual({ pages: [3], found: ['b', 'a', 'z'] })
    const all = await read('2026-11-12', '2026-11-30')
    expect([all.pages, new Set(all.found).size, all.found.at(-1)]).toEqual([[100, 100, 7], 207, 'i204'])
    expect([
      await on.firstDayOf(at.db, 'krz'),
      (await on.countByDay(at.db, ['2026-11-12', '2026-11-10'])).toSorted((x, y) => x.rows - y.rows),
    ]).toEqual([
      '2026-11-11',
      [
        { source: 'krs', day: '2026-11-10', rows: 1 },
        { source: 'krz', day: '2026-11-12', rows: 2 },
      ],
    ])
  })
})
