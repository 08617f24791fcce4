import { expect, it } from 'vitest'

import { describeStatements, minute } from '@/lib/testing/statements/describe-statements'

import * as knownReports from './known-reports'
import * as reportReadings from './report-readings'

describeStatements([knownReports, reportReadings], (store, statements) => {
  it('store the listed reports of the newest reading, and list and find them', async () => {
    const [accountId, other] = [await store.account(), await store.account()]
    const report = (report_id: string, report_date: string, overrides: Partial<knownReports.ListedReport> = {}) => {
      const {
        account_id: _,
        first_seen_at: _first,
        last_seen_at: _last,
        ...row
      } = store.row('known_reports', { report_id, report_date, source: 'krs', format: 'csv', ...overrides })
      return row
    }
    const save = (moment: number, account: string, ...rows: knownReports.ListedReport[]) =>
      statements.saveListedReports(store.tx, { accountId: account, at: minute(moment) }, rows)
    await save(
      5,
      accountId,
      report('b', '2026-11-20', { row_count: 1 }),
      report('c', '2026-11-19', { source: 'krz' }),
      report('a', '2026-11-19'),
      report('d', '2026-11-19', { format: 'xlsx' }),
    )
    await save(4, accountId, report('b', '2026-11-18', { row_count: 9 }))
    await save(7, accountId, report('b', '2026-11-21', { row_count: 2 }))
    await save(9, other, report('a', '2026-11-01'))
    const list = async (from: string, to: string) =>
      (await statements.listKnownReports(store.db, accountId, { from, to })).map((row) => row.report_id).join('')
    expect([
      await list('2026-11-19', '2026-11-21'),
      await list('2026-11-20', '2026-11-30'),
      await list('2026-11-01', '2026-11-19'),
    ]).toEqual(['adcb', 'b', 'adc'])
    const [b] = await statements.listKnownReports(store.db, accountId, { from: '2026-11-21', to: '2026-11-21' })
    expect(b).toMatchObject({ row_count: 2, first_seen_at: minute(5), last_seen_at: minute(7) })
    expect([
      await statements.findKnownReport(store.db, accountId, 'd'),
      await statements.findKnownReport(store.db, other, 'd'),
    ]).toEqual([{ report_date: '2026-11-19', source: 'krs', format: 'xlsx' }, undefined])
    await statements.removeFutureReadings(store.tx, accountId, minute(7))
    const last = await statements.listKnownReports(store.db, accountId, { from: '2026-11-20', to: '2026-11-30' })
    expect(last[0]?.last_seen_at).toBe(new Date(Date.parse(minute(7)) - 1).toISOString())
  })

  it('record the periods of watching, and remove those in the future', async () => {
    const [accountId, other] = [await store.account(), await store.account()]
    const watch = (moment: number, unbroken: number, account = accountId) =>
      statements.recordWatch(store.tx, account, { at: minute(moment), unbrokenSince: minute(unbroken) })
    const spans = async (account = accountId) =>
      (await statements.listReportWatches(store.db, account)).map((row) => [row.from_at, row.until_at])
    const span = (from: number, until: number) => [minute(from), minute(until)]
    await watch(1, 0)
    await watch(5, 1)
    await watch(4, 1)
    expect(await spans()).toEqual([span(1, 5)])
    await watch(9, 6)
    await watch(30, 9)
    await watch(2, 0, other)
    expect([await spans(), await spans(other)]).toEqual([[span(1, 5), span(9, 30)], [span(2, 2)]])
    await statements.removeFutureReadings(store.tx, accountId, minute(20))
    const before = (moment: number) => new Date(Date.parse(minute(moment)) - 1).toISOString()
    expect(await spans()).toEqual([span(1, 5), [minute(9), before(20)]])
    await statements.removeFutureReadings(store.tx, accountId, minute(9))
    expect([await spans(), await spans(other)]).toEqual([[span(1, 5)], [span(2, 2)]])
  })

  it('list the accounts whose index is due to be read', async () => {
    const names = new Map<string, string>()
    const make = async (name: string, reading?: { read_at?: string; retry_at?: string }, isMember = true) => {
      const id = await store.account()
      names.set(id, name)
      if (isMember) await store.member(id)
      if (reading) {
        expect(await statements.lockReportReading(store.tx, id)).toEqual({
          account_id: id,
          read_at: null,
          failed_at: null,
          retry_at: null,
          code: null,
        })
        await statements.updateReportReading(store.tx, id, reading)
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
    const rows = await statements.listAccountsToReadReports(store.db, {
      now: minute(10),
      before: minute(5),
      ahead: minute(30),
    })
    expect(rows.flatMap(({ id }) => names.get(id) ?? [])).toEqual(['new', 'retried', 'old', 'ahead'])
    expect([
      (await statements.findReportReading(store.db, old))?.read_at,
      (await statements.lockReportReading(store.tx, old)).read_at,
    ]).toEqual([minute(4), minute(4)])
  })
})
