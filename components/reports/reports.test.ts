import { describe, expect, it } from 'vitest'

import { dailyReport, reportFormats as contractFormats } from '@/lib/contract/reports'
import { reportSources } from '@/lib/domain/events/sources'

import { daysOfPeriod, orderPeriods } from './orders/order-start'
import { withFailedReports, filterReports, readExpiry, type Report } from './report-index'
import {
  reportAddress,
  reportCriteriaAddress,
  type ReportSearch,
  reportTabOf,
  reportViewOf,
  shownReportFormats,
  toDayRange,
} from './report-search'

const today = '2026-11-21'
const read = (text: string) => reportAddress.read(new URLSearchParams(text))
const write = (search: ReportSearch) => reportAddress.write({ ...reportAddress.none, ...search })
const report = (id: string, report_date: string | undefined, kind = 'krz csv'): Report => {
  const [source, format = 'csv'] = kind.split(' ')
  return { id, source, format, ...(report_date && { report_date }) }
}

describe('the address', () => {
  it('accepts the sources and formats of the contract', () => {
    expect([...reportSources].sort()).toEqual([...dailyReport.shape.source.options].sort())
    expect([...shownReportFormats].sort()).toEqual([...contractFormats].sort())
  })

  it('reads back what it wrote', () => {
    const search = {
      ...reportCriteriaAddress.none,
      sources: ['krz', 'krs_changes'],
      formats: ['csv'],
      quick: 'week',
    } as const
    expect(read(write(search))).toEqual(search)
    const dated = { ...reportCriteriaAddress.none, from: '2026-11-01', to: null }
    expect(read(write(dated))).toEqual(dated)
    const ofFilter = { ...reportCriteriaAddress.none, filter: '58f04e30-6a40-7413-a794-933391fcbbe2' }
    expect(read(write(ofFilter))).toEqual(ofFilter)
    expect(write(reportCriteriaAddress.none)).toBe('')
  })

  it('stores the view, its month and its day, which do not filter', () => {
    const search = { ...reportCriteriaAddress.none, view: 'calendar', month: '2026-10', day: '2026-10-25' } as const
    expect(write(search)).toBe('?view=calendar&month=2026-10&day=2026-10-25')
    expect(read('view=calendar&month=2026-10&day=2026-10-25')).toEqual(search)
    expect(reportCriteriaAddress.narrows(search)).toBe(false)
    expect(read('view=tiles&month=2026-13&day=2026-02-30')).toEqual(reportCriteriaAddress.none)
  })

  it('uses the preferred view, but the list if the address contains days', () => {
    expect(reportViewOf(read(''), 'list')).toBe('list')
    expect(reportViewOf(read('source=krz'), 'calendar')).toBe('calendar')
    expect(reportViewOf(read('from=2026-11-20&to=2026-11-20'), 'calendar')).toBe('list')
    expect(reportViewOf(read('range=week&view=calendar'), 'list')).toBe('calendar')
  })

  it('ignores unknown values', () => {
    expect(read('source=x&format=pdf&range=century&from=2026-02-30&to=soon&filter=a%20b')).toEqual(
      reportCriteriaAddress.none,
    )
    expect(read('from=2026-11-20&to=2026-11-10')).toEqual(reportCriteriaAddress.none)
    expect(read('range=week&from=2026-11-10')).toEqual({ ...reportCriteriaAddress.none, quick: 'week' })
  })
})

describe('report filters', () => {
  const reports = [
    report('a', '2026-11-20'),
    report('b', '2026-11-14', 'msig json'),
    report('c', '2026-11-13', 'krz json'),
    report('d', '2026-10-31', 'sudop'),
    report('e', undefined),
  ]
  const ids = (search: string) => filterReports(reports, read(search), today).map(({ id }) => id)

  it('select by source, format and days', () => {
    expect(ids('')).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(ids('source=krz')).toEqual(['a', 'c', 'e'])
    expect(ids('source=krz&source=msig&format=json')).toEqual(['b', 'c'])
    expect(ids('range=today')).toEqual([])
    expect(ids('range=yesterday')).toEqual(['a'])
    expect(ids('range=week')).toEqual(['a', 'b'])
    expect(ids('range=month')).toEqual(['a', 'b', 'c'])
    expect(ids('from=2026-11-14')).toEqual(['a', 'b'])
    expect(ids('to=2026-11-13')).toEqual(['c', 'd'])
  })

  it('take the month from the current day', () => {
    expect(toDayRange({ ...reportCriteriaAddress.none, quick: 'month' }, '2026-12-01')).toEqual({
      from: '2026-12-01',
      to: '2026-12-01',
    })
  })
})

it('changes the expiry of a report from open to soon to expired', () => {
  const end = '2026-11-21T12:00:00.000Z'
  const stateAt = (text: string) => readExpiry(end, Date.parse(text)).state
  expect(stateAt('2026-11-20T12:00:00Z')).toBe('open')
  expect(stateAt('2026-11-20T12:00:01Z')).toBe('soon')
  expect(stateAt('2026-11-21T11:59:59Z')).toBe('soon')
  expect(stateAt('2026-11-21T12:00:00Z')).toBe('expired')
  expect(readExpiry(undefined, 0)).toEqual({ state: 'unknown', leftMs: 0 })
  expect(readExpiry('soon', 0).state).toBe('unknown')
})

it('keeps a report in the list that was found expired on a click', () => {
  const [old, other] = [report('old', today), report('other', today)]
  expect(withFailedReports([other], [old])).toEqual([other, old])
  expect(withFailedReports([other, old], [old])).toEqual([other, old])
})

it('opens the tab of the address, or the ordered reports of a filter', () => {
  const tabOf = (query: string) => reportTabOf(reportAddress.read(new URLSearchParams(query)))
  expect(['', 'from=2026-11-20&to=2026-11-20', 'filter=f-1', 'tab=schedules', 'tab=else'].map(tabOf)).toEqual([
    'daily',
    'daily',
    'custom',
    'schedules',
    'daily',
  ])
})

it('offers periods of complete days for an order', () => {
  expect(orderPeriods.map((period) => daysOfPeriod(period, '2026-03-15'))).toEqual([
    { date_from: '2026-03-14', date_to: '2026-03-14' },
    { date_from: '2026-03-08', date_to: '2026-03-14' },
    { date_from: '2026-02-01', date_to: '2026-02-28' },
  ])
})
