import { spawnSync } from 'node:child_process'

import * as fc from 'fast-check'
import { build } from 'rolldown'
import { describe, expect, it } from 'vitest'

import {
  atHour,
  addDays,
  addMonths,
  dayBounds,
  daysBetween,
  daysOfMonth,
  isWorkingDay,
  monthBounds,
  parseDay,
  readInstant,
  startOfDay,
  warsawDay,
  warsawMonth,
} from '@/lib/domain/calendar'
import vectors from '@/lib/domain/testdata/calendar-vectors.json'

const iso = (text: string): string => new Date(text).toISOString()
const HOUR_MS = 3_600_000

describe('vectors', () => {
  it('are complete', () => {
    expect(vectors).toHaveLength(46)
  })

  it.each(vectors)('$instant: $why', (row) => {
    const at = new Date(row.instant)
    const day = warsawDay(at)
    expect(day).toBe(row.warsaw_date)
    expect(warsawMonth(at)).toBe(row.month_if_warsaw)
    expect(dayBounds(day)).toEqual({ start: iso(row.day_start), end: iso(row.day_end) })
    const { start, end } = dayBounds(day)
    expect((Date.parse(end) - Date.parse(start)) / HOUR_MS).toBe(row.day_hours)
    expect(monthBounds(warsawMonth(at))).toEqual({
      start: iso(row.month_if_warsaw_start),
      end: iso(row.month_if_warsaw_end),
    })
  })
})

/** The calendar bundled into one module, so that a bare process can run it. */
async function bundledCalendar(): Promise<string> {
  const input = new URL('./calendar.ts', import.meta.url).pathname
  const { output } = await build({ input, write: false, output: { format: 'esm' } })
  return output[0].code
}

const PROBE = `
const wrong = JSON.parse(process.env.VECTORS).filter((row) => {
  const day = warsawDay(new Date(row.instant))
  const { start, end } = dayBounds(day)
  const month = monthBounds(warsawMonth(new Date(row.instant)))
  const got = [day, start, end, month.start, month.end]
  const want = [row.warsaw_date, row.day_start, row.day_end, row.month_if_warsaw_start, row.month_if_warsaw_end]
  return got.some((value, index) => value.replace('.000Z', 'Z') !== want[index])
})
console.log(JSON.stringify({ hour: new Date('2026-11-20T12:00:00Z').getHours(), wrong: wrong.length }))
`

describe('any process time zone', () => {
  it('gives the same answers', async () => {
    const code = await bundledCalendar()
    const zones = { UTC: 12, 'Europe/Warsaw': 13, 'America/Los_Angeles': 4 }
    for (const [zone, hour] of Object.entries(zones)) {
      // The time zone of a process is fixed at its start, so each zone needs a separate process.
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
        input: code + PROBE,
        env: { ...process.env, TZ: zone, VECTORS: JSON.stringify(vectors) },
        encoding: 'utf8',
      })
      expect(stderr).toBe('')
      expect(JSON.parse(stdout), zone).toEqual({ hour, wrong: 0 })
    }
  })
})

const anyDay = fc.integer({ min: 0, max: 5_843 }).map((offset) => addDays('2020-01-01', offset))

describe('arithmetic', () => {
  it('days of 2020-2035 follow each other without a gap or an overlap', () => {
    let end = dayBounds('2019-12-31').end
    const hours: Record<number, number> = {}
    for (let day = '2020-01-01'; day < '2036-01-01'; day = addDays(day, 1)) {
      const bounds = dayBounds(day)
      if (bounds.start !== end) throw new Error(`gap before ${day}`)
      end = bounds.end
      const length = (Date.parse(end) - Date.parse(bounds.start)) / HOUR_MS
      hours[length] = (hours[length] ?? 0) + 1
    }
    expect(hours).toEqual({ 23: 16, 24: 5812, 25: 16 })
  })

  it('finds a day from any of its instants', () => {
    fc.assert(
      fc.property(anyDay, fc.nat({ max: 23 * HOUR_MS - 1 }), (day, offset) => {
        const { start, end } = dayBounds(day)
        const instants = [Date.parse(start) + offset, Date.parse(end) - 1 - offset]
        return instants.every((at) => warsawDay(new Date(at)) === day)
      }),
    )
  })

  it('counts days both ways', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -900, max: 900 }), (day, n) => daysBetween(day, addDays(day, n)) === n),
    )
  })

  it('adds months over years', () => {
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2026-01', -1)).toBe('2025-12')
    expect(addMonths('2026-12', 0)).toBe('2026-12')
    fc.assert(
      fc.property(fc.integer({ min: -240, max: 240 }), (n) => addMonths(addMonths('2026-07', n), -n) === '2026-07'),
    )
  })

  it('lists the days of a month', () => {
    expect(daysOfMonth('2028-02')).toHaveLength(29)
    expect(daysOfMonth('2026-10').slice(-2)).toEqual(['2026-10-30', '2026-10-31'])
  })

  it('starts a day at Warsaw midnight and rejects an invalid date', () => {
    expect(startOfDay('2026-07-01').toISOString()).toBe('2026-06-30T22:00:00.000Z')
    expect(() => startOfDay('yesterday')).toThrow(RangeError)
  })
})

describe('parseDay', () => {
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '20261120',
    '2026-11-20T00:00:00Z',
    '20.11.2026',
    '',
  ])('rejects %j', (text) => expect(parseDay(text)).toBeNull())

  it('accepts an existing date', () => {
    expect(parseDay(' 2028-02-29 ')).toBe('2028-02-29')
  })
})

describe('isWorkingDay', () => {
  it.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-11-11', false],
    ['2026-01-06', false],
    ['2026-04-03', true],
    ['2026-04-06', false],
    ['2026-06-04', false],
    ['2027-03-29', false],
    ['2027-05-27', false],
    ['2024-12-24', true],
    ['2025-12-24', false],
    ['2038-04-26', false],
    ['2026-12-28', true],
  ])('%s: %s', (day, working) => {
    expect(isWorkingDay(day)).toBe(working)
  })

  it('counts 253 working days in 2026', () => {
    // The labour calendar counts 251, because it also grants a day off for each of the two holidays on a Saturday.
    const days = Array.from({ length: 12 }, (_, index) => daysOfMonth(addMonths('2026-01', index))).flat()
    expect(days.filter(isWorkingDay)).toHaveLength(253)
  })
})

describe('atHour', () => {
  it.each([
    ['2026-11-20', 0, '2026-11-19T23:00:00.000Z'],
    ['2026-11-20', 8, '2026-11-20T07:00:00.000Z'],
    ['2026-07-01', 23, '2026-07-01T21:00:00.000Z'],
    // Clocks change from 2 to 3.
    ['2026-03-29', 1, '2026-03-29T00:00:00.000Z'],
    ['2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 3, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 8, '2026-03-29T06:00:00.000Z'],
    // Clocks change from 3 back to 2.
    ['2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
    ['2026-10-25', 3, '2026-10-25T02:00:00.000Z'],
  ])('%s, %i: %s', (day, hour, instant) => expect(atHour(day, hour).toISOString()).toBe(instant))

  it('is that hour on the Warsaw clock, except for a skipped hour', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Warsaw', hour: '2-digit', hourCycle: 'h23' })
    for (const day of [...daysOfMonth('2026-03'), ...daysOfMonth('2026-10')]) {
      for (let hour = 0; hour < 24; hour += 1) {
        const shown = Number(clock.format(atHour(day, hour)))
        expect(shown, `${day} ${hour}`).toBe(day === '2026-03-29' && hour === 2 ? 3 : hour)
      }
    }
  })
})

describe('readInstant', () => {
  it.each([
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00.123456+01:00', '2026-12-01T09:00:00.123Z'],
    ['2026-12-01T10:00:00+0100', '2026-12-01T09:00:00.000Z'],
    ['2026-12-01 10:00:00+01:00', '2026-12-01T09:00:00.000Z'],
    ['Tue, 01 Dec 2026 10:00:00 GMT', '2026-12-01T10:00:00.000Z'],
    ['2026-12-01T10:00:00', '2026-12-01T09:00:00.000Z'],
    ['2026-07-01 10:00', '2026-07-01T08:00:00.000Z'],
    ['2026-12-01', '2026-11-30T23:00:00.000Z'],
    ['2026-12-01+01:00', '2026-11-30T23:00:00.000Z'],
    ['01.12.2026 10:00', '2026-12-01T09:00:00.000Z'],
    ['1.12.2026 r., godz. 10:00', '2026-12-01T09:00:00.000Z'],
    ['13-12-2026', '2026-12-12T23:00:00.000Z'],
    ['05/12/2026 09:30:15', '2026-12-05T08:30:15.000Z'],
    // The first time occurs twice, the second one does not exist.
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(readInstant(text) ?? Number.NaN).toISOString()).toBe(instant)
  })

  it.each([
    '',
    'wkrótce',
    '31.02.2026',
    '2026-02-30T10:00:00',
    '2026-13-01',
    '1.12.26',
    '2026-12-01T25:00:00',
    'Dec 1, 2026 10:00',
    '12/01/2026 10:00 AM',
    '1',
    '0001-01-01T00:00:00Z',
  ])('%j is rejected', (text) => {
    expect(readInstant(text)).toBeUndefined()
  })

  // Case E05 of lib/testing/cases/README.md
  it('is the same in every time zone of the machine', async () => {
    const code = await bundledCalendar()
    const probe =
      "process.stdout.write(String(readInstant('2026-12-01T10:00:00')) + ' ' + readInstant('01.12.2026 10:00'))"
    const read = ['UTC', 'America/New_York', 'Asia/Tokyo'].map(
      (TZ) =>
        spawnSync(process.execPath, ['--input-type=module', '--eval', `${code}\n${probe}`], {
          env: { ...process.env, TZ },
          encoding: 'utf8',
        }).stdout,
    )
    const at = Date.UTC(2026, 11, 1, 9)
    expect(read).toEqual(Array(3).fill(`${at} ${at}`))
  })
})
