import { describe, expect, it } from 'vitest'

import { addDays } from '@/lib/domain/calendar'

import { kindKey, stateOfListed, stateOfUnlisted, type WatchedReports } from './day-states'
import type { KnownReportTable } from './tables'

const kind = { source: 'krz', format: 'csv' }
const listed = (day: string, fields: Partial<KnownReportTable> = {}): KnownReportTable => ({
  ...kind,
  account_id: 'a',
  report_id: day,
  report_date: day,
  row_count: 1,
  size_bytes: 1,
  generated_at: `${addDays(day, 1)}T00:00:00.000Z`,
  // 23:00Z is midnight in Warsaw; reports are available for eight days, like those of the embedded service.
  expires_at: `${addDays(day, 8)}T23:00:00.000Z`,
  first_seen_at: `${addDays(day, 1)}T01:00:00.000Z`,
  last_seen_at: `${addDays(day, 1)}T01:00:00.000Z`,
  ...fields,
})
const watch = (from: string, until: string) => ({
  account_id: 'a',
  from_at: `${from}:00.000Z`,
  until_at: `${until}:00.000Z`,
})
const observed = (
  now: string,
  overrides: Partial<Omit<WatchedReports, 'reports'>> & { reports?: KnownReportTable[] } = {},
) => {
  const { reports = [], ...rest } = overrides
  return {
    now: new Date(`${now}:00.000Z`),
    isEmbedded: true,
    readAt: null,
    watches: [],
    ...rest,
    reports: new Map([[kindKey(kind), reports]]),
  }
}

describe('the state of a listed report', () => {
  const stateAt = (now: string, readAt: string, fields: Partial<KnownReportTable> = {}) =>
    stateOfListed(listed('2026-11-10', fields), observed(now, { readAt: `${readAt}:00.000Z` }))

  it('follows from the last reading and the expiry of the report', () => {
    expect(stateAt('2026-11-11T02:00', '2026-11-11T01:00')).toBe('ready')
    expect(stateAt('2026-11-18T22:59', '2026-11-11T01:00')).toBe('ready')
    expect(stateAt('2026-11-18T23:00', '2026-11-11T01:00')).toBe('expired')
    expect(stateAt('2026-11-12T02:00', '2026-11-12T02:00')).toBe('withdrawn')
    expect(stateAt('2026-11-12T02:00', '2026-11-12T02:00', { expires_at: null })).toBe('expired')
    expect(stateAt('2026-12-12T02:00', '2026-11-11T01:00', { expires_at: null })).toBe('ready')
  })
})

describe('the state of a day without a listed report', () => {
  const state = (day: string, input: ReturnType<typeof observed>) => stateOfUnlisted(kind, day, input)

  it('is before_watch for days before the panel watched, for any service', () => {
    const fields = { watches: [watch('2026-11-20T10:00', '2026-11-21T10:00')], reports: [listed('2026-11-13')] }
    for (const isEmbedded of [true, false]) {
      expect(state('2026-11-19', observed('2026-11-21T10:00', { ...fields, isEmbedded }))).toBe('before_watch')
    }
    expect(state('2026-11-19', observed('2026-11-20T10:00'))).toBe('before_watch')
  })

  it('is not_yet today, in the future and shortly after midnight', () => {
    const fields = { watches: [watch('2026-11-01T10:00', '2026-11-20T23:30')] }
    expect(state('2026-11-20', observed('2026-11-20T12:00', fields))).toBe('not_yet')
    expect(state('2026-12-24', observed('2026-11-20T12:00', fields))).toBe('not_yet')
    // Half past midnight in Warsaw.
    expect(state('2026-11-20', observed('2026-11-20T23:30', fields))).toBe('not_yet')
  })

  it('becomes missing once the panel has watched for an hour after the report was due', () => {
    const since = (from: string, now: string) =>
      state('2026-11-20', observed(now, { watches: [watch('2026-11-01T10:00', '2026-11-15T10:00'), watch(from, now)] }))
    expect(since('2026-11-15T11:00', '2026-11-21T00:59')).toBe('not_yet')
    expect(since('2026-11-15T11:00', '2026-11-21T01:00')).toBe('missing')
    expect(since('2026-11-21T09:00', '2026-11-21T09:59')).toBe('not_yet')
    expect(since('2026-11-21T09:00', '2026-11-21T10:00')).toBe('missing')
  })

  it('stays missing when the panel watches again later', () => {
    const watches = [watch('2026-11-15T11:00', '2026-11-21T04:00'), watch('2027-02-01T00:00', '2027-02-03T00:00')]
    expect(state('2026-11-20', observed('2027-02-03T00:00', { watches }))).toBe('missing')
  })

  it('is not_watched if the report could have been available and expired while the panel did not watch', () => {
    const watches = [watch('2026-11-01T11:00', '2026-11-10T04:00'), watch('2026-11-21T00:00', '2026-11-22T00:00')]
    const input = observed('2026-11-22T00:00', { watches, reports: [listed('2026-11-08'), listed('2026-11-09')] })
    // Available for eight days: the report of the 12th until the end of the 20th.
    expect(state('2026-11-11', input)).toBe('not_watched')
    expect(state('2026-11-12', input)).toBe('not_watched')
    expect(state('2026-11-13', input)).toBe('missing')
  })

  it('is not_watched when the panel has stopped watching', () => {
    const watches = [watch('2026-11-01T11:00', '2026-11-20T20:00')]
    expect(state('2026-11-20', observed('2026-11-21T10:00', { watches }))).toBe('not_watched')
    const later = [watch('2026-11-01T11:00', '2026-11-21T00:30')]
    expect(state('2026-11-20', observed('2026-11-21T10:00', { watches: later }))).toBe('not_watched')
  })

  describe('for a remote service', () => {
    const watches = [watch('2026-11-01T11:00', '2026-11-25T10:00')]
    const stateOf = (day: string, reports: KnownReportTable[]) =>
      state(day, observed('2026-11-25T10:00', { isEmbedded: false, watches, reports }))
    const workingDayReports = [listed('2026-11-12'), listed('2026-11-13')]

    it('is missing only on kinds of days for which it has made reports of that source and format', () => {
      expect(stateOf('2026-11-19', [])).toBe('not_expected')
      expect(stateOf('2026-11-19', workingDayReports)).toBe('missing')
      // A Saturday and a Sunday, for which it has made no report so far.
      expect(stateOf('2026-11-21', workingDayReports)).toBe('not_expected')
      expect(stateOf('2026-11-22', workingDayReports)).toBe('not_expected')
      expect(stateOf('2026-11-21', [...workingDayReports, listed('2026-11-14')])).toBe('missing')
      expect(stateOf('2026-11-22', [...workingDayReports, listed('2026-11-14')])).toBe('not_expected')
      // Independence Day, a Wednesday.
      expect(stateOf('2026-11-11', [listed('2026-11-10'), listed('2026-11-09')])).toBe('not_expected')
      // Reports seen later say nothing about the state at that time.
      expect(stateOf('2026-11-14', [listed('2026-11-21')])).toBe('not_expected')
    })

    it('is not_yet until the end of the following day', () => {
      expect(stateOf('2026-11-23', workingDayReports)).toBe('missing')
      expect(stateOf('2026-11-24', workingDayReports)).toBe('not_yet')
    })

    it('is not_watched when the expiry of reports is unknown', () => {
      expect(stateOf('2026-11-19', [listed('2026-11-12', { expires_at: null })])).toBe('not_watched')
      expect(stateOf('2026-11-19', [listed('2026-11-12', { expires_at: '2020-01-01T00:00:00.000Z' })])).toBe(
        'not_watched',
      )
    })
  })
})
