import { readdirSync, readFileSync } from 'node:fs'

import { afterEach, describe, expect, it } from 'vitest'

import { toOverviewPeriod } from '@/components/overview/period'
import { monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { formatDate, formatDateTime, formatDayMonth, formatMonth } from '@/lib/domain/format/format'
import { unusedDay } from '@/lib/domain/usage/pools'

import { currentMonth, isMonthPeriod } from './month'
import { chartDays } from './month-days'

/** Dates contain non-breaking spaces. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

const originalZone = process.env['TZ']
afterEach(() => {
  if (originalZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = originalZone
})

// Case B03 of lib/testing/cases/README.md
describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Warsaw'])('a browser in %s', (zone) => {
  it.each([
    ['2026-12-01T00:30:00+01:00', '2026-12-01', '2026-12', '1 gru', '1 gru 2026, 00:30', 'grudzień 2026'],
    ['2026-11-30T23:30:00+01:00', '2026-11-30', '2026-11', '30 lis', '30 lis 2026, 23:30', 'listopad 2026'],
  ])('shows the Warsaw day and month at %s', (...[instant, day, month, short, moment, name]) => {
    process.env['TZ'] = zone
    const at = new Date(instant)
    expect([warsawDay(at), warsawMonth(at)]).toEqual([day, month])
    expect(plain(formatDayMonth(day, 'pl'))).toBe(short)
    expect(plain(formatDate(day, 'pl'))).toBe(`${short} 2026`)
    expect(plain(formatDateTime(at, 'pl'))).toBe(moment)
    expect(plain(formatMonth(monthBounds(month).start, 'pl'))).toBe(name)
    expect(currentMonth([], at.getTime())).toBe(month)
    const { start, end } = monthBounds(month)
    expect(isMonthPeriod({ period_start: start, period_end: end }, month)).toBe(true)
    const bars = chartDays([{ ...unusedDay, date: `${month}-01` }], month)
    expect([bars[0]?.date, bars.at(-1)?.date]).toEqual([
      `${month}-01`,
      month === '2026-12' ? '2026-12-31' : '2026-11-30',
    ])
    expect(toOverviewPeriod(start, end)).toMatchObject({ firstDay: `${month}-01`, isCalendarMonth: true })
  })
})

// Case B03 of lib/testing/cases/README.md
it('no part of a page reads the clock or the calendar of the browser', () => {
  const local =
    /\.(?:getFullYear|getMonth|getDate|getDay|getHours|getMinutes|getTimezoneOffset)\(|toLocale(?:Date|Time)?String\(|getLocalTimeZone/
  const sources = ['components', 'app', 'lib/domain', 'lib/client'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => `${folder}/${file}`),
  )
  // The formatter names the Warsaw time zone in every call.
  const formatter = 'lib/domain/format/format.ts'
  expect(sources.filter((file) => file !== formatter && local.test(readFileSync(file, 'utf8')))).toEqual([])
})
