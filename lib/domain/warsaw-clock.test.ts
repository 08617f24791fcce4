import { describe, expect, it } from 'vitest'

import { warsawClock } from './warsaw-clock'

const HOUR_MS = 3_600_000

const zone = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Warsaw local time as `2026-11-20 14:32:05`. */
const warsawText = (ms: number) => warsawClock(ms).toISOString().slice(0, 19).replace('T', ' ')

describe('a clock in Warsaw', () => {
  it('matches the time zone database at every hour and one second before it', () => {
    const wrong: string[] = []
    let checkedCount = 0
    for (let ms = Date.UTC(1995, 0, 1); ms < Date.UTC(2040, 0, 1); ms += HOUR_MS) {
      const month = new Date(ms).getUTCMonth()
      // Clocks change in March, September and October; elsewhere one hour in five is enough.
      const step = [2, 8, 9].includes(month) ? 1 : 5
      if ((ms / HOUR_MS) % step !== 0) continue
      for (const at of [ms - 1000, ms]) {
        checkedCount += 1
        if (warsawText(at) !== zone.format(at)) wrong.push(zone.format(at))
      }
    }
    expect(checkedCount).toBeGreaterThan(300_000)
    expect(wrong).toEqual([])
  })

  it.each([
    '1901-05-06T07:08:09Z',
    '1944-04-03T01:30:00Z',
    '1977-04-03T00:30:00Z',
    '1995-12-31T22:59:59Z',
    '1996-01-01T00:00:00Z',
    '2099-12-31T23:59:59Z',
    '2100-01-01T00:00:00Z',
    '2101-07-01T12:00:00Z',
    '2999-12-31T22:30:00Z',
  ])('matches the time zone database at %s, inside and outside of the calculated years', (instant) => {
    const ms = Date.parse(instant)
    expect(warsawText(ms)).toBe(zone.format(ms))
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('throws for %s', (ms) => {
    expect(() => warsawClock(ms)).toThrow(RangeError)
  })

  it('keeps milliseconds', () => {
    expect(warsawClock(Date.parse('2026-11-20T13:32:05.678Z')).toISOString()).toBe('2026-11-20T14:32:05.678Z')
  })
})
