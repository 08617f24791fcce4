import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isWorkingDay, warsawDay } from '@/lib/domain/calendar'

import { dueWindow, releaseTime, type RuleTimes, notifyAt } from './rule-times'

const plain: RuleTimes = {
  timing: 'daily',
  digest_hour: 8,
  weekday: 1,
  working_days_only: 0,
  quiet_from: null,
  quiet_to: null,
  muted_until: null,
}
const instant = (iso: string) => new Date(iso)
const notifiedAt = (times: Partial<RuleTimes>, found: string) =>
  notifyAt({ ...plain, ...times }, instant(found)).toISOString()
const dueWindowEnd = (times: Partial<RuleTimes>, from: string, now: string) =>
  dueWindow({ ...plain, ...times }, instant(from), instant(now))?.toISOString()

describe('the notification time of a rule', () => {
  it('is in half-open digest windows: a match at the end of one belongs to the next', () => {
    expect(notifiedAt({}, '2026-11-20T06:59:59.999Z')).toBe('2026-11-20T07:00:00.000Z')
    expect(notifiedAt({}, '2026-11-20T07:00:00.000Z')).toBe('2026-11-21T07:00:00.000Z')
    expect(notifiedAt({ timing: 'hourly' }, '2026-11-20T07:00:00.000Z')).toBe('2026-11-20T08:00:00.000Z')
    // From a Friday, the next run is on Wednesday.
    expect(notifiedAt({ timing: 'weekly', weekday: 3 }, '2026-11-20T07:00:00.000Z')).toBe('2026-11-25T07:00:00.000Z')
  })

  it('is on working days only if required: after Christmas, or on the first one after a holiday', () => {
    expect(notifiedAt({ working_days_only: 1 }, '2026-12-23T07:00:00.000Z')).toBe('2026-12-28T07:00:00.000Z')
    // Monday, 6 April, is Easter Monday.
    const monday = { timing: 'weekly', weekday: 1, working_days_only: 1 } as const
    expect(notifiedAt(monday, '2026-04-03T10:00:00.000Z')).toBe('2026-04-07T06:00:00.000Z')
    expect(notifiedAt({ ...monday, working_days_only: 0 }, '2026-04-03T10:00:00.000Z')).toBe('2026-04-06T06:00:00.000Z')
    expect(notifiedAt({ timing: 'at_once', working_days_only: 1 }, '2026-11-20T23:30:00.000Z')).toBe(
      '2026-11-22T23:00:00.000Z',
    )
  })

  it('is after quiet hours, also when they span midnight', () => {
    const night = { timing: 'at_once', quiet_from: '22:00', quiet_to: '07:00' } as const
    expect(notifiedAt(night, '2026-11-20T20:59:59.999Z')).toBe('2026-11-20T20:59:59.999Z')
    expect(notifiedAt(night, '2026-11-20T21:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(notifiedAt(night, '2026-11-21T01:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(notifiedAt(night, '2026-11-21T06:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    const noon = { timing: 'at_once', quiet_from: '12:15', quiet_to: '12:45' } as const
    expect(notifiedAt(noon, '2026-11-21T11:20:00.000Z')).toBe('2026-11-21T11:45:00.000Z')
    // Hourly messages of the night are sent as one, and a weekend may follow the night.
    expect(notifiedAt({ ...night, timing: 'hourly' }, '2026-11-20T21:10:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(notifiedAt({ ...night, timing: 'hourly', working_days_only: 1 }, '2026-11-20T21:10:00.000Z')).toBe(
      '2026-11-23T06:00:00.000Z',
    )
  })

  it('is after a mute, and after quiet hours in which the mute ends', () => {
    const muted_until = '2026-11-22T02:00:00.000Z'
    expect(notifiedAt({ timing: 'at_once', muted_until }, '2026-11-20T10:00:00.000Z')).toBe(muted_until)
    expect(
      notifiedAt(
        { timing: 'at_once', muted_until, quiet_from: '22:00', quiet_to: '07:00' },
        '2026-11-20T10:00:00.000Z',
      ),
    ).toBe('2026-11-22T06:00:00.000Z')
    expect(notifiedAt({ muted_until }, '2026-11-20T10:00:00.000Z')).toBe(muted_until)
  })

  it('is the next valid time in a skipped hour, and the first one in a repeated hour', () => {
    // Clocks go from 2 to 3 in the night to 29 March, and from 3 to 2 in the night to 25 October.
    const half = { timing: 'at_once', quiet_from: '01:00', quiet_to: '02:30' } as const
    expect(notifiedAt(half, '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(notifiedAt(half, '2026-10-24T23:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(notifiedAt({ ...half, quiet_to: '03:30' }, '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(notifiedAt({ digest_hour: 2 }, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(notifiedAt({ digest_hour: 2 }, '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T00:00:00.000Z')
    expect(notifiedAt({ digest_hour: 2 }, '2026-10-25T00:00:00.000Z')).toBe('2026-10-26T01:00:00.000Z')
    expect(notifiedAt({}, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
  })

  it('is in one window for several missed ones', () => {
    expect(dueWindowEnd({}, '2026-11-16T07:00:00.000Z', '2026-11-20T09:00:00.000Z')).toBe('2026-11-20T07:00:00.000Z')
    expect(dueWindowEnd({}, '2026-11-20T07:00:00.000Z', '2026-11-20T09:00:00.000Z')).toBeUndefined()
    expect(
      dueWindowEnd({ muted_until: '2026-11-21T00:00:00.000Z' }, '2026-11-16T07:00:00.000Z', '2026-11-20T09:00:00.000Z'),
    ).toBe(undefined)
  })

  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }).map((ms) => new Date(ms))
  const anyTimes = fc.record({
    timing: fc.constantFrom<RuleTimes['timing'][]>('at_once', 'hourly', 'daily', 'weekly'),
    digest_hour: fc.integer({ min: 0, max: 23 }),
    weekday: fc.integer({ min: 0, max: 6 }),
    working_days_only: fc.constantFrom(0, 1),
    quiet: fc.option(fc.tuple(clock, clock).filter(([from, to]) => from !== to)),
    muted_until: fc.option(instants.map((each) => each.toISOString())),
  })
  const timesOf = ({ quiet, ...rest }: typeof anyTimes extends fc.Arbitrary<infer T> ? T : never): RuleTimes => ({
    ...rest,
    quiet_from: quiet?.[0] ?? null,
    quiet_to: quiet?.[1] ?? null,
  })

  it('is never during quiet hours, and never before the match', () => {
    fc.assert(
      fc.property(anyTimes, instants, (input, found) => {
        const times = timesOf(input)
        const when = notifyAt(times, found)
        expect(when >= found).toBe(true)
        expect(releaseTime(times, when)).toEqual(when)
        if (times.working_days_only === 1) expect(isWorkingDay(warsawDay(when))).toBe(true)
        if (times.timing !== 'at_once') expect(when > found).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is reached exactly once for each match, whenever the job runs', () => {
    fc.assert(
      fc.property(
        anyTimes,
        instants,
        fc.record({
          gaps: fc.array(fc.integer({ min: 0, max: 20 * 86_400_000 }), { maxLength: 20 }),
          steps: fc.array(fc.integer({ min: 1_000, max: 3 * 86_400_000 }), { minLength: 1, maxLength: 25 }),
        }),
        (input, start, { gaps, steps }) => {
          const times = timesOf(input)
          const hits = gaps.map((gap) => start.getTime() + gap).toSorted((a, b) => a - b)
          const notifiedTimes = new Map<number, number>()
          let [from, now] = [start, start.getTime()]
          const starts = new Set<number>()
          for (const step of [...steps, 400 * 86_400_000]) {
            now += step
            const end = dueWindow(times, from, new Date(now))
            if (!end) continue
            expect(end > from).toBe(true)
            expect(starts.has(from.getTime())).toBe(false)
            starts.add(from.getTime())
            for (const [index, hit] of hits.entries()) {
              if (notifiedTimes.has(index) || hit >= end.getTime() || hit > now) continue
              notifiedTimes.set(index, now)
              // A match is never sent before its time, and is sent by the first run after it.
              expect(now).toBeGreaterThanOrEqual(notifyAt(times, new Date(hit)).getTime())
            }
            from = end
          }
          // A mute at the end of the year may delay the rest.
          const last = releaseTime(times, new Date(now))
          expect(last.getTime() === now ? notifiedTimes.size : hits.length).toBe(hits.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
