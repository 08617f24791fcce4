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
const at = (iso: string) => new Date(iso)
const told = (times: Partial<RuleTimes>, found: string) => notifyAt({ ...plain, ...times }, at(found)).toISOString()
const due = (times: Partial<RuleTimes>, from: string, now: string) =>
  dueWindow({ ...plain, ...times }, at(from), at(now))?.toISOString()

describe('when a rule tells', () => {
  it('of digests in half-open windows: what comes at the end of one is of the next', () => {
    expect(told({}, '2026-11-20T06:59:59.999Z')).toBe('2026-11-20T07:00:00.000Z')
    expect(told({}, '2026-11-20T07:00:00.000Z')).toBe('2026-11-21T07:00:00.000Z')
    expect(told({ timing: 'hourly' }, '2026-11-20T07:00:00.000Z')).toBe('2026-11-20T08:00:00.000Z')
    // From a Friday, the next run is on Wednesday.
    expect(told({ timing: 'weekly', weekday: 3 }, '2026-11-20T07:00:00.000Z')).toBe('2026-11-25T07:00:00.000Z')
  })

  it('on working days alone, where it is to: after Christmas, and on the first one after a weekday that is free', () => {
    expect(told({ working_days_only: 1 }, '2026-12-23T07:00:00.000Z')).toBe('2026-12-28T07:00:00.000Z')
    // Monday, 6 April, is Easter Monday.
    const monday = { timing: 'weekly', weekday: 1, working_days_only: 1 } as const
    expect(told(monday, '2026-04-03T10:00:00.000Z')).toBe('2026-04-07T06:00:00.000Z')
    expect(told({ ...monday, working_days_only: 0 }, '2026-04-03T10:00:00.000Z')).toBe('2026-04-06T06:00:00.000Z')
    expect(told({ timing: 'at_once', working_days_only: 1 }, '2026-11-20T23:30:00.000Z')).toBe(
      '2026-11-22T23:00:00.000Z',
    )
  })

  it('after quiet hours, which over midnight are one interval', () => {
    const night = { timing: 'at_once', quiet_from: '22:00', quiet_to: '07:00' } as const
    expect(told(night, '2026-11-20T20:59:59.999Z')).toBe('2026-11-20T20:59:59.999Z')
    expect(told(night, '2026-11-20T21:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(told(night, '2026-11-21T01:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(told(night, '2026-11-21T06:00:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    const noon = { timing: 'at_once', quiet_from: '12:15', quiet_to: '12:45' } as const
    expect(told(noon, '2026-11-21T11:20:00.000Z')).toBe('2026-11-21T11:45:00.000Z')
    // Hourly messages of the night are sent as one, and a weekend may follow the night.
    expect(told({ ...night, timing: 'hourly' }, '2026-11-20T21:10:00.000Z')).toBe('2026-11-21T06:00:00.000Z')
    expect(told({ ...night, timing: 'hourly', working_days_only: 1 }, '2026-11-20T21:10:00.000Z')).toBe(
      '2026-11-23T06:00:00.000Z',
    )
  })

  it('after a mute, and then after quiet hours that it ends in', () => {
    const muted_until = '2026-11-22T02:00:00.000Z'
    expect(told({ timing: 'at_once', muted_until }, '2026-11-20T10:00:00.000Z')).toBe(muted_until)
    expect(
      told({ timing: 'at_once', muted_until, quiet_from: '22:00', quiet_to: '07:00' }, '2026-11-20T10:00:00.000Z'),
    ).toBe('2026-11-22T06:00:00.000Z')
    expect(told({ muted_until }, '2026-11-20T10:00:00.000Z')).toBe(muted_until)
  })

  it('when clocks change: a time that is left out is the next valid one, one that comes twice the first', () => {
    // Clocks go from 2 to 3 in the night to 29 March, and from 3 to 2 in the night to 25 October.
    const half = { timing: 'at_once', quiet_from: '01:00', quiet_to: '02:30' } as const
    expect(told(half, '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(told(half, '2026-10-24T23:30:00.000Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(told({ ...half, quiet_to: '03:30' }, '2026-03-29T00:30:00.000Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(told({ digest_hour: 2 }, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T01:00:00.000Z')
    expect(told({ digest_hour: 2 }, '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T00:00:00.000Z')
    expect(told({ digest_hour: 2 }, '2026-10-25T00:00:00.000Z')).toBe('2026-10-26T01:00:00.000Z')
    expect(told({}, '2026-03-28T12:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
  })

  it('of windows that were missed in one', () => {
    expect(due({}, '2026-11-16T07:00:00.000Z', '2026-11-20T09:00:00.000Z')).toBe('2026-11-20T07:00:00.000Z')
    expect(due({}, '2026-11-20T07:00:00.000Z', '2026-11-20T09:00:00.000Z')).toBeUndefined()
    expect(
      due({ muted_until: '2026-11-21T00:00:00.000Z' }, '2026-11-16T07:00:00.000Z', '2026-11-20T09:00:00.000Z'),
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

  it('never while it is held, and never before', () => {
    fc.assert(
      fc.property(anyTimes, instants, (given, found) => {
        const times = timesOf(given)
        const when = notifyAt(times, found)
        expect(when >= found).toBe(true)
        expect(releaseTime(times, when)).toEqual(when)
        if (times.working_days_only === 1) expect(isWorkingDay(warsawDay(when))).toBe(true)
        if (times.timing !== 'at_once') expect(when > found).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('of everything that was found exactly once, in its own window, whenever somebody looks', () => {
    fc.assert(
      fc.property(
        anyTimes,
        instants,
        fc.record({
          gaps: fc.array(fc.integer({ min: 0, max: 20 * 86_400_000 }), { maxLength: 20 }),
          steps: fc.array(fc.integer({ min: 1_000, max: 3 * 86_400_000 }), { minLength: 1, maxLength: 25 }),
        }),
        (given, start, { gaps, steps }) => {
          const times = timesOf(given)
          const hits = gaps.map((gap) => start.getTime() + gap).toSorted((a, b) => a - b)
          const tellings = new Map<number, number>()
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
              if (tellings.has(index) || hit >= end.getTime() || hit > now) continue
              tellings.set(index, now)
              // A match is never sent before its time, and is sent by the first run after it.
              expect(now).toBeGreaterThanOrEqual(notifyAt(times, new Date(hit)).getTime())
            }
            from = end
          }
          // A mute at the end of the year may delay the rest.
          const last = releaseTime(times, new Date(now))
          expect(last.getTime() === now ? tellings.size : hits.length).toBe(hits.length)
        },
      ),
      { numRuns: 300 },
    )
  })
})
