import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as knownReports from './known-reports'
import * as reportReadings from './report-readings'

describeStatements([knownReports, reportReadings], (at, on) => {
  it('of reports that are known', async () => {
    const [accountId, other] = [await at.account(), await at.account()]
    const report = (report_id: string, report_date: string, given: Partial<knownReports.ListedReport> = {}) => {
      const {
        account_id: _,
        first_seen_at: _first,
        last_seen_at: _last,
        ...row
      } = at.row('known_reports', { report_id, report_date, source: 'krs', format: 'csv', ...given })
      return row
    }
    const keep = (moment: number, account: string, ...rows: knownReports.ListedReport[]) =>
      on.saveListedReports(at.tx, { accountId: account, at: minute(moment) }, rows)
    await keep(
      5,
      accountId,
      report('b', '2026-11-20', { row_count: 1 }),
      report('c', '2026-11-19', { source: 'krz' }),
      report('a', '2026-11-19'),
      report('d', '2026-11-19', { format: 'xlsx' }),
    )
    await keep(4, accountId, report('b', '2026-11-18', { row_count: 9 }))
    await keep(7, accountId, report('b', '2026-11-21', { row_count: 2 }))
    await keep(9, other, report('a', '2026-11-01'))
    const list = async (from: string, to: string) =>
      (await on.listKnownReports(at.db, accountId, { from, to })).map((row) => row.report_id).join('')
    expect([
      await list('2026-11-19', '2026-11-21'),
      await list('2026-11-20', '2026-11-30'),
      await list('2026-11-01', '2026-11-19'),
    ]).toEqual(['adcb', 'b', 'adc'])
    const [b] = await on.listKnownReports(at.db, accountId, { from: '2026-11-21', to: '2026-11-21' })
    expect(b).toMatchObject({ row_count: 2, first_seen_at: minute(5), last_seen_at: minute(7) })
    expect([await on.findKnownReport(at.db, accountId, 'd'), await on.findKnownReport(at.db, other, 'd')]).toEqual([
      { report_date: '2026-11-19', source: 'krs', format: 'xlsx' },
      undefined,
    ])
    await on.removeFutureReadings(at.tx, accountId, minute(7))
    const last = await on.listKnownReports(at.db, accountId, { from: '2026-11-20', to: '2026-11-30' })
    expect(last[0]?.last_seen_at).toBe(new Date(Date.parse(minute(7)) - 1).toISOString())
  })

  it('of when the panel watched', async () => {
    const [accountId, other] = [await at.account(), await at.account()]
    const watch = (moment: number, unbroken: number, account = accountId) =>
      on.recordWatch(at.tx, account, { at: minute(moment), unbrokenSince: minute(unbroken) })
    const spans = async (account = accountId) =>
      (await on.listReportWatches(at.db, account)).map((row) => [row.from_at, row.until_at])
    const span = (from: number, until: number) => [minute(from), minute(until)]
    await watch(1, 0)
    await watch(5, 1)
    await watch(4, 1)
    expect(await spans()).toEqual([span(1, 5)])
    await watch(9, 6)
    await watch(30, 9)
    await watch(2, 0, other)
    expect([await spans(), await spans(other)]).toEqual([[span(1, 5), span(9, 30)], [span(2, 2)]])
    await on.removeFutureReadings(at.tx, accountId, minute(20))
    const before = (moment: number) => new Date(Date.parse(minute(moment)) - 1).toISOString()
    expect(await spans()).toEqual([span(1, 5), [minute(9), before(20)]])
    await on.removeFutureReadings(at.tx, accountId, minute(9))
    expect([await spans(), await spans(other)]).toEqual([[span(1, 5)], [span(2, 2)]])
  })

  it('of accounts whose index is to be read', async () => {
    const names = new Map<string, string>()
    const make = async (name: string, given?: { read_at?: string; retry_at?: string }, isMember = true) => {
      const id = await at.account()
      names.set(id, name)
      if (isMember) await at.member(id)
      if (given) {
        expect(await on.lockReportReading(at.tx, id)).toEqual({
          account_id: id,
          read_at: null,
          failed_at: null,
          retry_at: null,
          code: null,
        })
        await on.updateReportReading(at.tx, id, given)
      }
      return id
    }
    await make('nobody', undefined, false)
    await make('new')
    const old = await make('old', { read_at: minute(4) })
    await make('fresh', { read_at: minute(5) })
    await make('waits', { read_at: minute(2), retry_at: minute(11) })
    await make('retried', { read_at: minute(3), retry_at: minute(10) })
    await make('ahead', { read_at: minute(40), retry_at: minute(50) })
    const rows = await on.listAccountsToReadReports(at.db, { now: minute(10), before: minute(5), ahead: minute(30) })
    expect(rows.flatMap(({ id }) => names.get(id) ?? [])).toEqual(['new', 'retried', 'old', 'ahead'])
    expect([
      (await on.findReportReading(at.db, old))?.read_at,
      (await on.lockReportReading(at.tx, old)).read_at,
    ]).toEqual([minute(4), minute(4)])
  })
})
