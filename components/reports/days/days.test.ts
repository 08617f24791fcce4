import { describe, expect, it } from 'vitest'

import { MAX_REPORT_DAY_RANGE } from '@/lib/features/reports/contract'

import type { Report } from '../report-index'
import { reportAddress, reportCriteriaAddress } from '../report-search'
import { type ReportDays, type PanelReport, linesOfDay, toDayLines } from './day-lines'
import { markOf } from './day-marks'
import { daysOfView, isCutShort, listedDays, MAX_SHOWN_DAYS, shownMonth } from './day-range'

const today = '2026-11-21'
const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const read = (text: string) => reportAddress.read(new URLSearchParams(text))

const report = (id: string, report_date: string | undefined, kind = 'krz csv'): Report => {
  const [source, format = 'csv'] = kind.split(' ')
  return { id, source, format, ...(report_date && { report_date }) }
}
const noDownloads = { count: 0, last_at: null, people: [] }
const known = (fields: Partial<PanelReport> = {}): PanelReport => ({
  source: 'krz',
  format: 'csv',
  state: 'ready',
  id: 'one',
  row_count: 3,
  is_empty: false,
  size_bytes: 10,
  generated_at: '2026-11-20T23:05:00.000Z',
  expires_at: '2026-11-28T23:00:00.000Z',
  downloaded_by_me: null,
  downloaded_by_team: noDownloads,
  is_archived: false,
  is_never_downloaded: true,
  ...fields,
})
const reportWithoutFile = (state: PanelReport['state'], fields: Partial<PanelReport> = {}) =>
  known({ state, id: null, row_count: null, size_bytes: null, generated_at: null, expires_at: null, ...fields })
const knownDays = (days: ReportDays['days']): ReportDays => ({
  days,
  reading: { as_of: null, failed_at: null, code: null, retry_at: null, watched_since: null },
})

describe('the list of reports', () => {
  const plain = { search: reportCriteriaAddress.none, today, span: undefined }
  const shape = (days: ReturnType<typeof toDayLines>) =>
    days.map(({ day, lines }) => [
      day,
      lines.map(
        ({ source, files }) => `${source}: ${files.map(({ format, state }) => `${format} ${state}`).join(', ')}`,
      ),
    ])

  it('has one line per source, with its formats side by side and the newest day first', () => {
    const listed = [
      report('1', '2026-11-19'),
      report('2', '2026-11-20', 'sudop'),
      report('3', '2026-11-20', 'krs_changes'),
      report('4', '2026-11-20', 'krz json'),
      report('5', '2026-11-20', 'krz csv'),
      report('6', undefined),
    ]
    expect(shape(toDayLines(listed, undefined, plain))).toEqual([
      ['2026-11-20', ['krz: csv ready, json ready', 'krs_changes: csv ready', 'sudop: csv ready']],
      ['2026-11-19', ['krz: csv ready']],
      ['', ['krz: csv ready']],
    ])
  })

  it('shows missing reports among the available ones, and expired ones only for chosen days', () => {
    const listed = [report('a', '2026-11-18')]
    const days = knownDays([
      { day: '2026-11-10', reports: [reportWithoutFile('missing')] },
      { day: '2026-11-18', reports: [known({ id: 'a' }), reportWithoutFile('missing', { format: 'json' })] },
      { day: '2026-11-19', reports: [known({ id: 'b', state: 'expired' })] },
      {
        day: '2026-11-20',
        reports: [reportWithoutFile('not_yet'), reportWithoutFile('not_expected', { source: 'msig' })],
      },
      { day: today, reports: [reportWithoutFile('not_yet')] },
    ])
    expect(shape(toDayLines(listed, days, plain))).toEqual([
      ['2026-11-20', ['krz: csv not_yet']],
      ['2026-11-18', ['krz: csv ready, json missing']],
    ])
    const span = { from: '2026-11-01', to: today }
    expect(shape(toDayLines(listed, days, { ...plain, span }))).toEqual([
      ['2026-11-20', ['krz: csv not_yet']],
      ['2026-11-19', ['krz: csv expired']],
      ['2026-11-18', ['krz: csv ready, json missing']],
      ['2026-11-10', ['krz: csv missing']],
    ])
    const search = read('format=json')
    expect(shape(toDayLines([], days, { ...plain, search, span }))).toEqual([['2026-11-18', ['krz: json missing']]])
    const [, msig] = linesOfDay('2026-11-20', { listed, known: days }, reportCriteriaAddress.none)
    expect(msig?.source).toBe('msig')
  })
})

describe('the mark of a source', () => {
  const mark = (...reports: PanelReport[]) => markOf(reports, NOW)
  const downloadedByTeamAt = (at: string) => ({
    downloaded_by_team: { count: 1, last_at: at, people: [] },
    is_never_downloaded: false,
  })
  const downloadedByMeAt = (at: string) => ({ ...downloadedByTeamAt(at), downloaded_by_me: at })
  const expired = { state: 'expired', expires_at: '2026-11-21T11:00:00.000Z' } as const

  it('shows what can be done, and counts one downloaded format as enough', () => {
    const json = known({ format: 'json' })
    expect(mark(known(), json)).toBe('ready')
    expect(mark(known({ expires_at: '2026-11-22T11:00:00.000Z' }), json)).toBe('soon')
    expect(mark(known(downloadedByTeamAt('2026-11-21T08:00:00.000Z')), json)).toBe('team')
    expect(mark(known(downloadedByMeAt('2026-11-21T08:00:00.000Z')), json)).toBe('mine')
    expect(mark(known({ row_count: 0, is_empty: true }))).toBe('empty')
    expect(mark(known({ row_count: 0, is_empty: true, ...expired }))).toBe('empty')
  })

  it('is ready again if the file has changed since the download', () => {
    expect(mark(known(downloadedByMeAt('2026-11-20T23:04:00.000Z')))).toBe('ready')
    expect(mark(known({ ...downloadedByMeAt('2026-11-20T23:04:00.000Z'), ...expired }))).toBe('mine')
  })

  it('is a risk if the report expired without a download, even while the page is open', () => {
    expect(mark(known(expired))).toBe('risk')
    expect(mark(known({ ...expired, state: 'ready' }))).toBe('risk')
    expect(mark(known({ state: 'withdrawn' }))).toBe('risk')
    expect(mark(known({ ...expired, is_never_downloaded: false }))).toBe('gone')
    expect(
      mark(
        known({ ...expired, ...downloadedByTeamAt('2026-11-21T08:00:00.000Z') }),
        known({ ...expired, format: 'json' }),
      ),
    ).toBe('team')
  })

  it('is neither a risk nor urgent for an archived report', () => {
    const archived = { is_archived: true, is_never_downloaded: false }
    expect(mark(known({ ...archived, expires_at: '2026-11-22T11:00:00.000Z' }))).toBe('archived')
    expect(mark(known({ ...archived, ...expired }), known({ ...expired, format: 'json' }))).toBe('archived')
    expect(mark(known({ ...archived, ...downloadedByMeAt('2026-11-21T08:00:00.000Z') }))).toBe('mine')
  })

  it('shows the known state of a report that was never seen', () => {
    expect(mark(reportWithoutFile('missing'), reportWithoutFile('not_expected'))).toBe('missing')
    expect(mark(reportWithoutFile('not_yet'))).toBe('notYet')
    expect(mark(reportWithoutFile('before_watch'), reportWithoutFile('not_expected'))).toBe('unknown')
    expect(mark(reportWithoutFile('not_watched'))).toBe('unknown')
    expect(mark(reportWithoutFile('not_expected'))).toBe('none')
    expect(mark()).toBe('none')
  })
})

describe('the requested days', () => {
  it('follow the address, up to the maximum', () => {
    expect(MAX_SHOWN_DAYS).toBe(MAX_REPORT_DAY_RANGE)
    expect(listedDays(read(''), today)).toEqual({ from: '2026-10-22', to: today })
    expect(listedDays(read('range=month'), today)).toEqual({ from: '2026-11-01', to: today })
    expect(listedDays(read('from=2026-11-03'), today)).toEqual({ from: '2026-11-03', to: today })
    expect(listedDays(read('from=2027-01-01'), today)).toEqual({ from: '2027-01-01', to: '2027-01-01' })
    const long = listedDays(read('from=2001-01-01'), today)
    expect(long).toEqual({ from: '2025-10-18', to: today })
    expect(isCutShort(read('from=2001-01-01'), long)).toBe(true)
    expect(isCutShort(read('to=2026-11-01'), listedDays(read('to=2026-11-01'), today))).toBe(false)
    expect(listedDays(read('to=1066-10-14'), today)).toEqual({ from: '2000-01-01', to: '2000-01-01' })
  })

  it('cover a month in the calendar', () => {
    expect(daysOfView('calendar', read(''), today)).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(shownMonth(read('month=2024-02&from=2026-10-01'), today)).toBe('2024-02')
    expect(shownMonth(read('from=2026-10-01&to=2026-10-05'), today)).toBe('2026-10')
    expect(shownMonth(read('day=2026-09-05'), today)).toBe('2026-09')
  })
})
