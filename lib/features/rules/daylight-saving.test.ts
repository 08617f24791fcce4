import { describe, expect, it } from 'vitest'

import { nextTime, releaseTime } from '@/lib/domain/rhythm/rhythm'
import { nextRun } from '@/lib/features/report-schedules/domain/schedule-times'

import { notifyAt } from './domain/rule-times'

const unrestricted = { working_days_only: 0, quiet_from: null, quiet_to: null, muted_until: null }
const daily = { timing: 'daily', weekday: 1, ...unrestricted } as const
const schedules: Readonly<Record<string, (hour: number, after: Date) => Date>> = {
  'a digest of rules': (digest_hour, after) => notifyAt({ ...daily, digest_hour }, after),
  'a schedule of reports': (hour, after) =>
    nextRun({ rhythm: 'daily', period: 'day_before', weekday: 1, month_day: 1, hour, working_days: false }, after),
  'a schedule of the white list': (hour, after) => nextTime({ rhythm: 'daily', weekday: 1, hour }, after),
}

/** Lists all runs between two instants. */
function runsBetween(next: (after: Date) => Date, from: string, to: string): string[] {
  const runs: string[] = []
  for (let at = next(new Date(from)); at.toISOString() < to; at = next(at)) runs.push(at.toISOString())
  return runs
}

// Case B05 of lib/testing/cases/README.md
describe.each(Object.entries(schedules))('%s', (_, next) => {
  it.each([
    [2, ['2026-03-28T01:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z']],
    [3, ['2026-03-28T02:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-30T01:00:00.000Z']],
  ])('at %d runs once in the night in which an hour is skipped', (hour, expected) => {
    const runs = runsBetween((after) => next(hour, after), '2026-03-27T12:00:00.000Z', '2026-03-30T12:00:00.000Z')
    expect(runs.filter((at) => /^2026-03-(28|29|30)/.test(at))).toEqual(expected)
  })

  it.each([
    [2, ['2026-10-24T00:00:00.000Z', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z']],
    [3, ['2026-10-24T01:00:00.000Z', '2026-10-25T02:00:00.000Z', '2026-10-26T02:00:00.000Z']],
  ])('at %d runs once in the night in which an hour is repeated', (hour, expected) => {
    const runs = runsBetween((after) => next(hour, after), '2026-10-23T12:00:00.000Z', '2026-10-26T12:00:00.000Z')
    expect(runs).toEqual(expected)
  })
})

// Case B05 of lib/testing/cases/README.md
describe('quiet hours of 02:30 to 03:00', () => {
  const quiet = { working_days_only: 0, quiet_from: '02:30', quiet_to: '03:00', muted_until: null }
  const releasedAt = (at: string) => releaseTime(quiet, new Date(at)).toISOString()

  it('delay nothing in the night in which they do not exist', () => {
    for (const at of ['2026-03-29T00:59:00.000Z', '2026-03-29T01:00:00.000Z', '2026-03-29T01:29:00.000Z'])
      expect(releasedAt(at)).toBe(at)
  })

  it('end at 03:00 in an ordinary night, and delay at most 90 minutes when the hour is repeated', () => {
    expect(releasedAt('2026-03-28T01:45:00.000Z')).toBe('2026-03-28T02:00:00.000Z')
    const delayMs = new Date(releasedAt('2026-10-25T00:45:00.000Z')).getTime() - Date.parse('2026-10-25T00:45:00.000Z')
    expect(delayMs).toBeLessThanOrEqual(90 * 60_000)
    expect(releasedAt('2026-10-25T02:00:00.000Z')).toBe('2026-10-25T02:00:00.000Z')
  })
})
